import type { WebFeature } from '#features/feature.web.ts'

export const metasOnWeb: WebFeature = {
  screens: [
    {
      path: '/metas/$section/$uuid',
      title: 'Definir campos',
      permission: 'metas.definir',
      load: () => import('#features/clients/metas/DefinitionScreen.tsx'),
    },
  ],
}
