import { createHash, createSign, X509Certificate } from 'node:crypto'
import { nfseNamespace } from '#features/billing/invoices/dps/dps.ts'

export type SignatureHash = 'sha256' | 'sha1'
const algorithms = {
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    name: 'RSA-SHA256',
  },
  sha1: {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
    name: 'RSA-SHA1',
  },
} as const
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const canonical = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** The first certificate of a chain, without the frame of PEM. */
const certificateIn = (chain: string) => new X509Certificate(chain).raw.toString('base64')

/**
 * Signs a document of ours, whose one signed element is the first in its root: `Signature` comes after it, without a prefix
 * (XMLDSIG, enveloped, Canonical XML 1.0). Our documents are written in canonical form, so that signing needs no conversion.
 */
export function signedXml(
  xml: string,
  { key, chain }: { readonly key: string; readonly chain: string },
  hash: SignatureHash,
) {
  const [, root = '', name = '', id = ''] = /^<(\w+)[^>]*><(\w+) Id="(\w+)">/.exec(xml) ?? []
  const [from, to] = [xml.indexOf(`<${name} `), xml.lastIndexOf(`</${name}>`) + name.length + 3]
  if (!id || xml.slice(to) !== `</${root}>`) throw new Error('this is no document of ours')
  const algorithm = algorithms[hash]
  // By itself an element names the namespace it inherits.
  const body = xml.slice(from, to).replace(`<${name} `, `<${name} xmlns="${nfseNamespace}" `)
  const digest = createHash(hash).update(body, 'utf8').digest('base64')
  const info = (namespace: string) =>
    `<SignedInfo${namespace}><CanonicalizationMethod Algorithm="${canonical}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${algorithm.signature}"></SignatureMethod><Reference URI="#${id}"><Transforms>` +
    `<Transform Algorithm="${signatureNamespace}enveloped-signature"></Transform><Transform Algorithm="${canonical}"></Transform>` +
    `</Transforms><DigestMethod Algorithm="${algorithm.digest}"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  const value = createSign(algorithm.name)
    .update(info(` xmlns="${signatureNamespace}"`), 'utf8')
    .sign(key, 'base64')
  const signature =
    `<Signature xmlns="${signatureNamespace}">${info('')}<SignatureValue>${value}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificateIn(chain)}</X509Certificate></X509Data></KeyInfo></Signature>`
  return `<?xml version="1.0" encoding="UTF-8"?>${xml.slice(0, to)}${signature}</${root}>`
}
