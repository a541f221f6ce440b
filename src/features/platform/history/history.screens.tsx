import type { WebFeature } from '#features/feature.web.ts'
import { features } from '#features/index.ts'
import type { Screen } from '#web/route/screen.ts'

/** The history of everything, which can be narrowed to any section. */
const history: Screen = {
  path: '/historico',
  title: 'Histórico',
  permission: 'historico.index',
  load: async () => ({
    default: (await import('#features/platform/history/HistoryScreen.tsx')).historyScreen(features),
  }),
}

export const historyOnWeb: WebFeature = { screens: [history] }
