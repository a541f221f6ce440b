import { sql } from 'kysely'
import { readListTaste, saveListTaste, type ListTaste } from '#features/people/auth/api.ts'
import { doneAnswer, type AnyOperation } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** How the user likes a list, on whatever machine they sign in. */
export const listTasteRoutes: readonly AnyOperation[] = [
  serve(readListTaste, async ({ sql: db, user }, { list: name }) => {
    const { rows } = await sql<ListTaste>`
      select columns, views from user_lists where user_id = ${user.id} and list = ${name}`.execute(db)
    return { data: rows[0] ?? { columns: null, views: [] } }
  }),
  serve(saveListTaste, async ({ sql: db, user }, { list: name, body: { columns, views } }) => {
    await sql`
      insert into user_lists (user_id, list, columns, views)
      values (${user.id}, ${name}, ${columns && JSON.stringify(columns)}::jsonb, ${JSON.stringify(views)}::jsonb)
      on conflict (user_id, list) do update set columns = excluded.columns, views = excluded.views`.execute(db)
    return doneAnswer(200, 'Preferência guardada.', { columns, views })
  }),
]
