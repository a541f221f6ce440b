import type { ReactNode } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { clientObservations } from '#features/clients/clients/observations.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { Area } from '#parts/areas/area.web.ts'

const createOf = (resource: AnyResource) => async () => ({
  default: (await import('#features/clients/clients/ProviderCreate.tsx')).providerCreate(resource),
})

const notes: Area = {
  resource: clientObservations,
  by: 'client',
  sort: '-created_at',
  group: 'Atendimento',
  thread: 'Nada anotado ainda. O que se escreve aqui só a consultoria vê.',
}

/** `areas`: what each feature shows beside a client; `missing`: what is shown in the place of one that is not there. */
export const clientsOnWeb = (areas: () => readonly Area[], missing: (uuid: string) => ReactNode): WebFeature => ({
  own: {
    [clients.path]: {
      list: () => import('#features/clients/clients/ClientList.tsx'),
      create: createOf(clients),
      detail: async () => ({
        default: (await import('#features/clients/clients/ClientScreen.tsx')).clientScreen(areas(), missing),
      }),
    },
    [prospects.path]: {
      list: () => import('#features/clients/clients/ProspectList.tsx'),
      create: createOf(prospects),
      detail: () => import('#features/clients/clients/ProspectScreen.tsx'),
    },
  },
  areas: [notes],
})
