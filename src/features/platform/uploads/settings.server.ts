import { clientMegabytes } from '#parts/file/day.server.ts'
import { positive, featureSetting } from '#server/config.ts'

export const deletedDays = featureSetting(
  'DELETED_DAYS',
  positive.default(1_825),
  'Days for which a deleted document or attachment can be restored; files sent to Anatel are never deleted',
)

export const uploadSettings = [clientMegabytes, deletedDays] as const
