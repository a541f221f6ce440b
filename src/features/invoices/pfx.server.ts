import { X509Certificate } from 'node:crypto'
import type Forge from 'node-forge'
import { cnpj } from '#kernel/brasil.ts'
import { invalid } from '#kernel/problem.ts'
import { later } from '#server/later.ts'

const forge = later<typeof Forge>('node-forge')

/** A certificate A1 as PEM, and what it says of itself. */
export interface A1Certificate {
  readonly key: string
  /** The holder's first, then those it was issued by. */
  readonly chain: string
  readonly holder: string
  readonly document: string | null
  readonly validUntil: string
}

const wrongFile = 'Não é um certificado A1: envie o arquivo .pfx ou .p12 que a certificadora entregou.'
const wrongPassword = 'A senha não abre este certificado.'

/** Reads a PFX, those of RC2 and 3DES too, which certifiers still hand out and OpenSSL 3 refuses. Throws a 422. */
export function readPfx(bytes: Buffer, password: string): A1Certificate {
  const opened = openPfx(bytes, password)
  const { keyBag, pkcs8ShroudedKeyBag, certBag } = forge().pki.oids
  const bags = (type: string | undefined) => (type ? (opened.getBags({ bagType: type })[type] ?? []) : [])
  const [{ key } = { key: null }] = [...bags(pkcs8ShroudedKeyBag), ...bags(keyBag)]
  const certificates = bags(certBag).flatMap(({ cert }) => (cert ? [cert] : []))
  if (!key || !('n' in key)) throw invalid({ file: wrongFile })
  const own = certificates.find(({ publicKey }) => 'n' in publicKey && publicKey.n.equals(key.n))
  if (!own) throw invalid({ file: 'O certificado e a chave deste arquivo não são um do outro.' })
  const pem = (each: Forge.pki.Certificate) => forge().pki.certificateToPem(each)
  const chain = [own, ...certificates.filter(each => each !== own)].map(pem).join('')
  const read = new X509Certificate(pem(own))
  const name = /^CN=(.+)$/m.exec(read.subject)?.[1] ?? ''
  // ICP-Brasil writes 'NAME:DOCUMENT'.
  const [, holder = name, document = ''] = /^(.*):([\dA-Z]{11,14})$/.exec(name) ?? []
  return {
    key: forge().pki.privateKeyToPem(key),
    chain,
    holder: holder.slice(0, 160),
    document: cnpj(document) ?? (/^\d{11}$/.test(document) ? document : null),
    validUntil: new Date(read.validTo).toISOString(),
  }
}

function openPfx(bytes: Buffer, password: string) {
  try {
    return forge().pkcs12.pkcs12FromAsn1(forge().asn1.fromDer(bytes.toString('latin1')), password)
  } catch (cause) {
    const isPassword = cause instanceof Error && /MAC|password|decrypt/i.test(cause.message)
    throw invalid(isPassword ? { password: wrongPassword } : { file: wrongFile })
  }
}
