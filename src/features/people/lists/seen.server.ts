import { sql, type RawBuilder } from 'kysely'
import { can, companyOf, isStaff, type User } from '#kernel/access.ts'
import type { ListView } from '#features/people/lists/api.ts'
import type { Sql } from '#server/operation.ts'

/** The permission to share a view with the whole team. */
export const mayShare = (user: User) => isStaff(user) && can(user, 'users.me.visoes.para-todos')

/** Shared views are work of the team, of lists their reader may open; their own are seen whatever happened since. */
const seenBy = (user: User): RawBuilder<boolean> =>
  isStaff(user)
    ? sql<boolean>`(v.user_id = ${user.id} or v.audience = 'all'
        or (v.audience = 'profile' and v.profile_id = (select profile_id from users where id = ${user.id}))
        or (v.audience = 'company' and coalesce(v.empresa_id = ${companyOf(user)}::bigint, true)))`
    : sql<boolean>`v.user_id = ${user.id}`

type FoundView = ListView & { readonly list: string }

/** The views this user sees, their own first, by name. `which` narrows them further. */
export async function seenViews(db: Sql, user: User, which: RawBuilder<unknown>): Promise<readonly FoundView[]> {
  const { rows } = await sql<FoundView>`
    select v.uuid, v.list, v.name, v.search, v.audience, v.user_id = ${user.id} as own, u.name as owner,
      coalesce(p.name, e.nome_fantasia) as shared_with
    from list_views v join users u on u.id = v.user_id
      left join profiles p on p.id = v.profile_id left join empresas e on e.id = v.empresa_id
    where ${which} and ${seenBy(user)}
    order by v.user_id <> ${user.id}, v.name, v.id`.execute(db)
  return rows.filter(({ own, list }) => own || can(user, `${list}.index`))
}
