import { lazy, Suspense } from 'react'
import type { WebFeature } from '#features/feature.web.ts'
import { mergeClients } from '#features/clients/merges/api.ts'

// Few look for a client that is not there any more.
const MergedNotice = lazy(async () => ({
  default: (await import('#features/clients/merges/MergedNotice.tsx')).MergedNotice,
}))

/** At the address of a client that is not there. */
export const mergedNotice = (uuid: string) => (
  <Suspense fallback={null}>
    <MergedNotice key={uuid} uuid={uuid} />
  </Suspense>
)

export const mergesOnWeb: WebFeature = {
  screens: [
    {
      path: '/clients/$uuid/unificar',
      title: 'Unificar clientes',
      permission: mergeClients.id,
      load: async () => ({ default: (await import('#features/clients/merges/MergeScreen.tsx')).MergeScreen }),
    },
  ],
}
