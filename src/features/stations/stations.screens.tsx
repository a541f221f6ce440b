import { createElement, lazy, type ReactNode } from 'react'
import { permission } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { stationNotes } from '#features/stations/notes.ts'
import type * as drawnFacts from '#features/stations/StationFacts.tsx'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/stations/stations.ts'
import { stationUploads } from '#features/stations/uploads.ts'
import type { Form } from '#web/form/useForm.ts'
import type { Screen } from '#web/route/screen.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'
import type { ReadRow } from '#web/screens/DetailScreen.tsx'

const LinkProfile = lazy(() => import('#features/stations/LinkProfile.tsx'))
const StationJournal = lazy(() => import('#features/stations/StationJournal.tsx'))
const StationFiles = lazy(() => import('#features/stations/StationFiles.tsx'))

const duplicate: Screen = {
  path: '/stations/duplicate/{-$reference}',
  title: 'Duplicar estação',
  permission: permission(stations, 'store'),
  load: () => import('#features/stations/DuplicateStation.tsx'),
}

type Facts = typeof drawnFacts

/** A record with its facts under the title, and beside its data what is made of it. */
const informed = (
  resource: AnyResource,
  areas: readonly Area[],
  facts: (drawn: Facts, row: ReadRow['row']) => ReactNode,
  helperOf?: () => Promise<(form: Form, row: ReadRow['row']) => ReactNode>,
) => ({
  detail: async () => {
    const [{ AreasScreen }, { DetailScreen }, drawn, helper] = await Promise.all([
      import('#parts/areas/AreasScreen.tsx'),
      import('#web/screens/DetailScreen.tsx'),
      import('#features/stations/StationFacts.tsx'),
      helperOf?.(),
    ])
    const props = { resource, facts: (row: ReadRow['row']) => facts(drawn, row) }
    return {
      default: () =>
        areas.length ? createElement(AreasScreen, { ...props, areas, helper }) : createElement(DetailScreen, props),
    }
  },
})

const own = {
  [stations.path]: {
    ...informed(
      stations,
      [
        { resource: stationNotes, by: 'station', title: 'Diário', render: row => <StationJournal station={row} /> },
        {
          resource: stationUploads,
          by: 'station',
          title: 'Fotos e arquivos',
          render: row => <StationFiles station={row} />,
        },
      ],
      ({ StationFacts }, row) => <StationFacts row={row} />,
      async () => {
        const { StationLook } = await import('#features/stations/StationLook.tsx')
        return (form, row) => <StationLook form={form} except={row.uuid} />
      },
    ),
    list: () => import('#features/stations/StationList.tsx'),
    create: () => import('#features/stations/StationCreate.tsx'),
  },
  [stationLinks.path]: informed(
    stationLinks,
    [
      { resource: stationLinks, title: 'Perfil', verb: 'perfil', render: ({ uuid }) => <LinkProfile uuid={uuid} /> },
      { resource: stationLinkProperties, by: 'station_link', sort: 'slp_id' },
    ],
    ({ LinkFacts }, row) => <LinkFacts row={row} />,
  ),
  [stationLinkProperties.path]: informed(
    stationLinkProperties,
    [{ resource: stationLinkPropertyConnections, by: 'station_link_property', sort: 'created_at' }],
    ({ StepChip }, row) => <StepChip status={row.status} />,
  ),
} as const

export const stationsOnWeb: WebFeature = {
  own,
  screens: [duplicate],
  areas: [
    { resource: stations, by: 'client', sort: 'name' },
    { resource: stationLinks, by: 'client', sort: '-created_at' },
  ],
}
