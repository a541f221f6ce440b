import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { Ctx } from '#server/operation.ts'

/** Throws a 403 where people of a client request what is the consultancy's own, whatever their profile allows. */
export function refuseOutsiders({ user }: Pick<Ctx, 'user'>) {
  if (!isStaff(user)) throw problem('forbidden')
}
