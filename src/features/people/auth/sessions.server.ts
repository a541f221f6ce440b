import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { LiveSession } from '#features/people/auth/api.ts'
import { sessionLimit, verdictOn, type Lives } from '#features/people/auth/rotation.ts'
import { endTokens } from '#features/people/auth/ended-tokens.server.ts'
import { hashOf, newToken } from '#features/people/auth/secrets.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** What a sign-in or a refresh hands over; `expires_in` in seconds. */
export interface SessionTokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}
export type EndedBy = 'logout' | 'user' | 'limit' | 'reuse' | 'password' | 'administrator' | 'directory'

export const livesOf = (config: Config): Lives => ({
  access: config.ACCESS_TOKEN_SECONDS,
  idle: config.REFRESH_IDLE_SECONDS,
  max: config.REFRESH_MAX_SECONDS,
})

/** A moment as a parameter, and one some seconds later. */
export const at = (now: Date) => sql`${now.toISOString()}::timestamptz`
export const after = (now: Date, seconds: number) => at(new Date(now.getTime() + seconds * 1000))

const alive = (now: Date) => sql`s.ended_at is null and s.idle_until > ${at(now)} and s.expires_at > ${at(now)}`

/** Who is to hold a session: the key of a browser, or a registered program; with neither, anybody who has its tokens. */
export interface SessionHolder {
  readonly jkt: string | null
  readonly program: string | null
}
interface SessionOrigin extends Partial<SessionHolder> {
  readonly ip: string
  readonly agent: string
}

