import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import { tokenColumns, type Sigla, type Siglas, type TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { attendanceMiddles, attendanceTypes, clientTypes, productTypes, technologyTypes } from '#features/lookups.ts'
import type { Sql } from '#server/operation.ts'

/** Which lookup's siglas each column of the file holds. */
const lookupOf = {
  TIPO_CLIENTE: clientTypes,
  TIPO_ATENDIMENTO: attendanceTypes,
  TIPO_MEIO: attendanceMiddles,
  TIPO_PRODUTO: productTypes,
  TIPO_TECNOLOGIA: technologyTypes,
} as const satisfies Record<TokenColumn, { readonly path: string }>

export interface Tokens {
  /** Finds the id of a sigla. */
  id(column: TokenColumn, token: string): number | undefined
  active(column: TokenColumn): readonly string[]
}

interface TokenRow {
  readonly column: TokenColumn
  readonly id: number
  readonly term: string
}

const ofEachColumn = <T>(of: (column: TokenColumn) => T) => sql.join(tokenColumns.map(of), sql` union all `)

/** The active siglas of the five lookups of an access, in one statement. */
export async function tokensOf(db: Sql): Promise<Tokens> {
  const { rows } = await sql<TokenRow>`${ofEachColumn(
    column =>
      sql`select ${column}::text as "column", id, term from ${sql.table(tableOf(lookupOf[column]))} where term is not null and active and deleted_at is null`,
  )} order by id`.execute(db)
  const ids = new Map<string, number>()
  for (const { column, term, id } of rows) if (!ids.has(`${column} ${term}`)) ids.set(`${column} ${term}`, id)
  return {
    id: (column, token) => ids.get(`${column} ${token}`),
    active: column => rows.filter(row => row.column === column).map(({ term }) => term),
  }
}

/** Maps ids of the five lookups to name and sigla, with deleted rows: stored accesses use them. */
export async function siglasOf(db: Sql): Promise<Siglas> {
  const { rows } = await sql<Sigla & Pick<TokenRow, 'column' | 'id'>>`${ofEachColumn(
    column => sql`select ${column}::text as "column", id, name, term from ${sql.table(tableOf(lookupOf[column]))}`,
  )}`.execute(db)
  const of = (column: TokenColumn) =>
    new Map(rows.filter(row => row.column === column).map(({ id, name, term }) => [id, { name, term }]))
  return {
    TIPO_CLIENTE: of('TIPO_CLIENTE'),
    TIPO_ATENDIMENTO: of('TIPO_ATENDIMENTO'),
    TIPO_MEIO: of('TIPO_MEIO'),
    TIPO_PRODUTO: of('TIPO_PRODUTO'),
    TIPO_TECNOLOGIA: of('TIPO_TECNOLOGIA'),
  }
}
