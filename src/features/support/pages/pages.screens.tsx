import { createElement } from 'react'
import type { WebFeature } from '#features/feature.web.ts'
import { pages } from '#features/support/pages/pages.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'

const load = () => import('#features/support/pages/PageReader.tsx')

export const pagesOnWeb: WebFeature = {
  own: {
    [pages.path]: {
      list: async () => {
        const { ForWriters } = await import('#features/support/pages/ForWriters.tsx')
        return { default: () => createElement(ForWriters, null, createElement(ListScreen, { resource: pages })) }
      },
      detail: () => import('#features/support/pages/PageScreen.tsx'),
    },
  },
  screens: [
    { path: '/paginas', title: 'Páginas', load },
    { path: '/paginas/$pagina', title: 'Páginas', load },
  ],
}
