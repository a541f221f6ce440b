import { createElement } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { clientSystems, plans } from '#features/lookups.ts'

/** A plain list whose rows say which clients chose them. */
const withClients = (resource: AnyResource, by: string) => ({
  detail: async () => {
    const { AreasScreen } = await import('#parts/areas/AreasScreen.tsx')
    return { default: () => createElement(AreasScreen, { resource, areas: [{ resource: clients, by, sort: 'name' }] }) }
  },
})

const own = {
  [plans.path]: withClients(plans, 'plan'),
  [clientSystems.path]: withClients(clientSystems, 'client_system'),
} as const

export const lookupsOnWeb: WebFeature = { own }
