import { createElement, lazy } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { clientSystems, plans } from '#features/lookups.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'
import { sheetOf } from '#parts/sheet/screen.web.ts'

const IncomeArea = lazy(() => import('#features/bills/IncomeArea.tsx'))
const income: Area = {
  resource: plans,
  title: 'Receita',
  verb: 'receita',
  render: ({ uuid }) => <IncomeArea plan path={`/plans/${uuid}/receita`} />,
}

/** A plain list whose rows say which clients chose them. */
const withClients = (resource: AnyResource, by: string, more: readonly Area[] = []) => ({
  detail: async () => {
    const [{ AreasScreen }, { SheetLink }] = await Promise.all([
      import('#parts/areas/AreasScreen.tsx'),
      import('#parts/sheet/SheetLink.tsx'),
    ])
    const areas = [{ resource: clients, by, sort: 'name' }, ...more]
    const acts = ({ uuid }: { readonly uuid: string }) => createElement(SheetLink, { resource, uuid })
    return { default: () => createElement(AreasScreen, { resource, areas, acts }) }
  },
})
const sheetWithClients = (resource: AnyResource, by: string) =>
  sheetOf(resource, async () => ({ pointing: [{ resource: clients, by }] }))

const own = {
  [plans.path]: withClients(plans, 'plan', [income]),
  [clientSystems.path]: withClients(clientSystems, 'client_system'),
} as const

export const lookupsOnWeb: WebFeature = {
  own,
  screens: [sheetWithClients(plans, 'plan'), sheetWithClients(clientSystems, 'client_system')],
}
