import { createElement, type ReactNode } from 'react'
import { permission } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type * as drawnFacts from '#features/stations/StationFacts.tsx'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/stations/stations.ts'
import type { Screen } from '#web/route/screen.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'
import { sheetOf } from '#parts/sheet/screen.web.ts'
import type { ReadRow } from '#web/screens/DetailScreen.tsx'

const duplicate: Screen = {
  path: '/stations/duplicate/{-$reference}',
  title: 'Duplicar estação',
  permission: permission(stations, 'store'),
  load: () => import('#features/stations/DuplicateStation.tsx'),
}

type Drawn = typeof drawnFacts
type RowNode = (drawn: Drawn, row: ReadRow['row']) => ReactNode

/** A record with its facts under the title, what leads elsewhere beside it, and under tabs what is made of it. */
export const informed = (resource: AnyResource, areas: readonly Area[], facts: RowNode, acts?: RowNode) => ({
  detail: async () => {
    const [{ AreasScreen }, { DetailScreen }, drawn] = await Promise.all([
      import('#parts/areas/AreasScreen.tsx'),
      import('#web/screens/DetailScreen.tsx'),
      import('#features/stations/StationFacts.tsx'),
    ])
    const props = {
      resource,
      facts: (row: ReadRow['row']) => facts(drawn, row),
      ...(acts && { acts: (row: ReadRow['row']) => acts(drawn, row) }),
    }
    return {
      default: () =>
        areas.length ? createElement(AreasScreen, { ...props, areas }) : createElement(DetailScreen, props),
    }
  },
})

const own = {
  [stations.path]: {
    ...informed(
      stations,
      [],
      ({ StationFacts }, row) => <StationFacts row={row} />,
      ({ StationActs }, row) => <StationActs row={row} />,
    ),
    list: () => import('#features/stations/StationList.tsx'),
    create: () => import('#features/stations/StationCreate.tsx'),
  },
  [stationLinkProperties.path]: informed(
    stationLinkProperties,
    [{ resource: stationLinkPropertyConnections, by: 'station_link_property', sort: 'created_at' }],
    ({ StepChip }, row) => <StepChip status={row.status} />,
  ),
} as const

const stationSheet = sheetOf(stations, async () => {
  const { stationSheetParts } = await import('#features/stations/StationSheet.tsx')
  return stationSheetParts
})

export const stationsOnWeb: WebFeature = {
  own,
  screens: [duplicate, stationSheet],
  areas: [
    { resource: stations, by: 'client', sort: 'name' },
    { resource: stationLinks, by: 'client', sort: '-created_at' },
  ],
}
