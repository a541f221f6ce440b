import { sql } from 'kysely'
import { endCalendarLink, readCalendarLink, renewCalendarLink } from '#features/people/auth/api.ts'
import { sentence } from '#features/people/auth/answers.server.ts'
import { note } from '#features/people/auth/people.server.ts'
import { hashOf, newToken } from '#features/people/auth/secrets.server.ts'
import { publicUrl } from '#server/config.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const noteEvent = ({ sql: db, request, user }: Ctx, event: string) =>
  note(db, { request_id: request.id, user_id: user.id }, event)

/** The private link to one's own calendar: the user sees it once, the database stores its hash, and the next link revokes it. */
export const calendarLinkRoutes: readonly AnyOperation[] = [
  serve(readCalendarLink, async ({ sql: db, user }) => {
    const { rows } = await sql<{ created_at: string }>`
      select created_at from calendar_links where user_id = ${user.id}`.execute(db)
    return { data: { created_at: rows[0]?.created_at ?? null } }
  }),
  serve(renewCalendarLink, async ctx => {
    const token = newToken()
    await sql`
      insert into calendar_links (user_id, hash) values (${ctx.user.id}, ${hashOf(token)})
      on conflict (user_id) do update set hash = excluded.hash, created_at = now()`.execute(ctx.sql)
    await noteEvent(ctx, renewCalendarLink.id)
    return doneAnswer(200, 'Link criado. Copie agora: ele não será mostrado de novo.', {
      url: `${publicUrl(ctx.config)}/calendar/${token}.ics`,
    })
  }),
  serve(endCalendarLink, async ctx => {
    await sql`delete from calendar_links where user_id = ${ctx.user.id}`.execute(ctx.sql)
    await noteEvent(ctx, endCalendarLink.id)
    return sentence('O link do calendário deixou de valer.')
  }),
]
