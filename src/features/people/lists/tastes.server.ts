import { sql } from 'kysely'
import type { User } from '#kernel/access.ts'
import { readListTaste, saveListTaste, type ListTaste } from '#features/people/lists/api.ts'
import { mayShare, seenViews } from '#features/people/lists/seen.server.ts'
import { doneAnswer, type AnyOperation, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

async function tasteOf(db: Sql, user: User, list: string): Promise<ListTaste> {
  const { rows } = await sql<Pick<ListTaste, 'columns'>>`
    select columns from user_lists where user_id = ${user.id} and list = ${list}`.execute(db)
  const views = await seenViews(db, user, sql`v.list = ${list}`)
  return { columns: rows[0]?.columns ?? null, views, shares: mayShare(user) }
}

/** How the user likes a list, on whatever machine they sign in. */
export const listTasteRoutes: readonly AnyOperation[] = [
  serve(readListTaste, async ({ sql: db, user }, { list }) => ({ data: await tasteOf(db, user, list) })),
  serve(saveListTaste, async ({ sql: db, user }, { list, body: { columns } }) => {
    await sql`
      insert into user_lists (user_id, list, columns)
      values (${user.id}, ${list}, ${columns && JSON.stringify(columns)}::jsonb)
      on conflict (user_id, list) do update set columns = excluded.columns`.execute(db)
    return doneAnswer(200, 'Preferência guardada.', await tasteOf(db, user, list))
  }),
]
