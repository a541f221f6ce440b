import { createElement, type ReactNode } from 'react'
import { choice } from '#kernel/field.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import { exports } from '#features/jobs/jobs.ts'

/** Exports as people see them: the list is called by its name, not by its address. */
export type NamedExports = ReturnType<typeof named>
const named = (lists: readonly AnyResource[]) => {
  const names = lists
    .filter(each => verbsOf(each).includes('index'))
    .map(({ path, text }) => [path, capital(text.many)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'pt-BR'))
  return {
    ...exports,
    fields: { ...exports.fields, resource: choice(Object.fromEntries(names), 'Lista', { required: true }) },
  }
}

/** `lists` are those that can be taken away. */
export const exportScreens = (lists: readonly AnyResource[]) => {
  const resource = named(lists)
  const drawn = (screen: (props: { readonly resource: NamedExports }) => ReactNode) => ({
    default: () => createElement(screen, { resource }),
  })
  return {
    list: async () => drawn((await import('#features/jobs/ExportsScreen.tsx')).ExportsScreen),
    detail: async () => drawn((await import('#features/jobs/ExportScreen.tsx')).ExportScreen),
    create: async () => drawn((await import('#features/jobs/ExportCreate.tsx')).ExportCreate),
  }
}
