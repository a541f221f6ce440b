import { pbkdf2Sync, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { cnpj } from '#kernel/brasil.ts'
import type { A1Certificate, PfxAnswer, PfxRequest } from '#features/billing/invoices/pfx.server.ts'
import { errand } from '#parts/child/child.server.ts'
import { watched } from '#parts/child/watched.server.ts'

const room = { ms: 20_000, rss: 300 } as const
/** A file says itself how often its password is hashed: certifiers write 2,000, the most careful tools 600,000. */
const mostRounds = 1_000_000
/** Bits of an RSA key: with a longer one each signature would be waited for. ICP-Brasil issues 2048 and 4096. */
const longestKey = 4096

const wrongFile = 'Não é um certificado A1: envie o arquivo .pfx ou .p12 que a certificadora entregou.'
const wrongPassword = 'A senha não abre este certificado.'

class Refusal extends Error {
  readonly field: 'file' | 'password'
  constructor(field: 'file' | 'password', why: string) {
    super(why)
    this.field = field
  }
}

let tooMany: Refusal | undefined
function refuseRounds(rounds: unknown) {
  if (typeof rounds === 'number' && rounds >= 1 && rounds <= mostRounds) return
  const most = mostRounds.toLocaleString('pt-BR')
  tooMany = new Refusal(
    'file',
    `O certificado pede mais de ${most} rodadas para conferir a senha. Peça outro à certificadora.`,
  )
  throw tooMany
}

/**
 * Has the rounds looked at before a key is derived, wherever in the file they are written: of its MAC, of a bag, and of a bag
 * within another, which nobody can read before the outer one is open.
 */
function boundRounds(of: unknown, name: string, at: number) {
  const derive: unknown = typeof of === 'object' && of ? Reflect.get(of, name) : undefined
  if (typeof of !== 'object' || !of || typeof derive !== 'function')
    throw new Error(`node-forge derives no key by ${name}`)
  Reflect.set(of, name, (...given: readonly unknown[]): unknown => {
    refuseRounds(given[at])
    return Reflect.apply(derive, of, given)
  })
}
boundRounds(forge.pkcs12, 'generateKey', 3)
boundRounds(Reflect.get(forge.pki, 'pbe'), 'generatePkcs12Key', 3)
/** OpenSSL's, which is some thirty times as fast as the one in JavaScript. */
Reflect.set(
  forge.pkcs5,
  'pbkdf2',
  (password: string, salt: string, rounds: number, size: number, hash?: { readonly algorithm?: string }) => {
    refuseRounds(rounds)
    const derived = pbkdf2Sync(
      Buffer.from(password, 'latin1'),
      Buffer.from(salt, 'latin1'),
      rounds,
      size,
      hash?.algorithm ?? 'sha1',
    )
    return derived.toString('latin1')
  },
)

/** Those of RC2 and 3DES too, which certifiers still hand out and OpenSSL 3 refuses. */
function readCertificate({ bytes, password }: PfxRequest): A1Certificate {
  const opened = openPfx(bytes, password)
  const { keyBag, pkcs8ShroudedKeyBag, certBag } = forge.pki.oids
  const bags = (type: string | undefined) => (type ? (opened.getBags({ bagType: type })[type] ?? []) : [])
  const [{ key } = { key: null }] = [...bags(pkcs8ShroudedKeyBag), ...bags(keyBag)]
  const certificates = bags(certBag).flatMap(({ cert }) => (cert ? [cert] : []))
  if (!key || !('n' in key)) throw new Refusal('file', wrongFile)
  const { n, e, d, p, q, dP, dQ, qInv } = key
  if ([n, e, d, p, q, dP, dQ, qInv].some(part => part.bitLength() > longestKey))
    throw new Refusal('file', `A chave deste certificado tem mais de ${longestKey} bits. Peça outro à certificadora.`)
  const matching = certificates.find(({ publicKey }) => 'n' in publicKey && publicKey.n.equals(n))
  if (!matching) throw new Refusal('file', 'O certificado e a chave deste arquivo não são um do outro.')
  const pem = (each: forge.pki.Certificate) => forge.pki.certificateToPem(each)
  const chain = [matching, ...certificates.filter(each => each !== matching)].map(pem).join('')
  const certificate = new X509Certificate(pem(matching))
  const name = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? ''
  // ICP-Brasil writes 'NAME:DOCUMENT'.
  const [, holder = name, document = ''] = /^(.*):([\dA-Z]{11,14})$/.exec(name) ?? []
  return {
    key: forge.pki.privateKeyToPem(key),
    chain,
    holder: holder.slice(0, 160),
    document: cnpj(document) ?? (/^\d{11}$/.test(document) ? document : null),
    validUntil: new Date(certificate.validTo).toISOString(),
  }
}

function openPfx(bytes: Uint8Array, password: string) {
  try {
    return forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(Buffer.from(bytes).toString('latin1')), password)
  } catch (cause) {
    const isPassword = cause instanceof Error && /MAC|password|decrypt/i.test(cause.message)
    throw isPassword ? new Refusal('password', wrongPassword) : new Refusal('file', wrongFile)
  }
}

function answerOf(given: PfxRequest): PfxAnswer {
  try {
    return { read: readCertificate(given) }
  } catch (error) {
    const { field, message } = tooMany ?? (error instanceof Refusal ? error : new Refusal('file', wrongFile))
    return { read: null, field, why: message }
  }
}

await watched(room, async () => {
  const { given, tell } = await errand<PfxRequest>()
  tell(answerOf(given))
})
