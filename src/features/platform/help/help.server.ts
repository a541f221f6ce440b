import { sql } from 'kysely'
import type { ServerFeature } from '#features/feature.server.ts'
import { readNewsMark, storeNewsMark } from '#features/platform/help/api.ts'
import { doneAnswer, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** The newest day of news somebody read of; what came before they did is no news to them. */
async function readUntil(db: Sql, user: number): Promise<string> {
  const { rows } = await sql<{ read_until: string }>`
    select to_char(coalesce(n.read_until, (u.created_at at time zone 'America/Sao_Paulo')::date), 'YYYY-MM-DD') as read_until
    from users u left join user_news n on n.user_id = u.id where u.id = ${user}`.execute(db)
  return rows[0]?.read_until ?? ''
}

/** The news is part of the code; the server stores until when each user read it, so that it follows them across machines. */
export const helpOnServer: ServerFeature = {
  operations: () => [
    serve(readNewsMark, async ctx => ({ data: { read_until: await readUntil(ctx.sql, ctx.user.id) } })),
    serve(storeNewsMark, async ({ sql: db, user }, { body: { read_until } }) => {
      await sql`
        insert into user_news as n (user_id, read_until) values (${user.id}, ${read_until})
        on conflict (user_id) do update set read_until = greatest(n.read_until, excluded.read_until)`.execute(db)
      return doneAnswer(200, 'Lido.', { read_until: await readUntil(db, user.id) })
    }),
  ],
}
