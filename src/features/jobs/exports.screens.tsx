import { createElement, type ReactNode } from 'react'
import { choice } from '#kernel/field.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { capital } from '#kernel/text.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { features } from '#features/index.ts'
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

const screens = () => {
  const resource = named(features)
  const drawn = (screen: (props: { readonly resource: NamedExports }) => ReactNode) => ({
    default: () => createElement(screen, { resource }),
  })
  return {
    list: async () => drawn((await import('#features/jobs/ExportsScreen.tsx')).ExportsScreen),
    detail: async () => drawn((await import('#features/jobs/ExportScreen.tsx')).ExportScreen),
    create: async () => drawn((await import('#features/jobs/ExportCreate.tsx')).ExportCreate),
  }
}

export const jobsOnWeb: WebFeature = { own: { [exports.path]: screens() } }
