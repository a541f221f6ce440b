import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { seenFistels } from '#features/regulatory/collects/holdings.server.ts'
import { monthlyServices } from '#features/regulatory/anatel/layouts.ts'
import type { BoardBeginning, MonthRow } from '#features/regulatory/month/schema.ts'
import { byUrgency } from '#features/regulatory/month/month.ts'
import { countedAccesses } from '#features/regulatory/collects/coleta/counted.server.ts'
import { walkAtPace, patience } from '#features/regulatory/collects/coleta/pace.ts'
import { variationPercent } from '#features/regulatory/collects/coleta/settings.server.ts'
import { previous, type Period } from '#parts/period/period.ts'
import { stepOf } from '#features/regulatory/collects/coleta/steps.ts'
import { lapsedSql, tenureSql } from '#parts/tenure/tenure.server.ts'
import { firstMonth, owes, type Tenure } from '#parts/tenure/tenure.ts'
import { amongSql } from '#parts/among/among.server.ts'
import type { Ctx } from '#server/operation.ts'

interface MonthRecord {
  readonly fistel_id: number
  readonly fistel_uuid: string
  readonly fistel: string
  readonly client_id: number
  readonly client_uuid: string
  readonly client: string
  readonly empresa: string | null
  readonly person_id: number | null
  readonly person: string | null
  readonly service: string | null
  readonly collect_id: number | null
  readonly uuid: string | null
  readonly status: string | null
  readonly edition: number
  readonly zeroed: boolean
  /** The coleta of the month before. */
  readonly before_id: number | null
  readonly threshold: number
  readonly lapsed: string | null
  /** Of one without a coleta of the month. */
  readonly tenure: Tenure | null
}

/** Fistels read at once at least: a statement of so many tables costs as much to send and to start as some of these to read. */
const joined = 2_000
/** Coletas summed at once at least: each comes back as one number. */
const summed = 1_000

/**
 * Lists every fistel the user sees that owes the month, or has a coleta of it, the most urgent first. `totals` selects the
 * coletas whose accesses are counted: others have none.
 */
export async function monthRows(ctx: Ctx, { year: y, month: m }: Period, totals: 'all' | 'compared' = 'all') {
  // In the order of their index: the rows are put in order below.
  const seen = await seenFistels(ctx, { sort: 'id' })
  const last = previous({ year: y, month: m })
  const rows: MonthRecord[] = []
  await walkAtPace(patience, joined)(seen, async some => {
    const found = await sql<MonthRecord>`
      select f.id as fistel_id, f.uuid as fistel_uuid, f.fistel, c.id as client_id, c.uuid as client_uuid, c.name as client,
        e.nome_fantasia as empresa, h.id as person_id, h.name as person, coalesce(s.initial, s.name) as service, k.id as collect_id, k.uuid, t.name as status,
        coalesce(k.edition, 1) as edition, coalesce(k.zeroed, false) as zeroed,
        p.id as before_id,
        coalesce(c.variation_percent, ${ctx.config.of(variationPercent)}::numeric)::float8 as threshold,
        (${lapsedSql(ctx)})::text as lapsed,
        case when k.id is null then ${tenureSql} end as tenure
      from fistels f
      join clients c on c.id = f.client_id and c.deleted_at is null and not c.prospect
      join service_types s on s.id = f.service_type_id and s.term = any(${[...monthlyServices]}::text[])
      left join empresas e on e.id = c.empresa_responsavel_id
      left join collects k on k.fistel_id = f.id and k.year = ${y} and k.month = ${m} and k.deleted_at is null
      left join users h on ${isStaff(ctx.user)} and h.id = coalesce(k.responsible_id, c.responsible_id)
      left join statuses t on t.id = k.status_id
      left join collects p on p.fistel_id = f.id and p.year = ${last.year} and p.month = ${last.month} and p.deleted_at is null
      where ${amongSql('f.id', some)}`.execute(ctx.sql)
    rows.push(...found.rows.filter(({ tenure }) => tenure === null || owes(tenure, { year: y, month: m })))
  })
  const compared = rows.filter(({ before_id }) => totals === 'all' || before_id !== null)
  const sums = await totalsOf(
    ctx,
    compared.flatMap(({ collect_id, before_id }) => [collect_id, before_id].filter(id => id !== null)),
  )
  return byUrgency(
    rows.map((row): MonthRow => ({
      fistel: { id: row.fistel_id, uuid: row.fistel_uuid, name: row.fistel },
      client: { id: row.client_id, uuid: row.client_uuid, name: row.client },
      empresa: row.empresa,
      person: row.person_id === null ? null : { id: row.person_id, name: row.person ?? '' },
      service: row.service ?? '',
      collect:
        row.uuid && row.collect_id
          ? {
              id: row.collect_id,
              uuid: row.uuid,
              step: stepOf({ name: row.status ?? '' }),
              edition: row.edition,
              zeroed: row.zeroed,
              accesses: sums.get(row.collect_id) ?? null,
            }
          : null,
      before: row.before_id === null ? null : (sums.get(row.before_id) ?? null),
      threshold: row.threshold,
      lapsed: row.lapsed,
    })),
  )
}

/** When the fistels in use that the user sees came in, of services with a monthly file; null where there is none. */
export async function boardBeginning(ctx: Ctx): Promise<BoardBeginning | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(x.since)::text as first, max(x.since)::text as last from (
      select min(n.since) as since from fistel_tenures n
      join fistels f on f.id = n.fistel_id and f.id = any(${[...(await seenFistels(ctx))]}::bigint[])
      join clients c on c.id = f.client_id and c.deleted_at is null and not c.prospect
      join service_types s on s.id = f.service_type_id and s.term = any(${[...monthlyServices]}::text[])
      group by f.id having bool_or(n.until is null)) x`.execute(ctx.sql)
  const { first = null, last = null } = rows[0] ?? {}
  return first === null ? null : { month: firstMonth(first), since: first, together: first === last }
}

/** The accesses of some coletas; one that has none is not among them. */
async function totalsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  await walkAtPace(patience, summed)(ids, async some => {
    const { rows } = await sql<{ id: number; sum: number }>`
      select l.parent_id as id, sum(a.amount)::float8 as sum
      from collects_locations l join ${countedAccesses} a on a.parent_id = l.id
      where l.parent_id = any(${[...some]}::bigint[]) group by l.parent_id`.execute(ctx.sql)
    for (const { id, sum } of rows) found.set(id, sum)
  })
  return found
}
