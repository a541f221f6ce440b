import { clients } from '#features/clients/clients/clients.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { Screen } from '#web/route/screen.ts'
import { latePart } from '#web/ui/latePart.tsx'

const RegularityArea = latePart(() => import('#features/regulatory/regularity/RegularityArea.tsx'))

const RegularityGlance = latePart(() => import('#features/regulatory/regularity/RegularityGlance.tsx'))

const area: Area = {
  resource: clients,
  title: 'Regularidade',
  verb: 'regularidade',
  group: 'Regulatório',
  glance: { at: 'top', render: client => <RegularityGlance client={client} /> },
  render: client => <RegularityArea client={client} />,
}

const screens: readonly Screen[] = [
  {
    path: '/regularidade',
    title: 'Regularidade',
    permission: 'clients.quadro-regularidade',
    load: () => import('#features/regulatory/regularity/RegularityScreen.tsx'),
  },
]

export const regularityOnWeb: WebFeature = { screens, areas: [area] }
