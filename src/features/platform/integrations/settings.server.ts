import { featureSetting, positive } from '#server/config.ts'

export const integrationDays = featureSetting(
  'INTEGRATION_DAYS',
  positive.default(90),
  'Days for which look-ups and deliveries to webhooks remain in the queue of integrations, and repeated notifications are recognised (30 at least); sent items remain four times as long',
)

export const integrationSettings = [integrationDays] as const
