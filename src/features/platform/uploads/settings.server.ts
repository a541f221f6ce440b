import { clientMegabytes } from '#parts/file/day.server.ts'
import { positive, featureSetting } from '#server/config.ts'

export const deletedDays = featureSetting(
  'DELETED_DAYS',
  positive.default(1_825),
  'Days a deleted document or attachment is kept, and can be restored; what was filed with Anatel is kept for ever',
)

export const uploadSettings = [clientMegabytes, deletedDays] as const
