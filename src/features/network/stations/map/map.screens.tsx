import type { WebFeature } from '#features/feature.web.ts'

export const mapOnWeb: WebFeature = {
  screens: [
    {
      path: '/station-links-map/{-$client}',
      title: 'Mapa da rede',
      permission: 'stations.map',
      load: () => import('#features/network/stations/map/MapScreen.tsx'),
      ahead: async search => (await import('#features/network/stations/map/useNetwork.web.ts')).askNetworkAhead(search),
    },
  ],
}
