import { lazy } from 'react'
import { particularities } from '#features/particularities/particularities.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'

const ClientParticularities = lazy(() => import('#features/particularities/ClientParticularities.tsx'))

/** What is asked of some clients and not of others, beside the client. */
export const particularitiesArea: Area = {
  resource: particularities,
  render: client => <ClientParticularities client={client} />,
}
