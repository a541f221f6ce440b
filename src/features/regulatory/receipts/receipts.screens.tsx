import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

const dropping: Screen = {
  path: '/comprovantes',
  title: 'Comprovantes',
  permission: 'receipts.bandeja',
  load: () => import('#features/regulatory/receipts/ReceiptsScreen.tsx'),
}

export const receiptsOnWeb: WebFeature = { screens: [dropping] }
