import { permission } from '#kernel/access.ts'
import { stations } from '#features/stations/stations.ts'
import type { Screen } from '#web/route/screen.ts'

export const duplicateStation: Screen = {
  path: '/stations/duplicate/{-$reference}',
  title: 'Duplicar estação',
  permission: permission(stations, 'store'),
  load: () => import('#features/stations/DuplicateStation.tsx'),
}
