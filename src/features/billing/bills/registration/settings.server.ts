import { featureSetting, service } from '#server/config.ts'

export const bbUrl = featureSetting(
  'BB_URL',
  service.default('https://api.bb.com.br/cobrancas/v2'),
  'The API of boletos of Banco do Brasil, for accounts in production; `0` never asks',
)
export const bbOauthUrl = featureSetting(
  'BB_OAUTH_URL',
  service.default('https://oauth.bb.com.br/oauth/token'),
  'Where its access tokens come from',
)
export const bbTestUrl = featureSetting(
  'BB_TEST_URL',
  service.default('https://api.hm.bb.com.br/cobrancas/v2'),
  'The API of boletos of Banco do Brasil for accounts in homologation; `0` never asks',
)
export const bbTestOauthUrl = featureSetting(
  'BB_TEST_OAUTH_URL',
  service.default('https://oauth.hm.bb.com.br/oauth/token'),
  'Where the access tokens of homologation come from',
)

export const registrationSettings = [bbUrl, bbOauthUrl, bbTestUrl, bbTestOauthUrl] as const
