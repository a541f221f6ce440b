import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What a proof is about; `header` and `claims` replace parts of it, as who forges one would. */
interface Proving {
  readonly method: string
  /** The whole address. */
  readonly url: string
  readonly token?: string
  readonly nonce?: string
  readonly now?: Date
  readonly header?: object
  readonly claims?: object
}

/** A browser's key, and proofs signed by it (RFC 9449), written apart from the product. */
export function openProver() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const jkt = hashOf(JSON.stringify({ crv, kty, x, y }))
  const plain = { typ: 'dpop+jwt', alg: 'ES256', jwk: { crv, kty, x, y } }
  const prove = ({ method, url, token, nonce, now = new Date(), header = {}, claims = {} }: Proving) => {
    const head = segment({ ...plain, ...header })
    const body = segment({
      jti: randomBytes(16).toString('base64url'),
      htm: method,
      htu: url.split('?')[0],
      iat: Math.floor(now.getTime() / 1_000),
      ...(token !== undefined && { ath: hashOf(token) }),
      ...(nonce !== undefined && { nonce }),
      ...claims,
    })
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${head}.${body}.${signature.toString('base64url')}`
  }
  return { jkt, header: segment(plain), prove, privateJwk: privateKey.export({ format: 'jwk' }) }
}
export type Prover = ReturnType<typeof openProver>
