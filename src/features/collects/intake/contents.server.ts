import { sql } from 'kysely'
import type { AccessGroup } from '#features/anatel/access-file.ts'
import { tokenColumns, type Siglas } from '#features/anatel/layouts.ts'
import { siglasOf } from '#features/anatel/tokens.server.ts'
import type { Collect } from '#features/collects/coleta/collects.ts'
import type { CollectContents } from '#features/collects/intake/evidence/entry.ts'
import { recordMark } from '#features/collects/intake/evidence/marks.ts'
import type { Ctx } from '#server/operation.ts'

/** What identifies a line of a coleta, in the order of the columns of siglas. */
const idsOf = [
  'client_type_id',
  'attendance_type_id',
  'attendance_middle_id',
  'product_type_id',
  'technology_type_id',
] as const
type LineIds = Readonly<Record<(typeof idsOf)[number], number | null>>

/** The record a line of a coleta goes in: lookups with one sigla are one. */
export function recordOf(
  ibge: number,
  line: LineIds & { readonly speed: number | null; readonly amount: number | null },
  siglas: Siglas,
): AccessGroup {
  const [tipo_cliente = '', tipo_atendimento = '', tipo_meio = '', tipo_produto = '', tipo_tecnologia = ''] =
    tokenColumns.map((column, at) => {
      const id = line[idsOf[at] ?? 'client_type_id']
      return id === null ? '' : (siglas[column].get(id)?.term ?? '')
    })
  return {
    cod_ibge: ibge,
    tipo_cliente,
    tipo_atendimento,
    tipo_meio,
    tipo_produto,
    tipo_tecnologia,
    velocidade: line.speed ?? 0,
    acessos: line.amount ?? 0,
  }
}

interface LineRow extends LineIds {
  readonly ibge: number
  readonly speed: number | null
  readonly amount: number
  readonly active: boolean
}

/** What a coleta has, and the files its rows came in: those after the last that took the place of all. */
export async function contentsOf(ctx: Ctx, id: number, takings: Collect['takings']): Promise<CollectContents> {
  const { rows } = await sql<LineRow>`
    select c.ibge, a.speed::float8 as speed, a.amount, a.active, ${sql.join(idsOf.map(each => sql.ref(`a.${each}`)))}
    from collects_locations l
    join cities c on c.id = l.city_id
    join collects_locations_accesses_ordered a on a.parent_id = l.id
    where l.parent_id = ${id}`.execute(ctx.sql)
  const siglas = await siglasOf(ctx.sql)
  const records = rows.filter(({ active }) => active).map(row => recordOf(row.ibge, row, siglas))
  const places: Record<string, number> = {}
  for (const { cod_ibge, acessos } of records) places[cod_ibge] = (places[cod_ibge] ?? 0) + acessos
  const files = takings.slice(
    Math.max(
      0,
      takings.findLastIndex(({ added }) => !added),
    ),
  )
  const marks = new Set(await marksIn(ctx, files))
  for (const record of records) marks.add(recordMark(record, record.acessos))
  return {
    lines: rows.length,
    accesses: records.reduce((sum, { acessos }) => sum + acessos, 0),
    sums: { places, speeds: [...new Set(records.map(({ velocidade }) => velocidade))] },
    marks,
    files,
  }
}

/** Bytes of a mark as it is stored. */
const size = 6
async function marksIn(ctx: Ctx, files: readonly { readonly id: number }[]): Promise<readonly number[]> {
  if (!files.length) return []
  const { rows } = await sql<{ marks: Buffer }>`
    select marks from collects_takings where id = any(${files.map(({ id }) => id)}::bigint[]) and marks is not null`.execute(
    ctx.sql,
  )
  return rows.flatMap(({ marks }) =>
    Array.from({ length: Math.floor(marks.length / size) }, (_, at) => marks.readUIntBE(at * size, size)),
  )
}

/** Keeps the marks of the file that came in last. */
export async function keepMarks(ctx: Ctx, id: number, marks: readonly number[]): Promise<void> {
  const bytes = Buffer.alloc(marks.length * size)
  for (const [at, mark] of marks.entries()) bytes.writeUIntBE(mark, at * size, size)
  await sql`
    update collects_takings set marks = ${bytes}
    where id = (select id from collects_takings where parent_id = ${id} order by position desc limit 1)`.execute(
    ctx.sql,
  )
}
