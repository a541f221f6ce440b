import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

/** An authority of our own, and what it issues: as PEM, and as the PFX a certifier hands out. */
export function openAuthority() {
  const root = pairOf()
  const own = certificate('Autoridade de teste', root.forged, root.forged, 'Autoridade de teste', { ca: true })
  const pem = forge.pki.certificateToPem(own)
  return {
    pem,
    issue(
      name: string,
      {
        days = 365,
        password = 'senha do certificado',
        algorithm = '3des' as '3des' | 'aes256',
        rounds = 2048,
        bits = 2048,
      } = {},
    ) {
      const { forged, key } = pairOf(bits)
      const made = certificate(name, forged, root.forged, 'Autoridade de teste', { days })
      const packed = forge.pkcs12.toPkcs12Asn1(forged.privateKey, [made, own], password, { algorithm, count: rounds })
      const pfx = Buffer.from(forge.asn1.toDer(packed).getBytes(), 'latin1')
      return { key, cert: forge.pki.certificateToPem(made), pfx, password }
    },
  }
}

/** Rounds that stand in three bytes nothing else of a file has, and what is written over them. */
const marked = { count: 0x010203, bytes: Buffer.from([2, 3, 1, 2, 3]) } as const
const enormous = Buffer.from([2, 3, 0x7f, 0xff, 0xff])
const derOf = (made: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(made).getBytes(), 'latin1')

/** PFX files that ask for eight million rounds: to check their MAC, to open a bag, and to open a bag within an encrypted one. */
export function slowPfxs(password: string): Readonly<Record<string, Buffer>> {
  const { forged } = pairOf()
  const own = certificate('Rodadas', forged, forged, 'Rodadas', {})
  const packed = (more: object) =>
    forge.pkcs12.toPkcs12Asn1(forged.privateKey, [own], password, { algorithm: '3des', count: marked.count, ...more })
  const slowed = (bytes: Buffer, at: number) => {
    if (at < 0) throw new Error('the file has no such rounds')
    enormous.copy(bytes, at)
    return bytes
  }
  const first = (made: forge.asn1.Asn1) => slowed(derOf(made), derOf(made).indexOf(marked.bytes))
  const withMac = derOf(packed({}))
  return {
    'of its MAC': slowed(withMac, withMac.lastIndexOf(marked.bytes)),
    'of a bag of 3DES': first(packed({ useMac: false })),
    'of a bag of AES': first(packed({ useMac: false, algorithm: 'aes256' })),
    'of a bag in an encrypted one': derOf(encrypted(first(packed({ useMac: false })), password)),
  }
}

/** The same file with the content of each of its parts encrypted once more. */
function encrypted(pfx: Buffer, password: string): forge.asn1.Asn1 {
  const { Class, Type, create, fromDer, oidToDer } = forge.asn1
  const partsOf = ({ value }: forge.asn1.Asn1) => (typeof value === 'string' ? [] : value)
  const outer = fromDer(pfx.toString('latin1'))
  const safe = partsOf(partsOf(partsOf(outer)[1] ?? outer)[1] ?? outer)[0]
  if (!safe) throw new Error('the file has no content')
  const oid = (name: string) =>
    create(Class.UNIVERSAL, Type.OID, false, oidToDer(forge.pki.oids[name] ?? '').getBytes())
  const wrapped = (kind: number, parts: forge.asn1.Asn1[]) => create(Class.CONTEXT_SPECIFIC, kind, true, parts)
  const sequence = (parts: forge.asn1.Asn1[]) => create(Class.UNIVERSAL, Type.SEQUENCE, true, parts)
  const contents = partsOf(fromDer(String(safe.value))).map(content => {
    const inner = fromDer(String(partsOf(partsOf(content)[1] ?? content)[0]?.value))
    const [algorithm, body] = partsOf(forge.pki.encryptPrivateKeyInfo(inner, password, { algorithm: '3des' }))
    if (!algorithm || !body) throw new Error('nothing was encrypted')
    const version = create(Class.UNIVERSAL, Type.INTEGER, false, '\0')
    const hidden = create(Class.CONTEXT_SPECIFIC, 0, false, String(body.value))
    return sequence([
      oid('encryptedData'),
      wrapped(0, [sequence([version, sequence([oid('data'), algorithm, hidden])])]),
    ])
  })
  safe.value = forge.asn1.toDer(sequence(contents)).getBytes()
  return outer
}

function pairOf(bits = 2048) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const own = forge.pki.privateKeyFromPem(key)
  return { key, forged: { privateKey: own, publicKey: forge.pki.setRsaPublicKey(own.n, own.e) } }
}
type Pair = ReturnType<typeof pairOf>['forged']

let serial = 1
function certificate(name: string, own: Pair, by: Pair, issuer: string, { ca = false, days = 365 }) {
  const made = forge.pki.createCertificate()
  made.publicKey = own.publicKey
  made.serialNumber = String(++serial).padStart(4, '0')
  made.validity.notBefore = new Date(Date.now() - 400 * 86_400_000)
  made.validity.notAfter = new Date(Date.now() + days * 86_400_000)
  made.setSubject([{ name: 'commonName', value: name }])
  made.setIssuer([{ name: 'commonName', value: issuer }])
  made.setExtensions([
    { name: 'basicConstraints', cA: ca },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ])
  made.sign(by.privateKey, forge.md.sha256.create())
  return made
}
