import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

/** Who has how much, who is away, and what is handed over. */
const load: Screen = {
  path: '/equipe',
  title: 'Equipe',
  permission: 'people.carga',
  load: () => import('#features/people/team/TeamScreen.tsx'),
}

export const teamOnWeb: WebFeature = { screens: [load] }
