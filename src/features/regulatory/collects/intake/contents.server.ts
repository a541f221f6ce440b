import { sql } from 'kysely'
import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { tokenColumns, type Siglas } from '#features/regulatory/anatel/layouts.ts'
import { siglasOf } from '#features/regulatory/anatel/tokens.server.ts'
import { countedAccesses, everyAccess } from '#features/regulatory/collects/coleta/counted.server.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import type { CollectContents } from '#features/regulatory/collects/intake/evidence/entry.ts'
import { recordMark } from '#features/regulatory/collects/intake/evidence/marks.ts'
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
}
/** Limits the lines whose records get marks: longer reads block other users, and big files identify contracts. */
const markedLines = 20_000

/** What a coleta has, and the files its rows came in: those after the last that took the place of all. */
export async function contentsOf(ctx: Ctx, id: number, takings: Collect['takings']): Promise<CollectContents> {
  const { rows: places } = await sql<{ ibge: number; lines: number; accesses: number | null; speeds: number[] | null }>`
    select c.ibge, count(*)::int as lines, sum(a.amount) filter (where a.active)::float8 as accesses,
      array_agg(distinct coalesce(a.speed, 0)::float8) filter (where a.active) as speeds
    from collects_locations l
    join cities c on c.id = l.city_id
    join ${everyAccess} a on a.parent_id = l.id
    where l.parent_id = ${id} group by c.ibge`.execute(ctx.sql)
  const lines = places.reduce((sum, each) => sum + each.lines, 0)
  const counted = places.filter(({ accesses }) => accesses !== null)
  const files = takings.slice(
    Math.max(
      0,
      takings.findLastIndex(({ added }) => !added),
    ),
  )
  return {
    lines,
    accesses: counted.reduce((sum, { accesses }) => sum + (accesses ?? 0), 0),
    sums: {
      places: Object.fromEntries(counted.map(({ ibge, accesses }) => [ibge, accesses ?? 0])),
      speeds: [...new Set(counted.flatMap(({ speeds }) => speeds ?? []))],
    },
    marks: new Set([
      ...(await marksIn(ctx, files)),
      ...(lines > 0 && lines <= markedLines ? await recordMarks(ctx, id) : []),
    ]),
    files,
  }
}

async function recordMarks(ctx: Ctx, id: number): Promise<readonly number[]> {
  const { rows } = await sql<LineRow>`
    select c.ibge, a.speed::float8 as speed, a.amount, ${sql.join(idsOf.map(each => sql.ref(`a.${each}`)))}
    from collects_locations l
    join cities c on c.id = l.city_id
    join ${countedAccesses} a on a.parent_id = l.id
    where l.parent_id = ${id}`.execute(ctx.sql)
  const siglas = await siglasOf(ctx.sql)
  return rows.map(row => recordMark(recordOf(row.ibge, row, siglas), row.amount))
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
