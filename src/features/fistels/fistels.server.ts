import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { extend } from '#server/extend.ts'

export const fistelsOnServer = extend(fistels, {
  /** People of a client see those of their fistels that staff chose to show. */
  visible: ({ user, alias, declared }) =>
    isStaff(user) ? declared : sql`(${declared} and ${sql.ref(`${alias}.show_for_client`)})`,
})
