import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import type { Period } from '#parts/period/period.ts'
import { countedAccesses } from '#features/regulatory/collects/coleta/counted.server.ts'
import { stepOf } from '#features/regulatory/collects/coleta/steps.ts'
import { tenureSql } from '#parts/tenure/tenure.server.ts'
import type { Tenure } from '#parts/tenure/tenure.ts'
import { shownTo } from '#parts/shown/shown.server.ts'
import { economicServices, type EconomicService } from '#features/regulatory/anatel/economic-layout.ts'
import {
  economicOf,
  type Economic,
  type EconomicLine,
  type Owing,
  type SemesterCollect,
} from '#features/regulatory/semester/semester.ts'
import { monthsOf, type Semester } from '#parts/period/semester.ts'
import type { Ctx } from '#server/operation.ts'

const codes = Object.keys(economicServices)
/** Clients per statement. */
const atOnce = 200

interface FoundFistel {
  readonly client_id: number
  readonly fistel: string
  readonly term: keyof typeof economicServices
  readonly tenure: Tenure
}
interface FoundCollect extends Period {
  readonly client_id: number
  readonly uuid: string
  readonly fistel: string
  readonly term: keyof typeof economicServices
  readonly status: string | null
  readonly ignore_export: boolean
  readonly hide_finance: boolean
  readonly finances: readonly EconomicLine[]
  readonly accesses: SemesterCollect['accesses']
}

/** The semester of each of the clients, by id; the caller has checked that the reader may see them. */
export async function economicsOf(
  ctx: Ctx,
  semester: Semester,
  clients: readonly number[],
): Promise<ReadonlyMap<number, Economic>> {
  const today = dayIn(new Date()).day
  const found = new Map<number, Economic>()
  for (let at = 0; at < clients.length; at += atOnce) {
    const ids = clients.slice(at, at + atOnce)
    const owing = await fistelsOf(ctx, ids)
    const told = await collectsOf(ctx, semester, ids)
    const own = <T extends { readonly client_id: number }>(rows: readonly T[], id: number) =>
      rows.filter(({ client_id }) => client_id === id)
    for (const id of ids) found.set(id, economicOf(semester, own(owing, id), own(told, id), today))
  }
  return found
}

async function fistelsOf(ctx: Ctx, clients: readonly number[]): Promise<readonly (Owing & { client_id: number })[]> {
  const { rows } = await sql<FoundFistel>`
    select f.client_id, f.fistel, s.term, ${tenureSql} as tenure
    from fistels f join service_types s on s.id = f.service_type_id
    where f.client_id = any(${clients}::bigint[]) and s.term = any(${codes}::text[])
      and f.deleted_at is null and ${shownTo(ctx.user, 'f')}`.execute(ctx.sql)
  return rows.map(({ client_id, fistel, term, tenure }) => ({
    client_id,
    fistel,
    service: economicServices[term],
    ...tenure,
  }))
}

async function collectsOf(ctx: Ctx, semester: Semester, clients: readonly number[]) {
  const months = monthsOf(semester)
  const { rows } = await sql<FoundCollect>`
    select k.client_id, k.uuid, f.fistel, s.term, k.year, k.month, t.name as status, k.ignore_export, k.hide_finance,
      coalesce((select json_agg(json_build_object('state', n.state, 'net_billing', n.net_billing::float8,
          'investiment', n.investiment::float8, 'download_traffic', n.download_traffic::float8,
          'upload_traffic', n.upload_traffic::float8))
        from collects_finances n where n.parent_id = k.id), '[]') as finances,
      coalesce((select json_agg(json_build_object('state', w.state, 'amount', w.amount)) from (
          select l.state, sum(a.amount)::float8 as amount
          from collects_locations l join ${countedAccesses} a on a.parent_id = l.id
          where l.parent_id = k.id and l.state is not null group by l.state) w), '[]') as accesses
    from collects k
    join fistels f on f.id = k.fistel_id
    join service_types s on s.id = k.service_type_id and s.term = any(${codes}::text[])
    left join statuses t on t.id = k.status_id
    where k.client_id = any(${clients}::bigint[]) and k.year = ${semester.year}
      and k.month between ${months[0]?.month ?? 0} and ${months.at(-1)?.month ?? 0} and k.active and k.deleted_at is null
      and ${shownTo(ctx.user, 'f')}
    order by k.month, f.fistel`.execute(ctx.sql)
  const staff = isStaff(ctx.user)
  return rows.map(
    ({ term, status, hide_finance, finances, ...row }): SemesterCollect & { readonly client_id: number } => {
      const hidden = hide_finance && !staff
      const service: EconomicService = economicServices[term]
      return {
        ...row,
        service,
        step: stepOf(status === null ? null : { name: status }),
        hidden,
        finances: hidden ? [] : finances,
      }
    },
  )
}
