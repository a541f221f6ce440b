import { createElement } from 'react'
import { permission } from '#kernel/access.ts'
import { newOf } from '#kernel/text.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'
import { latePart } from '#web/ui/latePart.tsx'

// The library that draws charts comes after the page.
const ClientAccesses = latePart(() => import('#features/regulatory/collects/report/ClientAccesses.tsx'))

const ownScreens = {
  list: () => import('#features/regulatory/collects/CollectList.tsx'),
  create: () => import('#features/regulatory/collects/CollectCreate.tsx'),
  detail: () => import('#features/regulatory/collects/CollectScreen.tsx'),
} as const

/** Serves the one-page form to users accustomed to it. */
const oldCreate: Screen = {
  path: '/collects/create/old_create',
  title: newOf(collects.text),
  permission: permission(collects, 'store'),
  load: async () => {
    const { CreateScreen } = await import('#web/screens/CreateScreen.tsx')
    return { default: () => createElement(CreateScreen, { resource: collects }) }
  },
}

export const collectsOnWeb: WebFeature = {
  own: { [collects.path]: ownScreens },
  screens: [oldCreate],
  areas: [
    {
      resource: collects,
      by: 'client',
      sort: '-year,-month',
      group: 'Regulatório',
      glance: { at: 'top', render: client => <ClientAccesses client={client} /> },
    },
  ],
}
