import * as z from 'zod'
import { featureSetting, optional, service } from '#server/config.ts'

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
export const invoiceSettings = [nfseUrl, nfseTestUrl, nfseAuthority, nfseSignature] as const
