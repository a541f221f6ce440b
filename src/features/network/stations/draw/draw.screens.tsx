import type { WebFeature } from '#features/feature.web.ts'
import { stationLinkProperties, stationLinks } from '#features/network/stations/stations.ts'
import { informed } from '#features/network/stations/stations.screens.tsx'
import { sheetOf } from '#parts/sheet/screen.web.ts'
import { latePart } from '#web/ui/latePart.tsx'

const FinishLink = latePart(async () => ({
  default: (await import('#features/network/stations/draw/FinishLink.tsx')).FinishLink,
}))
const LinkProfile = latePart(() => import('#features/network/stations/LinkProfile.tsx'))

/** What finishes a link is a dialog of its own, in the place of the declared button. */
const finishScreens = {
  ...stationLinks,
  actions: Object.fromEntries(Object.entries(stationLinks.actions ?? {}).filter(([name]) => name !== 'finalizar')),
}

const ownScreens = {
  [stationLinks.path]: {
    ...informed(
      finishScreens,
      [
        { resource: stationLinks, title: 'Perfil', verb: 'perfil', render: ({ uuid }) => <LinkProfile uuid={uuid} /> },
        { resource: stationLinkProperties, by: 'station_link', sort: 'slp_id' },
      ],
      ({ LinkFacts }, row) => <LinkFacts row={row} />,
      {
        acts: ({ LinkActs }, row) => (
          <>
            <LinkActs row={row} />
            <FinishLink row={row} />
          </>
        ),
      },
    ),
    create: () => import('#features/network/stations/draw/DrawCreate.tsx'),
  },
} as const

export const drawOnWeb: WebFeature = {
  own: ownScreens,
  screens: [
    {
      path: `/${stationLinks.path}/$uuid/desenho`,
      title: 'Desenho do enlace',
      permission: 'station-links.redesenhar',
      load: () => import('#features/network/stations/draw/DrawEdit.tsx'),
    },
    sheetOf(stationLinks, async () => (await import('#features/network/stations/draw/LinkSheet.tsx')).linkSheetParts),
  ],
}
