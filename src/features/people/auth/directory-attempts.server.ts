import { sql } from 'kysely'
import { hashOf, newToken } from '#features/people/auth/secrets.server.ts'
import { after, at } from '#features/people/auth/sessions.server.ts'
import type { Challenge } from '#features/people/auth/directory-provider.server.ts'
import { forget } from '#server/chores/forget.ts'
import type { Sql } from '#server/operation.ts'

/** Seconds somebody has to sign in at the directory. */
const attemptLife = 900

/** Stores a challenge under a ticket that only the browser it was made for has. Answers the ticket. */
export async function storeAttempt(db: Sql, { state, nonce, verifier }: Challenge, now: Date): Promise<string> {
  const ticket = newToken()
  await sql`
    insert into directory_attempts (hash, state, nonce, verifier, expires_at)
    values (${hashOf(ticket)}, ${state}, ${nonce}, ${verifier}, ${after(now, attemptLife)})`.execute(db)
  return ticket
}

/** The challenge of a ticket, once: of twelve that present it, one gets it. */
export async function takeAttempt(db: Sql, ticket: string, now: Date): Promise<Challenge | null> {
  const { rows } = await sql<Challenge>`
    delete from directory_attempts where hash = ${hashOf(ticket)} and expires_at > ${at(now)}
    returning state, nonce, verifier`.execute(db)
  return rows[0] ?? null
}

export const forgetAttempts = (db: Sql, now: Date): Promise<number> =>
  forget(db, 'directory_attempts', sql`expires_at <= ${at(now)}`)
