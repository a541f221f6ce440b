import { lazy } from 'react'
import { obligations } from '#features/obligations/obligations.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'
import type { Screen } from '#web/route/screen.ts'

const ClientObligations = lazy(() => import('#features/obligations/ClientObligations.tsx'))

/** What a client owes, beside the client. */
export const obligationsArea: Area = {
  resource: obligations,
  render: client => <ClientObligations client={client} />,
}

export const obligationScreens: readonly Screen[] = [
  {
    path: '/obrigacoes',
    title: 'Obrigações',
    permission: 'obligations.index',
    load: () => import('#features/obligations/ObligationsScreen.tsx'),
  },
]
