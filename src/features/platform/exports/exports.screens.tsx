import { createElement, type ReactNode } from 'react'
import type { WebFeature } from '#features/feature.web.ts'
import { features } from '#features/index.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { exportsNaming, type NamedExports } from '#features/platform/exports/named.ts'

const screens = () => {
  const resource = exportsNaming(features)
  const drawn = (screen: (props: { readonly resource: NamedExports }) => ReactNode) => ({
    default: () => createElement(screen, { resource }),
  })
  return {
    list: async () => drawn((await import('#features/platform/exports/ExportsScreen.tsx')).ExportsScreen),
    detail: async () => drawn((await import('#features/platform/exports/ExportScreen.tsx')).ExportScreen),
    create: async () => drawn((await import('#features/platform/exports/ExportCreate.tsx')).ExportCreate),
  }
}

export const jobsOnWeb: WebFeature = { own: { [exports.path]: screens() } }
