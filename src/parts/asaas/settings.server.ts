import { featureSetting, service } from '#server/config.ts'

export const asaasUrl = featureSetting(
  'ASAAS_URL',
  service.default('https://api.asaas.com'),
  'Asaas, for companies that issue notes and accounts that register boletos there in production; `0` never asks',
)
export const asaasTestUrl = featureSetting(
  'ASAAS_TEST_URL',
  service.default('https://api-sandbox.asaas.com'),
  'The same in homologation',
)

export const asaasSettings = [asaasUrl, asaasTestUrl] as const
