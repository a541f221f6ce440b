import type { WebFeature } from '#features/feature.web.ts'
import { readClosing } from '#features/billing/bills/closing/api.ts'

export const closingOnWeb: WebFeature = {
  screens: [
    {
      path: '/bills-to-receive/fechamento',
      title: 'Fechar o faturamento',
      permission: readClosing.id,
      load: () => import('#features/billing/bills/closing/ClosingScreen.tsx'),
    },
  ],
}
