import { sql } from 'kysely'
import { showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { forget } from '#server/chores/forget.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { after, at } from '#features/people/auth/sessions.server.ts'
import type { HealthCheck } from '#server/health.ts'
import type { ProductMetric } from '#server/house.ts'
import { networkOf } from '#server/network.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

interface RefusedSignIn {
  readonly db: Sql
  readonly now: Date
  readonly request: Pick<RequestFacts, 'id' | 'ip'>
}

/** Refused sign-ins of this process since it began. */
const refusals = { refused: 0, throttled: 0 }
export const refusalsMetric: ProductMetric = {
  name: 'sign_in_failures_total',
  help: 'Sign-ins refused by this process: a wrong password or account, or too many tries',
  label: 'reason',
  counter: true,
  count: async () => refusals,
}

const event = 'users.login-refused'
/** Lines an hour may have; what comes beyond is counted in one more. */
const mostLines = 500
/** Lei 12.965/2014, art. 15 requires providers of internet applications in Brazil to store access records for six months. */
const keptDays = 180

/**
 * Counts a refused sign-in in the history, in one row per hour, person, address and cause. Unknown accounts appear as a hash:
 * people type passwords there, and those of one address share a row. It is one statement, whose time does not show if an account
 * exists.
 */
export async function noteRefusal(
  { db, now, request }: RefusedSignIn,
  email: string,
  isBraked: boolean,
  cause = 'senha errada',
): Promise<void> {
  refusals[isBraked ? 'throttled' : 'refused'] += 1
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  const address = networkOf(request.ip)
  const mark = hashOf(email.trim().toLowerCase()).toString('hex').slice(0, 8)
  await sql`
    with tried as (
      select u.id, u.active and u.deleted_at is null and p.active and p.deleted_at is null as welcome
      from users u join profiles p on p.id = u.profile_id where lower(u.email) = lower(${email.trim()})
      order by u.deleted_at is null desc, u.id desc limit 1
    ), seen as (
      select coalesce((select id from tried), 0) as row_id,
        case when ${isBraked}::boolean then 'tentativas demais, e a senha nem foi conferida'
             when not exists (select from tried) then 'conta não cadastrada'
             when (select welcome from tried) then ${cause}::text
             else 'pessoa inativa ou excluída' end as why,
        (select count(*) from audit_events where event = ${event} and at >= ${at(hour)}) >= ${mostLines} as is_flood
    ), line as (
      select case when is_flood then 0 else row_id end as row_id,
        ${hour.toISOString()}::text || case when is_flood then '' else concat_ws(' ', '', row_id, ${address}::text, why) end as tally,
        case when is_flood then 'Entrada recusada: contas e endereços demais para contar um a um, 1 vez nesta hora.'
             else 'Entrada recusada: ' || why || case when row_id = 0 then ' (marca ' || ${mark}::text || ')' else '' end
                  || '. De ' || ${address}::text || ', 1 vez nesta hora.' end as reason
      from seen
    )
    insert into audit_events (at, request_id, event, resource, row_id, changes, reason, tally)
    select ${at(now)}, ${request.id}, ${event}, 'users', row_id, '{}', reason, tally from line
    on conflict (tally) where tally is not null do update set tallied = audit_events.tallied + 1,
      reason = replace(excluded.reason, ', 1 vez', ', ' || (audit_events.tallied + 1) || ' vezes')`.execute(db)
}

/** Refused sign-ins of an hour from which somebody may be guessing passwords. */
const manyRefusals = 100
const refusedEntry = { one: 'entrada recusada', many: 'entradas recusadas', gender: 'f' } as const

/** Refused sign-ins of all processes, in this hour and the one before. */
export const refusalsHealth: HealthCheck = {
  key: 'entradas',
  title: 'Entradas recusadas',
  read: async ({ ctx, now }) => {
    // Of which account each was is nobody's but the whole office's.
    if (ctx.user.empresa_id !== null) return null
    const since = new Date((Math.floor(now.getTime() / 3_600_000) - 1) * 3_600_000).toISOString()
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(tallied), 0)::int as n from audit_events where event = ${event} and at >= ${since}::timestamptz`.execute(
      ctx.sql,
    )
    const n = rows[0]?.n ?? 0
    const counted = `${n ? count(n, refusedEntry) : 'Nenhuma entrada recusada'} desde as ${showInstant(since).slice(11)}`
    const link = { to: '/historico', label: 'Ver o histórico', needs: 'historico.index' }
    return n >= manyRefusals
      ? {
          state: 'atencao',
          text: `${counted}: alguém pode estar tentando senhas. Veja de onde, e de que contas.`,
          link,
        }
      : { state: 'ok', text: `${counted}.`, ...(n && { link }) }
  },
}

/** Forgets refusals whose time has passed. */
export const forgetRefusals = (db: Sql, now: Date): Promise<number> =>
  forget(db, 'audit_events', sql`event = ${event} and at < ${after(now, -keptDays * 86_400)}`)
