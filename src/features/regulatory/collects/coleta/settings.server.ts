import * as z from 'zod'
import { featureSetting, wholeNumber, anyNumber } from '#server/config.ts'

export const variationPercent = featureSetting(
  'COLLECT_VARIATION_PERCENT',
  anyNumber.positive('deve ser maior que zero').default(30),
  'Growth or drop since last month from which a coleta asks for a second look',
)
export const unchangedMonths = featureSetting(
  'COLLECT_UNCHANGED_MONTHS',
  wholeNumber.min(2, 'deve ser ao menos 2').default(6),
  'Months with the very same accesses from which a coleta asks for a second look',
)
export const reminderDays = featureSetting(
  'COLLECT_REMINDER_DAYS',
  z
    .string()
    .regex(/^(\d\d?(,\d\d?)*)?$/, 'deve ser dias, como 3,0')
    .default('3,0'),
  'Days before the 12th on which clients still awaited are asked again by mail; empty: never',
)

export const collectSettings = [variationPercent, unchangedMonths, reminderDays] as const