/** Starts a session inside the caller's transaction; beyond the limit the user's oldest one ends. */
export async function startSession(
  trx: Sql,
  user_id: number,
  from: SessionOrigin & { readonly hasFactor?: boolean },
  now: Date,
  lives: Lives,
): Promise<SessionTokens> {
  await sql`select id from users where id = ${user_id} for no key update`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    insert into sessions (user_id, created_at, last_used_at, rotated_at, idle_until, expires_at, ip, agent, jkt, program, proved_at, factor_proved_at)
    values (${user_id}, ${at(now)}, ${at(now)}, ${at(now)}, ${after(now, lives.idle)}, ${after(now, lives.max)},
            ${from.ip}, ${from.agent.slice(0, 300)}, ${from.jkt ?? null}, ${from.program ?? null}, ${at(now)}, ${from.hasFactor ? at(now) : null})
    returning id`.execute(trx)
  await sql`
    update sessions set ended_at = ${at(now)}, ended_by = 'limit' where id in (
      select s.id from sessions s where s.user_id = ${user_id} and ${alive(now)}
      order by s.created_at desc, s.id desc offset ${sessionLimit})`.execute(trx)
  return issue(trx, rows[0]?.id ?? 0, 1, now, lives)
}

/**
 * Trades a refresh token for new ones; null when it is worth nothing. Runs in a transaction of its own, which stays
 * committed when the answer is null: a reuse has then ended the session.
 */
export const refreshSession = (
  db: Sql,
  token: string,
  now: Date,
  lives: Lives,
  holder: SessionHolder = { jkt: null, program: null },
): Promise<SessionTokens | null> =>
  db.transaction().execute(async trx => {
    const { rows } = await sql<RefreshedSession>`
      select s.id, s.jkt, s.program, r.generation as held, s.generation, s.graced, ${alive(now)} as alive,
             extract(epoch from ${at(now)} - s.rotated_at)::float8 as seconds_since_rotation,
             u.active and u.deleted_at is null and p.active and p.deleted_at is null as welcome
      from refresh_tokens r join sessions s on s.id = r.session_id
      join users u on u.id = s.user_id join profiles p on p.id = u.profile_id
      where r.hash = ${hashOf(token)} for no key update of s`.execute(trx)
    const found = rows[0]
    if (!found?.alive) return null
    // A copy without its key is worth nothing, and ends nothing.
    if (found.program !== holder.program || (found.jkt !== null && found.jkt !== holder.jkt)) return null
    const verdict = verdictOn(found.held, { ...found, secondsSinceRotation: found.seconds_since_rotation })
    if (verdict === 'reuse') {
      await endSession(trx, found.id, 'reuse', now)
      return null
    }
    if (!found.welcome) return null
    const turned =
      verdict === 'rotate'
        ? sql`generation = generation + 1, graced = 0, rotated_at = ${at(now)}`
        : sql`graced = graced + 1`
    await sql`update sessions set ${turned}, last_used_at = ${at(now)}, idle_until = ${after(now, lives.idle)}
      where id = ${found.id}`.execute(trx)
    await sql`delete from access_tokens where session_id = ${found.id} and expires_at <= ${at(now)}`.execute(trx)
    return issue(trx, found.id, verdict === 'rotate' ? found.generation + 1 : found.generation, now, lives)
  })

interface RefreshedSession extends SessionHolder {
  readonly id: number
  /** The generation of the token presented; `generation` is the one in force. */
  readonly held: number
  readonly generation: number
  readonly graced: number
  readonly seconds_since_rotation: number
  readonly alive: boolean
  readonly welcome: boolean
}

/** A pair of tokens; neither outlives its session. */
async function issue(
  trx: Sql,
  session_id: number,
  generation: number,
  now: Date,
  lives: Lives,
): Promise<SessionTokens> {
  const access_token = newToken()
  const refresh_token = newToken()
  const { rows } = await sql<{ expires_in: number }>`
    insert into access_tokens (hash, session_id, expires_at)
    select ${hashOf(access_token)}, id, least(${after(now, lives.access)}, idle_until, expires_at)
    from sessions where id = ${session_id}
    returning floor(extract(epoch from expires_at - ${at(now)}))::int as expires_in`.execute(trx)
  await sql`insert into refresh_tokens (hash, session_id, generation)
    values (${hashOf(refresh_token)}, ${session_id}, ${generation})`.execute(trx)
  return { access_token, refresh_token, expires_in: rows[0]?.expires_in ?? 0 }
}

export async function endSession(db: Sql, session_id: number, by: EndedBy, now: Date): Promise<void> {
  await sql`update sessions set ended_at = ${at(now)}, ended_by = ${by}
    where id = ${session_id} and ended_at is null`.execute(db)
}

/**
 * Ends every session of a user, but for the one to keep, and their other ways in: the private link to their calendar, the tokens of
 * their programs, sign-ins under way, and the browsers that need no second factor.
 */
export async function endSessions(db: Sql, user_id: number, by: EndedBy, now: Date, keep?: number): Promise<void> {
  await sql`update sessions set ended_at = ${at(now)}, ended_by = ${by}
    where user_id = ${user_id} and ended_at is null and id is distinct from ${keep ?? null}::bigint`.execute(db)
  await sql`delete from calendar_links where user_id = ${user_id}`.execute(db)
  await sql`delete from sign_in_steps where user_id = ${user_id}`.execute(db)
  await sql`update sign_in_devices set trusted_until = null
    where user_id = ${user_id} and trusted_until is not null`.execute(db)
  await endTokens(db, user_id, by === 'password' ? 'password' : 'account', now)
}

/** The latest used first. */
export async function sessionsOf(
  db: Sql,
  user_id: number,
  current: number,
  now: Date,
): Promise<readonly LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select s.id, s.uuid, s.created_at, s.last_used_at, least(s.idle_until, s.expires_at) as expires_at, s.ip, s.agent,
           s.id = ${current} as current, s.jkt is not null as bound, s.program, s.copy_refused_at
    from sessions s where s.user_id = ${user_id} and ${alive(now)}
    order by s.last_used_at desc, s.id desc`.execute(db)
  return rows
}

/** The live sessions of somebody, the latest used first, whether each is in use, and when they last signed in. */
export async function signInsOf(db: Sql, user_id: number, now: Date, { access }: Lives) {
  const { rows } = await sql<{ at: string }>`
    select e.at from audit_events e where e.resource = 'users' and e.row_id = ${user_id} and e.event = 'users.login'
    order by e.id desc limit 1`.execute(db)
  const live = await sessionsOf(db, user_id, 0, now)
  // A page that is open renews its access when it ends.
  const since = now.getTime() - access * 1_000
  return {
    last: rows[0]?.at ?? null,
    live: live.map(({ uuid, agent, ip, created_at, last_used_at }) => ({
      uuid,
      agent,
      ip,
      created_at,
      last_used_at,
      using: Date.parse(last_used_at) >= since,
    })),
  }
}

/** Ends one of the user's own; a 404 for anyone else's. `id` is the number or the uuid. */
export async function endOwnSession(db: Sql, user_id: number, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.id from sessions s
    where s.user_id = ${user_id} and (s.id::text = ${id} or s.uuid::text = ${id.toLowerCase()}) and ${alive(now)}`.execute(
    db,
  )
  if (!rows[0]) throw problem('missing')
  await endSession(db, rows[0].id, 'user', now)
}
