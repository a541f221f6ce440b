import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { absencesExtension } from '#features/people/team/absences.server.ts'
import { assignRoutes } from '#features/people/team/assign.server.ts'
import { handingRoutes, type HandingHouse } from '#features/people/team/handovers.server.ts'
import { loadOf, ownPeopleRoute } from '#features/people/team/load.server.ts'
import { team } from '#features/people/team/team.ts'
import { personWorkOf } from '#features/people/team/work.server.ts'
import { assigned, handedOver } from '#parts/person/told.ts'
import { undoRoutes } from '#features/people/team/undo.server.ts'
import { extend } from '#server/extend.ts'
import { no } from '#server/sql.ts'

const extensions = [
  extend(team, {
    /** Client users see no staff here, and nobody sees client users. */
    visible: ({ user, alias, declared }) =>
      isStaff(user)
        ? sql`((${declared} or ${sql.ref(`${alias}.id`)} = ${user.id}) and exists (
            select 1 from profiles sp where sp.id = ${sql.ref(`${alias}.profile_id`)} and sp.audience = 'equipe'))`
        : no,
  }),
  absencesExtension,
]

export const teamOnServer = (house: HandingHouse): ServerFeature => ({
  extensions,
  notices: [assigned, handedOver],
  operations: () => [
    loadOf(house),
    personWorkOf(house),
    ownPeopleRoute,
    ...handingRoutes(house),
    ...undoRoutes(house),
    ...assignRoutes(house),
  ],
})
