import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { listGranters } from '#features/people/auth/api.ts'
import { serve } from '#server/serve.ts'

/** How many names one sentence bears. */
const namesPerSentence = 3

/**
 * Names who can grant what the caller's profile lacks: staff who may change users of the caller's company. People of a client get
 * the company's name alone.
 */
export const grantersRoute = serve(listGranters, async ({ sql: db, user }) => {
  const { rows: houses } = await sql<{ name: string }>`
      select nome_fantasia as name from empresas where id = ${user.empresa_id} and deleted_at is null`.execute(db)
  const house = houses[0]?.name ?? null
  if (!isStaff(user)) return { data: { house, people: [], others: 0 } }
  const { rows } = await sql<{ name: string }>`
      select u.name from users u join profiles p on p.id = u.profile_id
      where (p.is_admin or exists (select 1 from profiles_profile_roles r where r.parent_id = p.id and r.role = 'users.update'))
        and p.audience = 'equipe' and p.active and p.deleted_at is null and u.active and u.deleted_at is null
        and u.id <> ${user.id}
        and (u.empresa_id is null or ${user.empresa_id}::bigint is null or u.empresa_id = ${user.empresa_id})
      order by u.name, u.id`.execute(db)
  const people = rows.map(({ name }) => name)
  return {
    data: { house, people: people.slice(0, namesPerSentence), others: Math.max(0, people.length - namesPerSentence) },
  }
})
