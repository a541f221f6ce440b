import * as z from 'zod'
import { featureSetting } from '#server/config.ts'

const srid = { error: 'deve ser um código EPSG, como 4326 ou 4674' }

export const filingSrid = featureSetting(
  'INFRASTRUCTURE_SRID',
  z.coerce.number(srid).int(srid).min(1, srid).max(999_999, srid).default(4326),
  'Frame of the lines in the yearly files of links (column SRID): 4326 is WGS 84, 4674 SIRGAS 2000',
)

export const infrastructureSettings = [filingSrid] as const
