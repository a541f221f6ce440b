import { lazy } from 'react'
import type { WebFeature } from '#features/feature.web.ts'
import { particularities } from '#features/particularities/particularities.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'

const ClientParticularities = lazy(() => import('#features/particularities/ClientParticularities.tsx'))

/** What is asked of some clients and not of others, beside the client. */
const area: Area = {
  resource: particularities,
  render: client => <ClientParticularities client={client} />,
}

export const particularitiesOnWeb: WebFeature = { areas: [area] }
