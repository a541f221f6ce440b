import type { WebFeature } from '#features/feature.web.ts'
import { infrastructureFilings } from '#features/regulatory/infrastructure/filings.ts'
import type { Screen } from '#web/route/screen.ts'

/** The yearly files of everybody, or of one client. */
const filing: Screen = {
  path: '/infraestrutura',
  title: 'Infraestrutura anual',
  permission: 'infrastructure-filings.quadro',
  load: () => import('#features/regulatory/infrastructure/InfrastructureScreen.tsx'),
}

const ownScreens = {
  [infrastructureFilings.path]: { detail: () => import('#features/regulatory/infrastructure/FilingRecord.tsx') },
} as const

export const infrastructureOnWeb: WebFeature = { own: ownScreens, screens: [filing] }
