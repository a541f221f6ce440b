import { dayIn } from '#kernel/clock.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { absences } from '#features/people/team/absences.ts'
import { users } from '#features/people/users/users.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { Screen } from '#web/route/screen.ts'
import { latePart } from '#web/ui/latePart.tsx'

/** Who has how much, who is away, and what is handed over. */
const load: Screen = {
  path: '/equipe',
  title: 'Equipe',
  permission: 'people.carga',
  load: () => import('#features/people/team/TeamScreen.tsx'),
}

const WorkGlance = latePart(() => import('#features/people/team/WorkGlance.tsx'))
const isOfTeam: Area['isFor'] = person => !person.outside
const work: Area = {
  resource: users,
  title: 'Em mãos',
  verb: 'trabalho',
  isFor: isOfTeam,
  glance: { at: 'top', render: person => <WorkGlance person={person} /> },
}
const away: Area = {
  resource: absences,
  by: 'person',
  sort: 'since',
  called: 'stand_in',
  isFor: isOfTeam,
  // Past days are in the tab.
  among: { 'filter[until][gte]': dayIn(new Date()).day },
}

export const teamOnWeb: WebFeature = { screens: [load], areasOfPeople: [work, away] }
