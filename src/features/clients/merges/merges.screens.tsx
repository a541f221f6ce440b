import type { WebFeature } from '#features/feature.web.ts'
import { mergeClients } from '#features/clients/merges/api.ts'
import { latePart } from '#web/ui/latePart.tsx'

// Few look for a client that is not there any more.
const MergedNotice = latePart(async () => ({
  default: (await import('#features/clients/merges/MergedNotice.tsx')).MergedNotice,
}))

/** At the address of a client that is not there. */
export const mergedNotice = (uuid: string) => <MergedNotice key={uuid} uuid={uuid} />

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
