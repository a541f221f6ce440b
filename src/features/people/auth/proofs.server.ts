import { createHmac, hash } from 'node:crypto'
import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { readProof, type Proof } from '#features/people/auth/dpop.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { ArrivingRequest } from '#server/house.ts'
import { sameSecret } from '#server/secret.ts'

/** Seconds a proof counts for after it was made; and before, for clocks that are ahead. */
const proofSeconds = { old: 60, early: 30 } as const
/** Seconds a nonce counts for: one proof is made with it at once. */
const nonceSeconds = 60
/** Proofs one process remembers as spent, at most, in each of two turns. */
const rememberedProofs = 100_000

/** Why a proof is refused: it is of no key or of another one, of another moment, or was used before. */
export type ProofFault = 'foreign' | 'untimely' | 'spent'
const faultsInWords: Readonly<Record<ProofFault, string>> = {
  foreign: 'Este acesso só vale no navegador em que começou. Entre de novo.',
  untimely: 'O relógio deste computador e o do servidor não combinam.',
  spent: 'Este pedido já foi recebido. Tente de novo.',
}

/** The 401 of a call without the proof it needs. */
export const unproven = (fault: ProofFault) =>
  problem('unauthenticated', { message: faultsInWords[fault], proof: { error: 'invalid_dpop_proof' } })

/** What proofs are judged by. */
interface ProofJudge {
  readonly database: Pick<Database, 'exclusive' | 'kysely'>
  readonly now: () => Date
  /** The name of the server people know; null: whatever name a request came by. */
  readonly host: string | null
}

/**
 * Answers a function that spends the proof of a call made with a bound token: signed by the session's key, for this method,
 * address and token, made just now, and not seen before. The function answers what is wrong with it, or null.
 *
 * Single use is known to the process. A call that writes is written down in the database besides, where other processes may share
 * it, because a proof does not cover the body; a read repeated at another process within the minute shows what it showed before.
 */
export function proofSpender({ database, now, host }: ProofJudge) {
  const spent = new SpentProofs(now)
  return async (jkt: string, token: string, given: unknown, request: ArrivingRequest): Promise<ProofFault | null> => {
    const proof = typeof given === 'string' ? readProof(given) : null
    if (!proof || proof.jkt !== jkt || proof.ath !== hash('sha256', token, 'base64url')) return 'foreign'
    if (!isAbout(proof, request, host)) return 'foreign'
    if (!isTimely(proof, now())) return 'untimely'
    const mark = `${jkt.slice(0, 12)} ${proof.jti}`
    if (!spent.add(mark)) return 'spent'
    if (request.method === 'GET' || database.exclusive) return null
    const { rows } = await sql`insert into spent_proofs (hash) values (${hash('sha256', mark, 'buffer')})
      on conflict do nothing returning 1`.execute(database.kysely)
    return rows.length ? null : 'spent'
  }
}

/** The name of the server, where the settings say it. */
export const knownHost = (config: Config) => (config.OUTORGA_URL === undefined ? null : new URL(publicUrl(config)).host)

/** Whether a proof names this method and this address: its query is of no matter (RFC 9449 §4.3). */
function isAbout(
  { htm, htu }: Proof,
  { method, url, host: sentTo }: Pick<ArrivingRequest, 'method' | 'url' | 'host'>,
  host: string | null,
): boolean {
  const target = URL.parse(htu)
  return (
    target !== null &&
    htm === method &&
    target.pathname === (url.split('?')[0] ?? '') &&
    (host === null || target.host === host || target.host === sentTo)
  )
}

const ageOf = ({ iat }: Proof, now: Date) => now.getTime() / 1_000 - iat
const isTimely = (proof: Proof, now: Date) => {
  const age = ageOf(proof, now)
  return age <= proofSeconds.old && age >= -proofSeconds.early
}

/** Proofs that were accepted, for as long as they would be accepted again: those of two turns, each as long as that. */
class SpentProofs {
  readonly #now: () => Date
  #turned = 0
  #young = new Set<string>()
  #old = new Set<string>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** False where it was spent before. */
  add(mark: string): boolean {
    const moment = this.#now().getTime()
    if (
      moment - this.#turned > (proofSeconds.old + proofSeconds.early) * 1_000 ||
      this.#young.size >= rememberedProofs
    ) {
      this.#old = this.#young
      this.#young = new Set()
      this.#turned = moment
    }
    if (this.#young.has(mark) || this.#old.has(mark)) return false
    this.#young.add(mark)
    return true
  }
}

/** Proves at `/oauth/token` which key a session has, or is to have. */
export interface GrantProof {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly host: string | null
  readonly now: Date
}

/**
 * The thumbprint of the key of a request for tokens; null without a proof. Where `nonceKey` is given the proof must contain a nonce
 * of the server's, so that nobody prepares proofs in a page for later; and it may, wherever a clock is wrong. Throws the 400 of
 * RFC 9449 §5 and §8.
 */
export function keyAtGrant({ headers, host, now }: GrantProof, nonceKey: string, needsNonce: boolean): string | null {
  if (headers.dpop === undefined) return null
  const proof = readProof(headers.dpop)
  const request = { method: 'POST', url: '/oauth/token', host: headers.host ?? '' }
  if (!proof || !isAbout(proof, request, host)) throw refuseGrant('invalid_dpop_proof', faultsInWords.foreign)
  const isFresh = proof.nonce !== null && isNonce(proof.nonce, nonceKey, now)
  if (!isFresh && (needsNonce || !isTimely(proof, now)))
    throw refuseGrant('use_dpop_nonce', faultsInWords.untimely, nonceAt(now, nonceKey))
  return proof.jkt
}

const refuseGrant = (error: string, message: string, nonce?: string) =>
  problem('malformed', {
    message,
    oauth: { error, error_description: message },
    proof: { error, ...(nonce !== undefined && { nonce }) },
  })

/** A moment and what shows that the server wrote it: any process of the installation knows it again. */
function nonceAt(now: Date, key: string): string {
  const moment = Math.floor(now.getTime() / 1_000).toString(36)
  return `${moment}.${createHmac('sha256', key).update(moment).digest('base64url')}`
}
function isNonce(given: string, key: string, now: Date): boolean {
  const moment = Number.parseInt(given.split('.')[0] ?? '', 36)
  if (!Number.isSafeInteger(moment)) return false
  const age = now.getTime() / 1_000 - moment
  return age >= -1 && age <= nonceSeconds && sameSecret(given, nonceAt(new Date(moment * 1_000), key))
}
