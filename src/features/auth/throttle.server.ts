import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { hashOf } from '#features/auth/secrets.server.ts'
import { after, at } from '#features/auth/sessions.server.ts'
import { addressOf, memorySeconds, waitAfter, type Limit } from '#features/auth/throttle.ts'
import type { Sql } from '#server/operation.ts'

type Purpose = 'login' | 'recovery' | 'password'

/** What was typed as an account is not kept: people type passwords there. */
const accountKey = (account: string) => hashOf(account.trim().toLowerCase()).toString('base64url')

/** What one person mistypes: this account from this address. */
export const pairLimit = (purpose: Purpose, account: string, ip: string, free = 5): Limit => ({
  key: `${purpose} ${accountKey(account)} ${addressOf(ip)}`,
  free,
})
export const accountLimit = (purpose: Purpose, account: string, free: number): Limit => ({
  key: `${purpose} ${accountKey(account)}`,
  free,
})
export const addressLimit = (purpose: Purpose, ip: string, free: number): Limit => ({
  key: `${purpose} ${addressOf(ip)}`,
  free,
})

/**
 * Counts an attempt as failed before it is made, so that a thousand at once are a thousand; `forgive` takes it back.
 * Throws a 429 when any limit says to wait; an attempt not heard is not counted.
 */
export const attempt = (db: Sql, limits: readonly Limit[], now: Date): Promise<void> =>
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
    for (const { limit, failures } of counted) {
      await sql`update login_attempts set failures = ${failures + 1}, failed_at = ${at(now)},
        blocked_until = ${after(now, waitAfter(failures + 1, limit.free))} where key = ${limit.key}`.execute(trx)
    }
  })

/** The attempt was right: whoever made it starts anew, and it no longer weighs on what they share with others. */
export async function forgive(db: Sql, own: Limit, shared: readonly Limit[] = []): Promise<void> {
  for (const { key } of inOrder([own, ...shared])) {
    if (key === own.key) await sql`delete from login_attempts where key = ${key}`.execute(db)
    else await sql`update login_attempts set failures = greatest(0, failures - 1) where key = ${key}`.execute(db)
  }
}

/** Always taken in the same order, so that no two requests wait for each other. */
const inOrder = (limits: readonly Limit[]) => [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))
