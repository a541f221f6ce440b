import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import { join } from '#kernel/text.ts'
import type { Ctx } from '#server/operation.ts'

/** Whether a profile is of people outside the office. That cannot change until the transaction ends. */
export async function isOutside({ sql: db }: Pick<Ctx, 'sql'>, profile: number): Promise<boolean> {
  const { rows } = await sql<{ outside: boolean }>`
    select audience <> 'equipe' as outside from profiles where id = ${profile} for share`.execute(db)
  return rows[0]?.outside ?? false
}

/**
 * Refuses to take people away from a client who have no other: people of clients see what hangs on theirs, and nothing without
 * one. They are locked first, with their profiles: two who each take one of two clients away do not leave none.
 */
export async function refuseLastClient({ sql: db }: Ctx, client: number, taken: readonly number[]): Promise<void> {
  if (!taken.length) return
  await sql`
    select 1 from users u join profiles p on p.id = u.profile_id
    where u.id = any(${taken}::bigint[]) order by u.id for no key update of u for share of p`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select u.name from users u join profiles p on p.id = u.profile_id and p.audience <> 'equipe'
    where u.id = any(${taken}::bigint[]) and u.deleted_at is null and not exists (
      select 1 from clients_client_users l join clients c on c.id = l.parent_id and c.deleted_at is null
      where l.user_id = u.id and l.parent_id <> ${client})
    order by u.name`.execute(db)
  const names = join(rows.map(({ name }) => name))
  if (!names) return
  const have = rows.length === 1 ? 'não tem outro cliente e não veria nada' : 'não têm outro cliente e não veriam nada'
  const them = rows.length === 1 ? 'Exclua a pessoa, ou dê a ela' : 'Exclua essas pessoas, ou dê a elas'
  throw invalid({ client_users: `${names} ${have}. ${them} outro cliente antes.` })
}
