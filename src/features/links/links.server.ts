import { linkCategories } from '#features/links/links.ts'
import { extend } from '#server/extend.ts'

export const linkCategoriesOnServer = extend(linkCategories, {
  derived: { updated_at_to_humans: alias => `to_humans(${alias}.updated_at)` },
})
