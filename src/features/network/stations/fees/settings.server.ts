import * as z from 'zod'
import { featureSetting } from '#server/config.ts'

/** '046=134,08' in reais. */
const feeEntry = /^(\d{3})=(\d{1,6}(?:[.,]\d{1,2})?)$/

export const stationTfi = featureSetting(
  'STATION_TFI',
  z
    .string()
    .transform((text, check) => {
      const pairs = text.split(/[;\s]+/).filter(Boolean)
      const found = pairs.map(pair => feeEntry.exec(pair))
      if (found.some(each => !each)) {
        check.addIssue({
          code: 'custom',
          message: 'deve ter serviço e valor, como 046=134,08, separados por ponto e vírgula',
        })
        return z.NEVER
      }
      return new Map(
        found.flatMap(each => {
          const [, service = '', reais = ''] = each ?? []
          return service ? [[service, Math.round(Number(reais.replace(',', '.')) * 100)] as const] : []
        }),
      )
    })
    .optional(),
  'TFI in reais of a station of services whose fee the office has confirmed, `046=134,08;019=134,08`; unset: SCM alone (045)',
)

export const feeSettings = [stationTfi] as const
