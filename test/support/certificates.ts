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
      { days = 365, password = 'senha do certificado', algorithm = '3des' as '3des' | 'aes256' } = {},
    ) {
      const { forged, key } = pairOf()
      const made = certificate(name, forged, root.forged, 'Autoridade de teste', { days })
      const packed = forge.pkcs12.toPkcs12Asn1(forged.privateKey, [made, own], password, { algorithm })
      const pfx = Buffer.from(forge.asn1.toDer(packed).getBytes(), 'latin1')
      return { key, cert: forge.pki.certificateToPem(made), pfx, password }
    },
  }
}

function pairOf() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
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
