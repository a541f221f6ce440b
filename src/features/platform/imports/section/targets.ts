import { features } from '#features/index.ts'
import type { AnyResource } from '#kernel/resource.ts'

/** What the columns of a template may point to: any section of the product. */
export const resourceAt = (path: string | undefined): AnyResource | undefined =>
  features.find(each => each.path === path)
