import type { WebFeature } from '#features/feature.web.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { Screen } from '#web/route/screen.ts'
import { latePart } from '#web/ui/latePart.tsx'

const ClientObligations = latePart(() => import('#features/regulatory/obligations/ClientObligations.tsx'))

/** What a client owes, beside the client. */
const area: Area = {
  resource: obligations,
  group: 'Regulatório',
  render: client => <ClientObligations client={client} />,
}

const screens: readonly Screen[] = [
  {
    path: '/obrigacoes',
    title: 'Obrigações',
    permission: 'obligations.index',
    load: () => import('#features/regulatory/obligations/ObligationsScreen.tsx'),
  },
]

export const obligationsOnWeb: WebFeature = { screens, areas: [area] }
