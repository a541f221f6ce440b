import * as z from 'zod'
import { boolean, integer, list, shape, string } from '#kernel/json.ts'
import { sentence, saidJson } from '#features/auth/answers.server.ts'
import { note } from '#features/auth/people.server.ts'
import { endOwnSession, sessionsOf } from '#features/auth/sessions.server.ts'
import type { Auth } from '#features/auth/setup.server.ts'
import { key } from '#server/crud.ts'
import { operation, type AnyOperation } from '#server/operation.ts'

const params = z.object({ id: key })
const sessionJson = shape({
  id: integer,
  uuid: string,
  created_at: string,
  last_used_at: string,
  expires_at: string,
  ip: string,
  agent: string,
  current: boolean,
})

/** Where the user is signed in, and leaving from there. */
export const deviceOperations = ({ now }: Auth): readonly AnyOperation[] => [
  operation({
    id: 'users.me.sessions',
    asOther: false,
    summary: 'Ver onde se está conectado',
    method: 'GET',
    url: '/api/v1/users/me/sessions',
    access: 'session',
    scope: 'self',
    rate: 'read',
    audit: null,
    answers: { 200: shape({ data: list(sessionJson), total: integer }) },
    handle: async ctx => {
      const data = await sessionsOf(ctx.sql, ctx.user.id, ctx.session_id, now())
      return { data, total: data.length }
    },
  }),
  operation<{ id: string }>({
    id: 'users.me.sessions.destroy',
    summary: 'Sair de outro aparelho',
    method: 'DELETE',
    url: '/api/v1/users/me/sessions/:id',
    access: 'session',
    scope: 'self',
    rate: 'write',
    audit: 'users.me.sessions.destroy',
    params,
    answers: { 200: saidJson },
    handle: async (ctx, input) => {
      await endOwnSession(ctx.sql, ctx.user.id, input.params.id, now())
      await note(ctx.sql, { request_id: ctx.request.id, user_id: ctx.user.id }, 'users.me.sessions.destroy')
      return sentence('O acesso daquele aparelho foi encerrado.')
    },
  }),
]
