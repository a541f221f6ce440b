import type { Screen } from '#web/route/screen.ts'

/** What the system does by itself, and how much it holds. */
export const maintenanceScreen: Screen = {
  path: '/manutencao',
  title: 'Manutenção',
  permission: 'manutencao.index',
  load: () => import('#features/maintenance/MaintenanceScreen.tsx'),
}
