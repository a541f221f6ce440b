import { invalid } from '#kernel/problem.ts'
import { configurations, moduleConfigurations } from '#features/configurations/configurations.ts'
import { wrongMetas } from '#parts/meta/meta.ts'
import { extend } from '#server/extend.ts'

/** Values of fields defined at run time are checked by the type each says it is. */
function checked<T extends { readonly metas_only_father?: Parameters<typeof wrongMetas>[0] | undefined }>(draft: T): T {
  const wrong = wrongMetas(draft.metas_only_father ?? [], 'metas_only_father')
  if (Object.keys(wrong).length) throw invalid(wrong)
  return draft
}
const behaviour = {
  beforeCreate: checked,
  beforeUpdate: checked,
}

export const configurationsOnServer = [
  extend(configurations, behaviour),
  extend(moduleConfigurations, behaviour),
] as const
