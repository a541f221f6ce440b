import { createElement } from 'react'
import { capital } from '#kernel/text.ts'
import { moduleConfigurations } from '#features/configurations/configurations.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { ReadRow } from '#web/screens/DetailScreen.tsx'

const own = {
  detail: async () => {
    const [{ DetailScreen }, { nameOfRef }] = await Promise.all([
      import('#web/screens/DetailScreen.tsx'),
      import('#web/kinds/Show.tsx'),
    ])
    const facts = ({ name, module }: ReadRow['row']) => `${String(name)} · ${nameOfRef(module)}`
    const title = capital(moduleConfigurations.text.many)
    return { default: () => createElement(DetailScreen, { resource: moduleConfigurations, title, facts }) }
  },
} as const

export const configurationsOnWeb: WebFeature = { own: { [moduleConfigurations.path]: own } }
