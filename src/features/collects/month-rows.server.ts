import { sql } from 'kysely'
import { seenFistels } from '#features/collects/holdings.server.ts'
import { monthlyServices } from '#features/collects/layouts.ts'
import { byUrgency, type MonthRow } from '#features/collects/month.ts'
import { previous, type Period } from '#features/collects/period.ts'
import { stepOf } from '#features/collects/steps.ts'
import type { Ctx } from '#server/operation.ts'

interface Found {
  readonly fistel_id: number
  readonly fistel_uuid: string
  readonly fistel: string
  readonly client_id: number
  readonly client_uuid: string
  readonly client: string
  readonly empresa: string | null
  readonly service: string | null
  readonly collect_id: number | null
  readonly uuid: string | null
  readonly status: string | null
  readonly edition: number
  readonly zeroed: boolean
  readonly accesses: number
  readonly before: number | null
  readonly threshold: number
}

/** Every fistel the user sees that owes a coleta of the month, the most urgent first. */
export async function monthRows(ctx: Ctx, { year: y, month: m }: Period): Promise<readonly MonthRow[]> {
  const owing = await seenFistels(ctx, { active: 'true', 'filter[active_anatel]': 'true' })
  const last = previous({ year: y, month: m })
  const total = (of: string) => sql`(
    select coalesce(sum(a.amount), 0)::float8 from collects_locations l join collects_locations_accesses a on a.parent_id = l.id
    where l.parent_id = ${sql.ref(`${of}.id`)})`
  const { rows } = await sql<Found>`
    select f.id as fistel_id, f.uuid as fistel_uuid, f.fistel, c.id as client_id, c.uuid as client_uuid, c.name as client,
      e.nome_fantasia as empresa, coalesce(s.initial, s.name) as service, k.id as collect_id, k.uuid, t.name as status,
      coalesce(k.edition, 1) as edition, coalesce(k.zeroed, false) as zeroed,
      case when k.id is null then 0 else ${total('k')} end as accesses,
      case when p.id is not null then ${total('p')} end as before,
      coalesce(c.variation_percent, ${ctx.config.COLLECT_VARIATION_PERCENT}::numeric)::float8 as threshold
    from fistels f
    join clients c on c.id = f.client_id and c.active and c.deleted_at is null and not c.prospect
    join service_types s on s.id = f.service_type_id and s.term = any(${[...monthlyServices]}::text[])
    left join empresas e on e.id = c.empresa_responsavel_id
    left join collects k on k.fistel_id = f.id and k.year = ${y} and k.month = ${m} and k.deleted_at is null
    left join statuses t on t.id = k.status_id
    left join collects p on p.fistel_id = f.id and p.year = ${last.year} and p.month = ${last.month} and p.deleted_at is null
    where f.id = any(${owing}::bigint[])`.execute(ctx.sql)
  return rows
    .map((row): MonthRow => ({
      fistel: { id: row.fistel_id, uuid: row.fistel_uuid, name: row.fistel },
      client: { id: row.client_id, uuid: row.client_uuid, name: row.client },
      empresa: row.empresa,
      service: row.service ?? '',
      collect:
        row.uuid && row.collect_id
          ? {
              id: row.collect_id,
              uuid: row.uuid,
              step: stepOf({ name: row.status ?? '' }),
              edition: row.edition,
              zeroed: row.zeroed,
              accesses: row.accesses,
            }
          : null,
      before: row.before,
      threshold: row.threshold,
    }))
    .toSorted(byUrgency)
}
