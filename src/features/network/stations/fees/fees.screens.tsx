import type { WebFeature } from '#features/feature.web.ts'
import { stations } from '#features/network/stations/stations.ts'
import { latePart } from '#web/ui/latePart.tsx'

const ClientFees = latePart(() => import('#features/network/stations/fees/ClientFees.tsx'))

export const feesOnWeb: WebFeature = {
  screens: [
    {
      path: '/clients/$client/taxas-de-estacoes',
      title: 'Taxas das estações',
      permission: 'stations.taxas',
      load: () => import('#features/network/stations/fees/FeesScreen.tsx'),
    },
  ],
  areas: [
    {
      resource: stations,
      title: 'Taxas das estações',
      verb: 'taxas',
      group: 'Rede',
      render: ({ uuid }) => <ClientFees client={uuid} />,
    },
  ],
}
