import { informative } from '#features/informative/informative.ts'
import { extend } from '#server/extend.ts'

export const informativeOnServer = extend(informative, {
  derived: { updated_at_to_humans: alias => `to_humans(${alias}.updated_at)` },
})
