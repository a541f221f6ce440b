import * as z from 'zod'
import { featureSetting, optional, service } from '#server/config.ts'

/** Base64 or hexadecimal of 32 bytes. */
const keyBytes = (text: string) =>
  /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')

export const secretsKey = featureSetting(
  'SECRETS_KEY',
  z
    .string()
    .trim()
    .refine(text => keyBytes(text).length === 32, 'deve ter 32 bytes, em base64 ou hexadecimal')
    .transform(keyBytes)
    .optional(),
  'Key under which certificates and provider tokens are kept (AES-256-GCM): 32 bytes in base64; without it none is taken',
)
export const nfseUrl = featureSetting(
  'NFSE_URL',
  service.default('https://sefin.nfse.gov.br/SefinNacional'),
  'The national NFS-e emitter of companies in production; `0` never asks',
)
export const nfseTestUrl = featureSetting(
  'NFSE_TEST_URL',
  service.default('https://sefin.producaorestrita.nfse.gov.br/SefinNacional'),
  'The same for companies in homologation',
)
export const nfseAuthority = featureSetting(
  'NFSE_CA',
  optional,
  'File with the PEM of the authority behind the emitter, where the system does not know it',
)
export const nfseSignature = featureSetting(
  'NFSE_SIGNATURE',
  z.enum(['sha256', 'sha1'], { error: 'deve ser sha256 ou sha1' }).default('sha256'),
  'Hash of the signature of a DPS: `sha256` or `sha1`',
)
export const asaasUrl = featureSetting(
  'ASAAS_URL',
  service.default('https://api.asaas.com'),
  'Asaas, for companies in production that issue through it; `0` never asks',
)
export const asaasTestUrl = featureSetting(
  'ASAAS_TEST_URL',
  service.default('https://api-sandbox.asaas.com'),
  'The same for companies in homologation',
)

export const invoiceSettings = [
  secretsKey,
  nfseUrl,
  nfseTestUrl,
  nfseAuthority,
  nfseSignature,
  asaasUrl,
  asaasTestUrl,
] as const
