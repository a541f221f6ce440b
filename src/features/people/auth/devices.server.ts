import { leaveDevice, listOwnSessions } from '#features/people/auth/api.ts'
import { sentence } from '#features/people/auth/answers.server.ts'
import { note } from '#features/people/auth/people.server.ts'
import { endOwnSession, sessionsOf } from '#features/people/auth/sessions.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import type { AnyOperation } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Where the user is signed in, and leaving from there. */
export const deviceRoutes = ({ now }: Auth): readonly AnyOperation[] => [
  serve(listOwnSessions, async ctx => {
    const data = await sessionsOf(ctx.sql, ctx.user.id, ctx.session_id, now())
    return { data, total: data.length }
  }),
  serve(leaveDevice, async (ctx, { id }) => {
    await endOwnSession(ctx.sql, ctx.user.id, id, now())
    await note(ctx.sql, { request_id: ctx.request.id, user_id: ctx.user.id }, leaveDevice.id)
    return sentence('O acesso daquele aparelho foi encerrado.')
  }),
]
