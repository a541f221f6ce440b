import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'
import * as z from 'zod'

/** What a proof says that its key signed (RFC 9449 §4.2). */
export interface Proof {
  /** The thumbprint of the key (RFC 7638). */
  readonly jkt: string
  readonly jti: string
  readonly htm: string
  readonly htu: string
  /** Seconds since 1970. */
  readonly iat: number
  /** The hash of the access token it goes with. */
  readonly ath: string | null
  readonly nonce: string | null
}

const longestProof = 2_000
/** Keys of browsers that are remembered, so that none is made of its numbers with every request. */
const rememberedKeys = 5_000

const coordinate = z.string().regex(/^[\w-]{43}$/)
const header = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  // Strict: of a private key nothing is accepted.
  jwk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
})
const claims = z.object({
  jti: z.string().min(16).max(100),
  htm: z.string().max(10),
  htu: z.string().max(1_000),
  iat: z.number(),
  ath: z.string().max(100).optional(),
  nonce: z.string().max(200).optional(),
})

interface ProofKey {
  readonly jkt: string
  readonly key: KeyObject
}
/** By the header of their proofs, which is the same in each. */
const keys = new Map<string, ProofKey>()

/** Reads a proof whose signature is right; null of anything else. When, where and for what it was made is its reader's to judge. */
export function readProof(given: string): Proof | null {
  if (given.length > longestProof) return null
  const [, head = '', body = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/.exec(given) ?? []
  const known = keys.get(head) ?? keyIn(head)
  const payload = claims.safeParse(jsonIn(body))
  if (!known || !payload.success) return null
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: known.key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) return null
  // Who signs with a key has it: one that nobody proved to have is not remembered.
  if (keys.size >= rememberedKeys) keys.clear()
  keys.set(head, known)
  const { ath = null, nonce = null, ...rest } = payload.data
  return { ...rest, ath, nonce, jkt: known.jkt }
}

function keyIn(head: string): ProofKey | null {
  const read = header.safeParse(jsonIn(head))
  if (!read.success) return null
  const { crv, kty, x, y } = read.data.jwk
  try {
    const key = createPublicKey({ key: { crv, kty, x, y }, format: 'jwk' })
    return { key, jkt: hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url') }
  } catch {
    // No point of the curve.
    return null
  }
}

function jsonIn(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, 'base64url').toString())
  } catch {
    return null
  }
}
