import type { WebFeature } from '#features/feature.web.ts'

export const kmlOnWeb: WebFeature = {
  screens: [
    {
      path: '/stations/kml',
      title: 'KML e KMZ',
      permission: 'stations.kml',
      load: () => import('#features/network/stations/kml/KmlScreen.tsx'),
    },
  ],
}
