import { sql } from 'kysely'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import type { Sql } from '#server/operation.ts'

/**
 * Whether this person's password may open a session. Where the directory alone is used, people of clients still have theirs, for
 * no directory of the office knows them; and so has an administrator as long as no other one came in by the directory: it may fail.
 */
export async function mayUsePassword(db: Sql, directory: Directory | null, user_id: number): Promise<boolean> {
  if (!directory?.isOnly) return true
  const { rows } = await sql<{ may: boolean }>`
    select p.audience <> 'equipe' or p.is_admin and not exists (
      select from directory_links l join users o on o.id = l.user_id and o.active and o.deleted_at is null
      join profiles q on q.id = o.profile_id and q.is_admin and q.active and q.deleted_at is null
      where l.issuer = ${directory.issuer.href} and o.id <> u.id) as may
    from users u join profiles p on p.id = u.profile_id where u.id = ${user_id}`.execute(db)
  return rows[0]?.may ?? false
}
