import { hash } from 'node:crypto'
import type { CallerHeaders } from '#server/house.ts'
import type { Database } from '#server/database/database.ts'
import { userOf, type Authenticated } from '#features/people/auth/authenticate.server.ts'

interface KnownCaller extends Authenticated {
  /** When this was read, by the clock that only goes forward. */
  readonly read: number
}

/** Tokens remembered at once. */
const rememberedTokens = 5_000
/** Milliseconds somebody is remembered: a line to other processes may have died without a word. */
const rememberedTime = 1_000
/** What says who holds a token and what they may do. */
const tables = ['access_tokens', 'sessions', 'users', 'profiles', 'user_factors']

/**
 * Remembers who owns a token until a table that decides it changes: a query per request took a quarter of one client's time. Own
 * commits apply from the next request, others once their process notifies; while notifications are down nobody is remembered.
 */
export function rememberCallers(
  database: Database,
  now: () => Date,
): (headers: CallerHeaders) => Promise<Authenticated | null> {
  const known = new Map<string, KnownCaller>()
  let changes = 0
  const watch = database.watch(tables, () => {
    changes++
    known.clear()
  })
  return async ({ authorization }) => {
    const [, bearer] = /^Bearer ([\w-]{20,200})$/.exec(String(authorization)) ?? []
    if (!bearer) return null
    const key = hash('sha256', bearer, 'base64')
    const found = known.get(key)
    if (
      found &&
      watch.isComplete() &&
      found.until > now().toISOString() &&
      performance.now() - found.read < rememberedTime
    )
      return found
    // A read that began before a change was notified may hold the data from before the change.
    const [asked, read] = [changes, performance.now()]
    const caller = await userOf(database.kysely, bearer, now())
    if (!caller || asked !== changes || !watch.isComplete()) return caller
    if (known.size >= rememberedTokens) known.clear()
    known.set(key, { ...caller, read })
    return caller
  }
}
