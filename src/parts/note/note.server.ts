import { isStaff, type User } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { Ctx } from '#server/operation.ts'
import { no } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

// What people write of a client, of a coleta, of a station or to each other: by whom, who reads it, and whose it is to change.

/** Only staff read internal notes: people of the client never see them. */
export const amongColleagues = ({ user, declared }: { readonly user: User; readonly declared: Part }) =>
  isStaff(user) ? declared : no

/** Its writer is the author. */
export const signed = <D extends object>(draft: D, { user }: Ctx) => ({ ...draft, user_id: user.id })

/** What somebody wrote is theirs to change. */
export function refuseOthers(author: number | null | undefined, { user }: Ctx, said: string) {
  if (author !== user.id) throw problem('conflict', said)
}
