import * as z from 'zod'
import { featureSetting } from '#server/config.ts'

export const economicCn = featureSetting(
  'ECONOMIC_CN',
  z
    .union([z.literal('vazio'), z.string().regex(/^\d{1,2}$/)], { error: 'deve ser um código de área, 0 ou vazio' })
    .default('0')
    .transform(value => (value === 'vazio' ? '' : value)),
  'What the column CN of the economic-financial file says; `vazio` leaves it empty',
)

export const semesterSettings = [economicCn] as const
