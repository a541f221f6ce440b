import type { WebFeature } from '#features/feature.web.ts'

const load = () => import('#features/platform/help/HelpScreen.tsx')

export const helpOnWeb: WebFeature = {
  screens: [
    { path: '/ajuda', title: 'Ajuda', load },
    { path: '/ajuda/$guia', title: 'Ajuda', load },
  ],
}
