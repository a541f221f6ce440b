import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

/** What an administrator wakes up for, the worst first. */
const system: Screen = {
  path: '/sistema',
  title: 'Sistema',
  permission: 'sistema.index',
  load: () => import('#features/platform/system/SystemScreen.tsx'),
}

export const systemOnWeb: WebFeature = { screens: [system] }
