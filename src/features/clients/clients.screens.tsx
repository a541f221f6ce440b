import { clients } from '#features/clients/clients.ts'
import { prospects } from '#features/clients/prospects.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'

const createOf = (resource: AnyResource) => async () => ({
  default: (await import('#features/clients/ProviderCreate.tsx')).providerCreate(resource),
})

/** `more` are areas of a client that other features draw. */
export const clientScreens = (more: readonly Area[]) => ({
  list: () => import('#features/clients/ClientList.tsx'),
  create: createOf(clients),
  detail: async () => ({ default: (await import('#features/clients/ClientScreen.tsx')).clientScreen(more) }),
})
export const prospectScreens = {
  list: () => import('#features/clients/ProspectList.tsx'),
  create: createOf(prospects),
  detail: () => import('#features/clients/ProspectScreen.tsx'),
} as const
