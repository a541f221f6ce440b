import { sql } from 'kysely'
import { isSuperAdmin } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { decideRoute, markDecided, offeredSql, undecidedSql } from '#features/people/profiles/decisions.server.ts'
import { permissionsRoute } from '#features/people/profiles/permissions.server.ts'
import { adminsStay, profiles } from '#features/people/profiles/profiles.ts'
import { seedProfiles } from '#features/people/profiles/seed.server.ts'
import { extend } from '#server/extend.ts'
import type { AnyOperation, Ctx } from '#server/operation.ts'

const superAdminOnly = ({ user }: Ctx) => {
  if (!isSuperAdmin(user)) throw problem('forbidden', 'Só um superadministrador altera perfis.')
}

const extensionOf = (operations: () => readonly AnyOperation[]) =>
  extend(profiles, {
    derived: {
      selected_profile_roles: alias =>
        `array(select r.role from profiles_profile_roles r where r.parent_id = ${alias}.id order by r.position, r.id)`,
      undecided_roles: undecidedSql,
      offered_roles: offeredSql,
    },
    beforeCreate: (draft, ctx) => {
      superAdminOnly(ctx)
      refuseStaffOnly(operations(), draft.audience ?? 'clientes', draft.profile_roles ?? [])
      return draft
    },
    afterCreate: ({ id }, ctx) => markDecided(ctx.sql, id),
    guard: ({ is_admin }, ctx) => {
      superAdminOnly(ctx)
      // The administrators' profile holds everything, always: that is what lets someone mend the others.
      if (is_admin) throw problem('conflict', adminsStay)
    },
    beforeUpdate: async (draft, row, ctx) => {
      if (draft.audience === 'equipe' && row.audience !== 'equipe') await refuseLinked(ctx, row.id)
      if (draft.audience === 'clientes' && row.audience !== 'clientes') await refuseUnlinked(ctx, row.id)
      refuseStaffOnly(operations(), draft.audience ?? row.audience, draft.profile_roles ?? row.profile_roles)
      // The form of permissions shows the new ones; a new name decides nothing.
      if (draft.profile_roles) await markDecided(ctx.sql, row.id)
      return draft
    },
    operations: [decideRoute],
  })

/** `operations` are those of the whole house. */
export const profilesOnServer = (operations: () => readonly AnyOperation[]): ServerFeature => ({
  extensions: [extensionOf(operations)],
  operations: () => [permissionsRoute(features, operations)],
  seed: db => seedProfiles(db, operations()),
})

/** Looking after the system is work of the office: no profile of clients does it. */
function refuseStaffOnly(
  operations: readonly AnyOperation[],
  audience: string,
  roles: readonly { readonly role: string }[],
) {
  if (audience === 'equipe') return
  const wrong = operations.find(({ id, staffOnly }) => staffOnly && roles.some(({ role }) => role === id))
  if (wrong) throw invalid({ profile_roles: `“${wrong.summary}” é só de perfis da equipe da casa.` })
}

/** People of clients see what hangs on theirs, and nothing without one. */
async function refuseUnlinked({ sql: db }: Ctx, profile: number) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users u where u.profile_id = ${profile} and u.deleted_at is null and not exists (
      select 1 from clients_client_users l join clients c on c.id = l.parent_id and c.deleted_at is null
      where l.user_id = u.id)`.execute(db)
  const n = rows[0]?.n ?? 0
  if (!n) return
  const who = count(n, { one: 'pessoa sem cliente', many: 'pessoas sem cliente', gender: 'f' })
  throw invalid({
    audience: `Há ${who} com este perfil, que não ${n === 1 ? 'veria' : 'veriam'} mais nada. Dê a elas um cliente, ou outro perfil, antes.`,
  })
}

/** People linked to clients are people of those clients: one word must not show them everybody else's. */
async function refuseLinked({ sql: db }: Ctx, profile: number) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users u where u.profile_id = ${profile} and u.deleted_at is null and exists (
      select 1 from clients_client_users l join clients c on c.id = l.parent_id and c.deleted_at is null
      where l.user_id = u.id)`.execute(db)
  const n = rows[0]?.n ?? 0
  if (!n) return
  const who = count(n, { one: 'pessoa ligada', many: 'pessoas ligadas', gender: 'f' })
  throw invalid({
    audience: `Há ${who} a clientes com este perfil, e passariam a ver todos os outros. Dê a elas outro perfil antes.`,
  })
}
