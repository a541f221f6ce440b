import * as z from 'zod'
import { actor } from '#kernel/access.ts'
import { sentence, saidJson, typed } from '#features/auth/answers.server.ts'
import { recoveryLetter } from '#features/auth/mails.server.ts'
import { longestPassword } from '#features/auth/password-rules.ts'
import { note } from '#features/auth/people.server.ts'
import { keyOfEmail, resetPassword } from '#features/auth/resets.server.ts'
import { endSession } from '#features/auth/sessions.server.ts'
import type { Auth } from '#features/auth/setup.server.ts'
import { addressLimit, countAttempt, pairLimit } from '#features/auth/throttle.server.ts'
import { post } from '#parts/outbox/outbox.server.ts'
import { operation, type AnyOperation } from '#server/operation.ts'

const loginRoute = '/account/login'
const recovery = z.strictObject({ email: typed(254) })
const leaves = 'Se este e-mail estiver cadastrado, enviaremos um link para escolher uma nova senha.'
const stays =
  'Nenhum e-mail sai deste sistema: se este estiver cadastrado, o link fica na pasta de dados do servidor. Peça-o a quem administra o sistema.'
const reset = z.strictObject({
  token: typed(100),
  password: typed(longestPassword),
  password_confirmation: typed(longestPassword),
})

/** Leaving, and coming back without the password. */
export const accountOperations = ({ passwords, now }: Auth): readonly AnyOperation[] => [
  operation({
    id: 'logout',
    asOther: true,
    summary: 'Sair',
    method: 'POST',
    url: '/api/v1/logout',
    access: 'session',
    scope: 'self',
    rate: 'write',
    audit: 'users.logout',
    answers: { 200: saidJson },
    handle: async ctx => {
      await endSession(ctx.sql, ctx.session_id, 'logout', now())
      await note(ctx.sql, { request_id: ctx.request.id, user_id: actor(ctx.user).id }, 'users.logout')
      return sentence('Você saiu.', loginRoute)
    },
  }),
  operation<unknown, unknown, z.infer<typeof recovery>>({
    id: 'auth.recovery',
    summary: 'Pedir um link para trocar a senha',
    method: 'POST',
    url: '/api/v1/password-recovery',
    access: 'public',
    scope: 'none',
    rate: 'auth',
    audit: 'users.password-recovery',
    body: recovery,
    answers: { 200: saidJson },
    transaction: 'own',
    handle: async (ctx, { body: { email } }) => {
      const { ip } = ctx.request
      await countAttempt(ctx.sql, [pairLimit('recovery', email, ip, 3), addressLimit('recovery', ip, 20)], now())
      // The account is looked up when the mail is sent: answer, time and stored mail must not show if it exists.
      const to = keyOfEmail(email)
      await ctx.transact(inner => post(inner, [{ kind: 'recuperacao', to, letter: recoveryLetter(ctx.config) }]))
      return sentence(ctx.config.SMTP_URL === undefined ? stays : leaves, loginRoute)
    },
  }),
  operation<unknown, unknown, z.infer<typeof reset>>({
    id: 'auth.reset',
    summary: 'Escolher uma nova senha pelo link recebido',
    method: 'POST',
    url: '/api/v1/reset-password',
    access: 'public',
    scope: 'none',
    rate: 'auth',
    audit: 'users.reset-password',
    body: reset,
    answers: { 200: saidJson },
    transaction: 'own',
    handle: async (ctx, { body }) => {
      const product = ctx.config.APP_NAME
      await resetPassword({ db: ctx.sql, passwords, product, now: now(), request: ctx.request }, body)
      return sentence('Senha alterada. Entre com a nova senha.', loginRoute)
    },
  }),
]
