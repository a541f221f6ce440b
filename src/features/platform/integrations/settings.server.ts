import { featureSetting, positive } from '#server/config.ts'

export const integrationDays = featureSetting(
  'INTEGRATION_DAYS',
  positive.default(90),
  'Days a question to a service outside is told of in the queue of integrations, and its notices are known again (30 at least); what was sent there stays four times as long',
)

export const integrationSettings = [integrationDays] as const
