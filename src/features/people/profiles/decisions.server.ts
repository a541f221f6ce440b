import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { decidePermissions } from '#features/people/profiles/api.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { seededSlugs } from '#features/people/profiles/seed.server.ts'
import { doneAnswer, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const seeded = seededSlugs.map(slug => `'${slug}'`).join(', ')

/** Permissions added after the last decision on this profile, which it lacks; seeded profiles receive theirs at startup. */
export const undecidedSql = (alias: string) => `array(
  select n.name from permissions n
  where ${alias}.slug not in (${seeded})
    and n.brought_at > coalesce((select d.at from profile_decisions d where d.profile_id = ${alias}.id), ${alias}.created_at)
    and not exists (select 1 from profiles_profile_roles r where r.parent_id = ${alias}.id and r.role = n.name)
  order by n.name)`

/** Undecided permissions of a profile that the installation's profile for the same audience has. */
export const offeredSql = (alias: string) => `array(
  select o.name from unnest(${undecidedSql(alias)}) o(name)
  where exists (select 1 from profiles m join profiles_profile_roles r on r.parent_id = m.id and r.role = o.name
    where m.slug = case ${alias}.audience when 'equipe' then 'colaborador' else 'cliente' end and m.deleted_at is null)
  order by o.name)`

/** What a profile may do was decided now: nothing is new to it. */
export async function markDecided(db: Sql, profile: number): Promise<void> {
  await sql`
  insert into profile_decisions (profile_id, at) values (${profile}, clock_timestamp())
  on conflict (profile_id) do update set at = excluded.at`.execute(db)
}

/** Grants some of the new permissions, or none, and marks the others as decided. */
export const decideRoute = serve(decidePermissions, async (ctx, { id: given, body: { roles } }) => {
  const rows = ctx.rows(profiles)
  const { id } = await rows.hold(given)
  const { profile_roles, undecided_roles } = await rows.find(id)
  const asked = new Set(undecided_roles)
  if (!asked.size) throw problem('conflict', 'Não há permissão nova a decidir neste perfil.')
  const strange = roles.find(role => !asked.has(role))
  if (strange) throw invalid({ roles: `“${strange}” não está entre as permissões novas deste perfil.` })
  const granted = [...new Set(roles)]
  const held = profile_roles.map(each => ({ id: each.id, role: each.role }))
  await rows.update(id, { profile_roles: [...held, ...granted.map(role => ({ role }))] }, undefined, 'decidir')
  await markDecided(ctx.sql, id)
  const left = asked.size - granted.length
  const said = count(granted.length, { one: 'permissão dada', many: 'permissões dadas', gender: 'f' })
  return doneAnswer(200, `${said}; ${left} não ${left === 1 ? 'dada' : 'dadas'}.`, await rows.find(id))
})
