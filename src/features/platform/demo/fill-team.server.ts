import { sow } from '#features/platform/demo/sow.server.ts'
import { away, nextWeek } from '#features/platform/demo/team.ts'
import { absences } from '#features/people/team/absences.ts'
import type { Sql } from '#server/operation.ts'

/** Writes next week's absence, and its substitute. */
export const fillTeam = (db: Sql, { users, today }: { readonly users: readonly number[]; readonly today: string }) =>
  sow(db, absences, [
    {
      person_id: users[away.person] ?? 0,
      stand_in_id: users[away.stand_in] ?? 0,
      reason: away.reason,
      ...nextWeek(today),
    },
  ])
