import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/** A mail that arrived at a server came back from there, for good, or is late; one that came back already is not late. */
export async function noteBounce(db: Sql, { mail, failed, words }: { mail: number; failed: boolean; words: string }) {
  const state = failed ? 'recusado' : 'enviado'
  await sql`
    with told as (
      update mails set state = ${state}, error = ${words}, version = version + 1, updated_at = now()
      where id = ${mail} and (state = 'enviado' or (state = 'recusado' and ${failed})) returning id)
    insert into mails_attempts (parent_id, position, at, outcome, message)
    select id, (select count(*) from mails_attempts a where a.parent_id = told.id), now(), ${state}, ${words} from told`.execute(
    db,
  )
}
