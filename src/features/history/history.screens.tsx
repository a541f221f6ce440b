import type { AnyResource } from '#kernel/resource.ts'
import type { Screen } from '#web/route/screen.ts'

/** The history of everything; `sections` are those it can be narrowed to. */
export const historyScreens = (sections: readonly AnyResource[]): readonly Screen[] => [
  {
    path: '/historico',
    title: 'Histórico',
    permission: 'historico.index',
    load: async () => ({ default: (await import('#features/history/HistoryScreen.tsx')).historyScreen(sections) }),
  },
]
