import { choice } from '#kernel/field.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import { exports } from '#features/platform/exports/jobs.ts'

/** Exports as people see them: the list is called by its name, not by its address. */
export type NamedExports = ReturnType<typeof exportsNaming>
/** The exports section, with the name of each list that can be exported. */
export const exportsNaming = (lists: readonly AnyResource[]) => {
  const names = lists
    .filter(each => verbsOf(each).includes('index'))
    .map(({ path, text }) => [path, capital(text.many)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'pt-BR'))
  return {
    ...exports,
    fields: { ...exports.fields, resource: choice(Object.fromEntries(names), 'Lista', { required: true }) },
  }
}
