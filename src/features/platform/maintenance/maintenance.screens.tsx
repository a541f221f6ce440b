import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

/** What the system does by itself, and how much it holds. */
const maintenance: Screen = {
  path: '/manutencao',
  title: 'Manutenção',
  permission: 'manutencao.index',
  load: () => import('#features/platform/maintenance/MaintenanceScreen.tsx'),
}

export const maintenanceOnWeb: WebFeature = { screens: [maintenance] }
