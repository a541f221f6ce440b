import type { WebFeature } from '#features/feature.web.ts'

export const returnsOnWeb: WebFeature = {
  screens: [
    {
      path: '/retorno-do-banco',
      title: 'Retorno do banco',
      permission: 'bills-to-receive.retorno',
      load: () => import('#features/bills/returns/ReturnScreen.tsx'),
    },
  ],
}
