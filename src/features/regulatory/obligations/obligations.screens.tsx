import { lazy } from 'react'
import type { WebFeature } from '#features/feature.web.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { Screen } from '#web/route/screen.ts'

const ClientObligations = lazy(() => import('#features/regulatory/obligations/ClientObligations.tsx'))

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
