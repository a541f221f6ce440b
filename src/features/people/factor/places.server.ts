import { sql } from 'kysely'
import type { Person } from '#features/people/auth/people.server.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { after, at } from '#features/people/auth/sessions.server.ts'
import type { SignIn } from '#features/people/auth/second.server.ts'
import { knownAt } from '#features/people/auth/sign-in.server.ts'
import { trustDays } from '#features/people/factor/factors.ts'
import { deviceOf } from '#features/people/users/device.ts'
import { networkOf } from '#server/network.ts'
import type { Sql } from '#server/operation.ts'

type Arrival = Pick<SignIn, 'device' | 'request' | 'now'>

const placeOf = ({ request: { ip, agent } }: Arrival) => hashOf(`${networkOf(ip)} ${deviceOf(agent)}`)
/** What a browser is known by: the word it made up, else where it is and what kind it is. */
const markOf = (arrival: Arrival) => (isWord(arrival.device) ? hashOf(arrival.device) : placeOf(arrival))
/** 128 random bits or more. */
const isWord = (device: string | undefined): device is string => device !== undefined && /^[\w-]{32,100}$/.test(device)

/** Whether this browser needs no second factor. */
export async function isTrusted(trx: Sql, user_id: number, arrival: Arrival): Promise<boolean> {
  if (!isWord(arrival.device)) return false
  const { rows } = await sql`
    select from sign_in_devices
    where user_id = ${user_id} and hash = ${markOf(arrival)} and trusted_until > ${at(arrival.now)}`.execute(trx)
  return rows.length > 0
}

/** Remembers this browser for a while; called once a second factor was shown in it. */
export async function trust(trx: Sql, user_id: number, arrival: Arrival): Promise<void> {
  if (!isWord(arrival.device)) return
  await sql`update sign_in_devices set trusted_until = ${after(arrival.now, trustDays * 86_400)}
    where user_id = ${user_id} and hash = ${markOf(arrival)}`.execute(trx)
}

/**
 * Remembers where somebody signs in, right before the session begins; answers whether it is news to them. A first sign-in of all
 * is none, nor is a known browser elsewhere, nor the same kind of browser in a network they used before.
 */
export async function noteArrival(trx: Sql, { id }: Person, arrival: Arrival): Promise<boolean> {
  const { request, now } = arrival
  const { rows } = await sql<{ known: boolean; any: boolean }>`
    select coalesce(bool_or(hash = ${markOf(arrival)} or place = ${placeOf(arrival)}), false) as known, count(*) > 0 as any
    from sign_in_devices where user_id = ${id}`.execute(trx)
  await sql`
    insert into sign_in_devices (user_id, hash, place, agent, ip, first_at, last_at)
    values (${id}, ${markOf(arrival)}, ${placeOf(arrival)}, ${request.agent.slice(0, 300)}, ${request.ip}, ${at(now)}, ${at(now)})
    on conflict (user_id, hash) do update set place = excluded.place, agent = excluded.agent, ip = excluded.ip,
      last_at = excluded.last_at`.execute(trx)
  const [found] = rows
  if (found?.known) return false
  if (found?.any) return true
  // Nothing was noted of sign-ins before this release: their sessions have where they were.
  const { rows: before } = await sql`select from sessions where user_id = ${id} limit 1`.execute(trx)
  return before.length > 0 && !(await knownAt(trx, id, request.ip))
}
