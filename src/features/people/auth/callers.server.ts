import { hash } from 'node:crypto'
import { problem } from '#kernel/problem.ts'
import type { ArrivingRequest, CallerHeaders } from '#server/house.ts'
import type { Database } from '#server/database/database.ts'
import { userOf, type Authenticated } from '#features/people/auth/authenticate.server.ts'
import { noteCopy } from '#features/people/auth/copies.server.ts'
import { noteUses, programOf, type Program } from '#features/people/auth/programs.server.ts'
import { proofSpender, unproven } from '#features/people/auth/proofs.server.ts'
import { isProgramToken, tokenPrefix } from '#features/people/auth/token-text.server.ts'
import { readTrust } from '#server/proxy.ts'

/** A user by a session of theirs, or a program by a token. */
type TokenHolder = Authenticated & Partial<Program>
type KnownCaller = TokenHolder & {
  /** When this was read, by the clock that only goes forward. */
  readonly read: number
}

/** Tokens remembered at once. */
const rememberedTokens = 5_000
/** Milliseconds somebody is remembered: a line to other processes may have died without a word. */
const rememberedTime = 1_000
/** What says who holds a token and what they may do. */
const tables = ['access_tokens', 'api_tokens', 'sessions', 'users', 'profiles', 'user_factors']

/**
 * Remembers who owns a token until a table that decides it changes: a query per request took a quarter of one client's time. Own
 * commits apply from the next request, others once their process notifies; while notifications are down nobody is remembered.
 * @param host the name people know the server by; null: any.
 */
export function rememberCallers(
  database: Database,
  now: () => Date,
  host: string | null = null,
): (headers: CallerHeaders, arriving?: ArrivingRequest) => Promise<TokenHolder | null> {
  const known = new Map<string, KnownCaller>()
  const spend = proofSpender({ database, now, host })
  const noteUse = noteUses(database.kysely, now)
  let changes = 0
  const watch = database.watch(tables, () => {
    changes++
    known.clear()
  })
  return async (headers, arriving) => {
    const [, token] = /^(?:Bearer|DPoP) ([\w-]{20,200})$/.exec(String(headers.authorization)) ?? []
    if (!token) return null
    const caller = await holderOf(token)
    if (!caller || !arriving) return caller
    if (caller.jkt !== null) {
      const fault = await spend(caller.jkt, token, headers.dpop, arriving)
      // Where nothing can be written it is refused all the same.
      if (fault === 'foreign') await noteCopy(database.kysely, caller, arriving, now()).catch(() => undefined)
      if (fault) throw unproven(fault)
    }
    if (caller.addresses) acceptProgram(caller, caller.addresses, arriving)
    return caller
  }

  async function holderOf(token: string): Promise<TokenHolder | null> {
    const key = hash('sha256', token, 'base64')
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
    const caller = await lookUp(token)
    if (!caller || asked !== changes || !watch.isComplete()) return caller
    if (known.size >= rememberedTokens) known.clear()
    known.set(key, { ...caller, read })
    return caller
  }

  async function lookUp(token: string): Promise<TokenHolder | null> {
    if (!token.startsWith(tokenPrefix)) return userOf(database.kysely, token, now())
    return isProgramToken(token) ? programOf(database.kysely, token, now()) : null
  }

  /** Throws a 403 to a program at another address than its token is for. */
  function acceptProgram({ user }: Authenticated, addresses: readonly string[], { ip, agent }: ArrivingRequest) {
    if (addresses.length && !readTrust(addresses.join(','))?.(ip, 0))
      throw problem('forbidden', `Este token não é aceito do endereço ${ip}.`)
    if (user.token) noteUse({ token_id: user.token.id, ip, agent })
  }
}
