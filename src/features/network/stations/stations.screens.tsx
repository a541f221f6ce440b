import { createElement, type ReactNode } from 'react'
import { permission } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { stationNotes } from '#features/network/stations/notes.ts'
import type * as drawnFacts from '#features/network/stations/StationFacts.tsx'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/network/stations/stations.ts'
import { stationUploads } from '#features/network/stations/uploads.ts'
import type { Form } from '#web/form/useForm.ts'
import type { Screen } from '#web/route/screen.ts'
import type { Area } from '#parts/areas/area.web.ts'
import { sheetOf } from '#parts/sheet/screen.web.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { latePart } from '#web/ui/latePart.tsx'

const StationJournal = latePart(() => import('#features/network/stations/StationJournal.tsx'))
const StationFiles = latePart(() => import('#features/network/stations/StationFiles.tsx'))

const duplicate: Screen = {
  path: '/stations/duplicate/{-$reference}',
  title: 'Duplicar estação',
  permission: permission(stations, 'store'),
  load: () => import('#features/network/stations/DuplicateStation.tsx'),
}

type ReadStation = ReadRow['row']
type RowNode = (drawn: typeof drawnFacts, row: ReadStation) => ReactNode
type FormHelper = (form: Form, row: ReadStation) => ReactNode

/** A record with its facts under the title, what leads elsewhere beside it, and under tabs what is made of it. */
export const informed = (
  resource: AnyResource,
  areas: readonly Area[],
  facts: RowNode,
  { acts, helper: loadHelper }: { readonly acts?: RowNode; readonly helper?: () => Promise<FormHelper> } = {},
) => ({
  detail: async () => {
    const [{ AreasScreen }, { DetailScreen }, drawn, helper] = await Promise.all([
      import('#parts/areas/AreasScreen.tsx'),
      import('#web/screens/DetailScreen.tsx'),
      import('#features/network/stations/StationFacts.tsx'),
      loadHelper?.(),
    ])
    const props = {
      resource,
      facts: (row: ReadStation) => facts(drawn, row),
      ...(acts && { acts: (row: ReadStation) => acts(drawn, row) }),
    }
    return {
      default: () =>
        areas.length
          ? createElement(AreasScreen, { ...props, areas, helper, overview: true })
          : createElement(DetailScreen, props),
    }
  },
})

const ownScreens = {
  [stations.path]: {
    ...informed(
      stations,
      [
        {
          resource: stationNotes,
          by: 'station',
          sort: '-created_at',
          title: 'Diário',
          render: row => <StationJournal station={row} />,
        },
        {
          resource: stationUploads,
          by: 'station',
          sort: '-created_at',
          title: 'Fotos e arquivos',
          render: row => <StationFiles station={row} />,
        },
      ],
      ({ StationFacts }, row) => <StationFacts row={row} />,
      {
        acts: ({ StationActs }, row) => <StationActs row={row} />,
        helper: async () => {
          const { StationLook } = await import('#features/network/stations/StationLook.tsx')
          return (form, row) => <StationLook form={form} except={row.uuid} />
        },
      },
    ),
    list: () => import('#features/network/stations/StationList.tsx'),
    create: () => import('#features/network/stations/StationCreate.tsx'),
  },
  [stationLinkProperties.path]: informed(
    stationLinkProperties,
    [{ resource: stationLinkPropertyConnections, by: 'station_link_property', sort: 'created_at' }],
    ({ StepChip }, row) => <StepChip status={row.status} />,
  ),
} as const

const stationSheet = sheetOf(stations, async () => {
  const { stationSheetParts } = await import('#features/network/stations/StationSheet.tsx')
  return stationSheetParts
})

export const stationsOnWeb: WebFeature = {
  own: ownScreens,
  screens: [duplicate, stationSheet],
  areas: [
    { resource: stations, by: 'client', sort: 'name', group: 'Rede' },
    { resource: stationLinks, by: 'client', sort: '-created_at', group: 'Rede' },
  ],
}
