import { createElement } from 'react'
import type { WebFeature } from '#features/feature.web.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import type { Area } from '#parts/areas/area.web.ts'
import { latePart } from '#web/ui/latePart.tsx'

const ClientParticularities = latePart(() => import('#features/clients/particularities/ClientParticularities.tsx'))
const BringMany = latePart(() => import('#features/clients/particularities/BringMany.tsx'))

/** The client's page shows its particularities, which some clients have and others do not. */
const area: Area = {
  resource: particularities,
  group: 'Cadastro',
  render: client => <ClientParticularities client={client} />,
}

/** The clients of a particularity, beside it. */
const clientsOf: Area = {
  resource: particularities,
  title: 'Clientes',
  verb: 'sincronizar',
  render: ({ uuid, active }) => <BringMany uuid={uuid} open={active} />,
}
const ownScreens = {
  detail: async () => {
    const { AreasScreen } = await import('#parts/areas/AreasScreen.tsx')
    return { default: () => createElement(AreasScreen, { resource: particularities, areas: [clientsOf] }) }
  },
} as const

export const particularitiesOnWeb: WebFeature = { own: { [particularities.path]: ownScreens }, areas: [area] }
