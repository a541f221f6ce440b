import type { ListQuery } from '#kernel/page.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { refuseUnproven } from '#server/admission.ts'
import type { Ctx } from '#server/operation.ts'

const isWhole = ({ search, any, filters, trashed }: ListQuery) =>
  search === '' && !any.length && !filters.length && !trashed

const hasPersonalData = ({ fields }: AnyResource) => Object.values(fields).some(({ options }) => options.personal)

/** Everybody's data in one file is given to who proved a short while ago who they are. */
export function refuseWholeUnproven(ctx: Ctx, of: AnyResource, query: ListQuery) {
  if (isWhole(query) && hasPersonalData(of)) refuseUnproven(ctx)
}
