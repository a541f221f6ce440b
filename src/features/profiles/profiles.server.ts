import { isSuperAdmin } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { profiles } from '#features/profiles/profiles.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

const superAdminOnly = ({ user }: Ctx) => {
  if (!isSuperAdmin(user)) throw problem('forbidden', 'Só um superadministrador altera perfis.')
}
/** The administrators' profile holds everything, always: that is what lets someone mend the others. */
const refuseFixed = ({ is_admin }: { readonly is_admin: boolean }) => {
  if (is_admin) throw problem('conflict', 'O perfil dos superadministradores não muda.')
}

export const profilesOnServer = extend(profiles, {
  derived: {
    selected_profile_roles: alias =>
      `array(select r.role from profiles_profile_roles r where r.parent_id = ${alias}.id order by r.position, r.id)`,
  },
  beforeCreate: (draft, ctx) => {
    superAdminOnly(ctx)
    return draft
  },
  beforeUpdate: (draft, row, ctx) => {
    superAdminOnly(ctx)
    refuseFixed(row)
    return draft
  },
  beforeTurn: async (ids, _active, ctx) => {
    superAdminOnly(ctx)
    for (const id of ids) refuseFixed(await ctx.rows(profiles).find(id))
  },
  beforeRemove: (row, ctx) => {
    superAdminOnly(ctx)
    refuseFixed(row)
  },
})
