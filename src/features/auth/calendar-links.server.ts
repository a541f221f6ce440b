import { sql } from 'kysely'
import { doneJson, maybe, shape, string } from '#kernel/json.ts'
import { sentence, saidJson } from '#features/auth/answers.server.ts'
import { note } from '#features/auth/people.server.ts'
import { hashOf, newToken } from '#features/auth/secrets.server.ts'
import { publicUrl } from '#server/config.ts'
import { done, operation, type AnyOperation, type Ctx } from '#server/operation.ts'

const ownLink = { url: '/api/v1/users/me/calendario', access: 'session', scope: 'self' } as const
const noted = ({ sql: db, request, user }: Ctx, event: string) =>
  note(db, { request_id: request.id, user_id: user.id }, event)

/** The private link to one's own calendar: the user sees it once, the database stores its hash, and the next link revokes it. */
export const calendarLinkOperations: readonly AnyOperation[] = [
  operation({
    ...ownLink,
    id: 'users.me.calendario',
    asOther: false,
    summary: 'Ver desde quando se tem um link do calendário',
    method: 'GET',
    rate: 'read',
    audit: null,
    answers: { 200: shape({ data: shape({ created_at: maybe(string) }) }) },
    handle: async ({ sql: db, user }) => {
      const { rows } = await sql<{ created_at: string }>`
        select created_at from calendar_links where user_id = ${user.id}`.execute(db)
      return { data: { created_at: rows[0]?.created_at ?? null } }
    },
  }),
  operation({
    ...ownLink,
    id: 'users.me.calendario.update',
    summary: 'Criar ou trocar o link do calendário',
    method: 'PUT',
    rate: 'write',
    audit: 'users.me.calendario.update',
    answers: { 200: doneJson(shape({ url: string })) },
    handle: async ctx => {
      const token = newToken()
      await sql`
        insert into calendar_links (user_id, hash) values (${ctx.user.id}, ${hashOf(token)})
        on conflict (user_id) do update set hash = excluded.hash, created_at = now()`.execute(ctx.sql)
      await noted(ctx, 'users.me.calendario.update')
      return done(200, 'Link criado. Copie agora: ele não será mostrado de novo.', {
        url: `${publicUrl(ctx.config)}/calendar/${token}.ics`,
      })
    },
  }),
  operation({
    ...ownLink,
    id: 'users.me.calendario.destroy',
    summary: 'Encerrar o link do calendário',
    method: 'DELETE',
    rate: 'write',
    audit: 'users.me.calendario.destroy',
    answers: { 200: saidJson },
    handle: async ctx => {
      await sql`delete from calendar_links where user_id = ${ctx.user.id}`.execute(ctx.sql)
      await noted(ctx, 'users.me.calendario.destroy')
      return sentence('O link do calendário deixou de valer.')
    },
  }),
]
