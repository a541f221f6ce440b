import { sql } from 'kysely'
import { timeZone } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import {
  monthNumber,
  type Filing,
  type Holding,
  type MonthSteps,
} from '#features/regulatory/collects/coleta/holding.ts'
import type { Period } from '#parts/period/period.ts'
import { stepOf, type Step } from '#features/regulatory/collects/coleta/steps.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { lapsedSql, tenureSql } from '#parts/tenure/tenure.server.ts'
import type { Tenure } from '#parts/tenure/tenure.ts'
import type { Ctx } from '#server/operation.ts'

/** More fistels than any consultancy has. */
const fistelLimit = 20_000
/** The ids of the fistels the user sees, as narrowed. */
export const seenFistels = (ctx: Ctx, narrowed: Readonly<Record<string, string>> = {}) =>
  ctx.rows(fistels).keys(listQuery(fistels, { pagination: 'false', ...narrowed }), fistelLimit)

interface HoldingRow {
  readonly fistel_id: number
  readonly fistel_uuid: string
  readonly fistel: string
  readonly client_id: number
  readonly client_uuid: string
  readonly client: string
  readonly empresa_id: number | null
  readonly empresa: string | null
  readonly service: string
  readonly term: string | null
  readonly regime: string | null
  readonly licensed: boolean
  readonly lapsed: string | null
  readonly tenure: Tenure
}

/** The fistels the user sees, of all clients or of some, by the client's name; those out of use too. */
export async function holdingsOf(ctx: Ctx, among?: number | readonly number[]): Promise<readonly Holding[]> {
  const seen = await seenFistels(ctx, among === undefined ? {} : { 'filter[client_id][in]': [among].flat().join() })
  const { rows } = await sql<HoldingRow>`
    select f.id as fistel_id, f.uuid as fistel_uuid, f.fistel, c.id as client_id, c.uuid as client_uuid, c.name as client,
      e.id as empresa_id, e.nome_fantasia as empresa, coalesce(s.initial, s.name) as service, s.term, r.slug as regime,
      c.station_045 or exists (select 1 from stations t
        where t.client_id = c.id and t.active and t.deleted_at is null and t.station_number is not null) as licensed,
      (${lapsedSql(ctx)})::text as lapsed, ${tenureSql} as tenure
    from fistels f
    join clients c on c.id = f.client_id and c.deleted_at is null and not c.prospect
    join service_types s on s.id = f.service_type_id
    left join tax_regimes r on r.id = c.tax_regime_id
    left join empresas e on e.id = c.empresa_responsavel_id
    where f.id = any(${seen}::bigint[])
    order by c.name collate pt_br, f.fistel`.execute(ctx.sql)
  return rows.map(row => ({
    fistel: { id: row.fistel_id, uuid: row.fistel_uuid, name: row.fistel },
    client: { id: row.client_id, uuid: row.client_uuid, name: row.client },
    empresa: row.empresa_id === null ? null : { id: row.empresa_id, name: row.empresa ?? '' },
    service: row.service,
    term: row.term,
    regime: row.regime,
    licensed: row.licensed,
    lapsed: row.lapsed,
    ...row.tenure,
  }))
}

interface FoundFiling extends Period {
  readonly fistel_id: number
  readonly uuid: string
  readonly status: string | null
  readonly zeroed: boolean
  readonly sent_on: string | null
}

/** The day the coleta under this alias was first sent, of one that was. */
export const sentOnSql = (alias: string) => `(coalesce(
  (select min(a.created_at) from collect_files a where a.collect_id = ${alias}.id and a.kind = 'arquivo' and a.deleted_at is null),
  (select min(h.at) from audit_events h where h.resource = 'collects' and h.row_id = ${alias}.id and h.event = 'collects.enviar'),
  ${alias}.updated_at) at time zone '${timeZone}')::date`

/** What there is of these fistels' months, the first and the last included. */
export async function filingsOf(ctx: Ctx, of: readonly Holding[], first: Period, last: Period) {
  const { rows } = await sql<FoundFiling>`
    select k.fistel_id, k.uuid, k.year, k.month, k.zeroed, t.name as status,
      case when t.slug in ('enviada', 'processada', 'com-erro') then ${sql.raw(sentOnSql('k'))}::text end as sent_on
    from collects k left join statuses t on t.id = k.status_id
    where k.fistel_id = any(${of.map(({ fistel }) => fistel.id)}::bigint[]) and k.deleted_at is null
      and k.year * 12 + k.month - 1 between ${monthNumber(first)} and ${monthNumber(last)}`.execute(ctx.sql)
  return rows.map(({ status, ...row }): Filing => ({ ...row, step: stepOf({ name: status ?? '' }) }))
}

interface PackedSteps {
  readonly fistel_id: number
  /** Two letters a coleta: its month from the first, and its status. */
  readonly packed: string
}
const firstLetter = 48

/** The steps of what `filingsOf` answers: a row of each fistel instead of one of each coleta, which would cost more than the query. */
export async function stepsOf(ctx: Ctx, of: readonly Holding[], first: Period, last: Period): Promise<MonthSteps> {
  // Those of coletas first: each coleta looks for its status among them.
  const { rows: statuses } = await sql<{ id: number; name: string }>`
    select id, name from statuses order by model <> 'Collect', id`.execute(ctx.sql)
  const [from, to] = [monthNumber(first), monthNumber(last)]
  const { rows } = await sql<PackedSteps>`
    select k.fistel_id, string_agg(chr(k.year * 12 + k.month - 1 - ${from}::int + ${firstLetter}::int) ||
      chr(coalesce(array_position(${statuses.map(({ id }) => id)}::bigint[], k.status_id), 0) + ${firstLetter}::int), '') as packed
    from collects k
    where k.fistel_id = any(${of.map(({ fistel }) => fistel.id)}::bigint[]) and k.deleted_at is null
      and k.year * 12 + k.month - 1 between ${from}::int and ${to}::int
    group by k.fistel_id`.execute(ctx.sql)
  const stepAt = [stepOf(null), ...statuses.map(stepOf)]
  const months = Array.from({ length: to - from + 1 }, () => new Map<number, Step>())
  for (const { fistel_id, packed } of rows)
    for (let at = 0; at < packed.length; at += 2) {
      const step = stepAt[packed.charCodeAt(at + 1) - firstLetter]
      if (step) months[packed.charCodeAt(at) - firstLetter]?.set(fistel_id, step)
    }
  return new Map(months.map((steps, month) => [from + month, steps]))
}
