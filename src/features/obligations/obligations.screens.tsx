import { lazy } from 'react'
import type { WebFeature } from '#features/feature.web.ts'
import { obligations } from '#features/obligations/obligations.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'
import type { Screen } from '#web/route/screen.ts'

const ClientObligations = lazy(() => import('#features/obligations/ClientObligations.tsx'))

/** What a client owes, beside the client. */
const area: Area = {
  resource: obligations,
  render: client => <ClientObligations client={client} />,
}

const screens: readonly Screen[] = [
  {
    path: '/obrigacoes',
    title: 'Obrigações',
    permission: 'obligations.index',
    load: () => import('#features/obligations/ObligationsScreen.tsx'),
  },
]

export const obligationsOnWeb: WebFeature = { screens, areas: [area] }
