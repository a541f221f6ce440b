import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { shownTo } from '#parts/shown/shown.server.ts'
import { extend } from '#server/extend.ts'

const extension = extend(fistels, {
  visible: ({ user, alias, declared }) => (isStaff(user) ? declared : sql`(${declared} and ${shownTo(user, alias)})`),
})

export const fistelsOnServer: ServerFeature = { extensions: [extension] }
