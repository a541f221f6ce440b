import { createElement } from 'react'
import { permission } from '#kernel/access.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { linkCategories, links } from '#features/support/useful-links/links.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'

const list = async () => ({ default: () => createElement(ListScreen, { resource: links }) })

export const linksOnWeb: WebFeature = {
  own: {
    [links.path]: { list: () => import('#features/support/useful-links/LinkBoard.tsx') },
    [linkCategories.path]: {
      detail: async () => {
        const [{ DetailScreen }, { CategoryImage }] = await Promise.all([
          import('#web/screens/DetailScreen.tsx'),
          import('#features/support/useful-links/CategoryImage.tsx'),
        ])
        const acts = (row: { readonly uuid: string; readonly image?: unknown }) =>
          createElement(CategoryImage, { uuid: row.uuid, image: typeof row.image === 'string' ? row.image : null })
        return { default: () => createElement(DetailScreen, { resource: linkCategories, acts }) }
      },
    },
  },
  screens: [
    {
      path: '/links-importantes/lista',
      title: 'Todos os links importantes',
      permission: permission(links, 'update'),
      load: list,
    },
  ],
}
