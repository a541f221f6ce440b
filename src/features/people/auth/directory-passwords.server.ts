import { sql } from 'kysely'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import type { Sql } from '#server/operation.ts'

/** Whether this person has come in by the directory, and so is known there. */
export async function isInDirectory(db: Sql, directory: Directory | null, user_id: number): Promise<boolean> {
  if (!directory) return false
  const { rows } = await sql`
    select from directory_links where issuer = ${directory.issuer.href} and user_id = ${user_id}`.execute(db)
  return rows.length > 0
}

/**
 * Whether this person may come in past the directory, by a password or a passkey. Who has come in by it once is known there, and may
 * not, for who is taken out of it would come back; nor may any of the staff where it alone is used. People of clients may, for no
 * directory of the office knows them; and so may an administrator as long as no other one came in by the directory: it may fail.
 */
export async function mayPassDirectory(db: Sql, directory: Directory | null, user_id: number): Promise<boolean> {
  if (!directory) return true
  const issuer = directory.issuer.href
  const { rows } = await sql<{ may: boolean }>`
    select p.audience <> 'equipe'
      or not ${directory.isOnly}::boolean
        and not exists (select from directory_links l where l.issuer = ${issuer} and l.user_id = u.id)
      or p.is_admin and not exists (
        select from directory_links l join users o on o.id = l.user_id and o.active and o.deleted_at is null
        join profiles q on q.id = o.profile_id and q.is_admin and q.active and q.deleted_at is null
        where l.issuer = ${issuer} and o.id <> u.id) as may
    from users u join profiles p on p.id = u.profile_id where u.id = ${user_id}`.execute(db)
  return rows[0]?.may ?? false
}
