import { clients } from '#features/clients/clients/clients.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { features } from '#features/index.ts'
import { users } from '#features/people/users/users.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { Screen } from '#web/route/screen.ts'
import { latePart } from '#web/ui/latePart.tsx'

/** The history of everything, which can be narrowed to any section. */
const history: Screen = {
  path: '/historico',
  title: 'Histórico',
  permission: 'historico.index',
  load: async () => ({
    default: (await import('#features/platform/history/HistoryScreen.tsx')).historyScreen(features),
  }),
}

const TimelineArea = latePart(() => import('#features/platform/history/TimelineArea.tsx'))
const TimelineGlance = latePart(async () => ({
  default: (await import('#features/platform/history/TimelineArea.tsx')).TimelineGlance,
}))

const timeline: Area = {
  resource: clients,
  title: 'Linha do tempo',
  verb: 'linha-do-tempo',
  glance: { at: 'bottom', render: client => <TimelineGlance client={client} /> },
  render: client => <TimelineArea client={client} />,
}

const ActsArea = latePart(() => import('#features/platform/history/ActsArea.tsx'))
const ActsGlance = latePart(async () => ({
  default: (await import('#features/platform/history/ActsArea.tsx')).ActsGlance,
}))

const acts: Area = {
  resource: users,
  title: 'Últimos atos',
  verb: 'atos',
  glance: { at: 'bottom', render: person => <ActsGlance person={person} /> },
  render: person => <ActsArea person={person} />,
}

export const historyOnWeb: WebFeature = { screens: [history], areas: [timeline], areasOfPeople: [acts] }
