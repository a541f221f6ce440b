import { featureSetting, yesNo } from '#server/config.ts'

export const demoWanted = featureSetting(
  'OUTORGA_DEMO',
  yesNo.optional(),
  '`1` loads demo data on the very first start, `0` never; unset: only without `DATABASE_URL`',
)

export const demoSettings = [demoWanted] as const
