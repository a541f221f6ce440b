import { createElement } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { clientSystems, plans } from '#features/lookups.ts'
import { sheetOf } from '#parts/sheet/screen.web.ts'

/** A plain list whose rows say which clients chose them. */
const withClients = (resource: AnyResource, by: string) => ({
  detail: async () => {
    const [{ AreasScreen }, { SheetLink }] = await Promise.all([
      import('#parts/areas/AreasScreen.tsx'),
      import('#parts/sheet/SheetLink.tsx'),
    ])
    const areas = [{ resource: clients, by, sort: 'name' }]
    const acts = ({ uuid }: { readonly uuid: string }) => createElement(SheetLink, { resource, uuid })
    return { default: () => createElement(AreasScreen, { resource, areas, acts }) }
  },
})
const sheetWithClients = (resource: AnyResource, by: string) =>
  sheetOf(resource, async () => ({ pointing: [{ resource: clients, by }] }))

const ownScreens = {
  [clientSystems.path]: withClients(clientSystems, 'client_system'),
} as const

export const lookupsOnWeb: WebFeature = {
  own: ownScreens,
  screens: [sheetWithClients(plans, 'plan'), sheetWithClients(clientSystems, 'client_system')],
}
