import { positive, featureSetting, service } from '#server/config.ts'

export const cnpjUrl = featureSetting(
  'CNPJ_URL',
  service.default('https://open.cnpja.com'),
  'Where a CNPJ is looked up, CNPJá’s shape of answer; `0` never asks',
)
export const cnpjPerMinute = featureSetting(
  'CNPJ_PER_MINUTE',
  positive.default(5),
  'Questions a minute the first takes: 5 is what it gives away',
)
export const cnpjFallbackUrl = featureSetting(
  'CNPJ_FALLBACK_URL',
  service.default('https://brasilapi.com.br/api'),
  'Where it is looked up when the first does not answer, BrasilAPI’s shape; `0` never asks',
)
export const cepUrl = featureSetting(
  'CEP_URL',
  service.default('https://viacep.com.br/ws'),
  'Where a CEP is looked up, ViaCEP’s shape; `0` never asks',
)

export const registrySettings = [cnpjUrl, cnpjPerMinute, cnpjFallbackUrl, cepUrl] as const
