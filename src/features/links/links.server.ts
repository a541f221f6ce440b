import type { ServerFeature } from '#features/feature.server.ts'
import { linkCategories } from '#features/links/links.ts'
import { extend } from '#server/extend.ts'

const extension = extend(linkCategories, {
  derived: { updated_at_to_humans: alias => `to_humans(${alias}.updated_at)` },
})

export const linksOnServer: ServerFeature = { extensions: [extension] }
