import type { WebFeature } from '#features/feature.web.ts'
import type { Screen } from '#web/route/screen.ts'

/** What a semester adds up to, of everybody or of one client. */
const semester: Screen = {
  path: '/collects/semestre',
  title: 'Econômico do semestre',
  permission: 'collects.semestres',
  load: () => import('#features/regulatory/semester/SemesterScreen.tsx'),
}

export const semesterOnWeb: WebFeature = { screens: [semester] }
