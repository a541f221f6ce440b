import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { after, at } from '#features/people/auth/sessions.server.ts'
import { memorySeconds, waitAfter, type Limit } from '#features/people/auth/throttle.ts'
import { neighbourhoodOf, networkOf } from '#server/network.ts'
import type { Sql } from '#server/operation.ts'

type Purpose = 'login' | 'recovery' | 'password' | 'factor'

/** The key is a hash, because people type passwords as accounts. */
const accountKey = (account: string) => hashOf(account.trim().toLowerCase()).toString('base64url')

/** What one person mistypes: this account from this address. */
export const pairLimit = (purpose: Purpose, account: string, ip: string, free = 5): Limit => ({
  key: `${purpose} ${accountKey(account)} ${networkOf(ip)}`,
  free,
  freeWhenStrained: 1,
})
export const accountLimit = (purpose: Purpose, account: string, free: number): Limit => ({
  key: `${purpose} ${accountKey(account)}`,
  free,
  strains: true,
})
export const networkLimit = (purpose: Purpose, ip: string, free: number): Limit => ({
  key: `${purpose} ${neighbourhoodOf(ip)}`,
  free,
  strains: true,
})
export const addressLimit = (purpose: Purpose, ip: string, free: number): Limit => ({
  key: `${purpose} ${networkOf(ip)}`,
  free,
})

/**
 * Counts an attempt as failed before it is made, so that a thousand at once are a thousand; `forgive` takes it back.
 * Throws a 429 when any limit says to wait; an attempt not heard is not counted. Answers whether it is to be heard in turn
 * with those like it, for more strangers failed than is usual.
 */
export const countAttempt = (db: Sql, limits: readonly Limit[], now: Date): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const counted: { limit: Limit; failures: number; wait: number }[] = []
    for (const limit of inOrder(limits)) {
      const { rows } = await sql<{ failures: number; wait: number }>`
        insert into login_attempts (key, failures, failed_at, blocked_until) values (${limit.key}, 0, ${at(now)}, ${at(now)})
        on conflict (key) do update set key = excluded.key
        returning case when failed_at > ${after(now, -memorySeconds)} then failures else 0 end as failures,
                  extract(epoch from blocked_until - ${at(now)})::float8 as wait`.execute(trx)
      const [row = { failures: 0, wait: 0 }] = rows
      counted.push({ limit, ...row })
    }
    const wait = Math.max(...counted.map(each => each.wait))
    if (wait > 0) throw problem('throttled', { retryAfter: Math.ceil(wait) })
    const strained = counted.some(({ limit, failures }) => limit.strains && failures >= limit.free)
    for (const { limit, failures } of counted) {
      const free = (strained ? limit.freeWhenStrained : undefined) ?? limit.free
      const next = limit.strains ? 0 : waitAfter(failures + 1, free)
      await sql`update login_attempts set failures = ${failures + 1}, failed_at = ${at(now)},
        blocked_until = ${after(now, next)} where key = ${limit.key}`.execute(trx)
    }
    return strained
  })

/** Records a right attempt: its user's own count restarts, and the attempt no longer counts in shared limits. */
export async function forgive(db: Sql, own: Limit, shared: readonly Limit[] = []): Promise<void> {
  for (const { key } of inOrder([own, ...shared])) {
    if (key === own.key) await sql`delete from login_attempts where key = ${key}`.execute(db)
    else await sql`update login_attempts set failures = greatest(0, failures - 1) where key = ${key}`.execute(db)
  }
}

/** The attempt was never compared: it alone is taken back, and what failed before it stays. */
export async function takeBack(db: Sql, limits: readonly Limit[]): Promise<void> {
  for (const { key } of inOrder(limits))
    await sql`update login_attempts set failures = greatest(0, failures - 1), blocked_until = failed_at
      where key = ${key}`.execute(db)
}

/** Always taken in the same order, so that no two requests wait for each other. */
const inOrder = (limits: readonly Limit[]) => [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))
