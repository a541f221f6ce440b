import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

/** The month of everybody. */
const quadro: Screen = {
  path: '/collects/quadro',
  title: 'Quadro do mês',
  permission: 'collects.quadro',
  load: () => import('#features/regulatory/month/Quadro.tsx'),
}

export const monthOnWeb: WebFeature = { screens: [quadro] }
