import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import type { TokenColumn } from '#features/collects/layouts.ts'
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
const columns: readonly TokenColumn[] = [
  'TIPO_CLIENTE',
  'TIPO_ATENDIMENTO',
  'TIPO_MEIO',
  'TIPO_PRODUTO',
  'TIPO_TECNOLOGIA',
]

export interface Tokens {
  /** The row an active sigla stands for. */
  id(column: TokenColumn, token: string): number | undefined
  /** The sigla of a row, active or not; undefined when it has none. */
  token(column: TokenColumn, id: number): string | undefined
  active(column: TokenColumn): readonly string[]
}

interface Found {
  readonly column: TokenColumn
  readonly id: number
  readonly term: string
  readonly active: boolean
}

/** The siglas of the five lookups of an access, in one statement. */
export async function tokensOf(db: Sql): Promise<Tokens> {
  const each = columns.map(
    column =>
      sql`select ${column}::text as "column", id, term, active and deleted_at is null as active from ${sql.table(tableOf(lookupOf[column]))} where term is not null`,
  )
  const { rows } = await sql<Found>`${sql.join(each, sql` union all `)} order by id`.execute(db)
  return {
    id: (column, token) => rows.find(row => row.column === column && row.active && row.term === token)?.id,
    token: (column, id) => rows.find(row => row.column === column && row.id === id)?.term,
    active: column => rows.filter(row => row.column === column && row.active).map(({ term }) => term),
  }
}
