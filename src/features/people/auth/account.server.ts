import { actor } from '#kernel/access.ts'
import { chooseNewPassword, logOut, requestRecovery } from '#features/people/auth/api.ts'
import { sentence } from '#features/people/auth/answers.server.ts'
import { recoveryLetter } from '#features/people/auth/mails.server.ts'
import { note } from '#features/people/auth/people.server.ts'
import { keyOfEmail, resetPassword } from '#features/people/auth/resets.server.ts'
import { endSession } from '#features/people/auth/sessions.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { addressLimit, countAttempt, pairLimit } from '#features/people/auth/throttle.server.ts'
import { post } from '#parts/outbox/outbox.server.ts'
import { Answer, type AnyOperation } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/**
 * What the browser still shows of pages, going back among them. Its storage is not cleared by the header: unsaved work waits there
 * for its owner, and token and key are removed by the page.
 */
const clearing = { 'clear-site-data': '"cache"' }
const loginRoute = '/account/login'
const sentMessage = 'Se este e-mail estiver cadastrado, enviaremos um link para escolher uma nova senha.'
const unsentMessage =
  'Nenhum e-mail sai deste sistema: se este estiver cadastrado, o link fica na pasta de dados do servidor. Peça-o a quem administra o sistema.'
/** The routes to sign out, and to choose a new password by a mailed link. */
export const accountRoutes = ({ passwords, now }: Auth): readonly AnyOperation[] => [
  serve(logOut, async ctx => {
    await endSession(ctx.sql, ctx.session_id, 'logout', now())
    await note(ctx.sql, { request_id: ctx.request.id, user_id: actor(ctx.user).id }, 'users.logout')
    return new Answer(200, sentence('Você saiu.', loginRoute), clearing)
  }),
  serve(requestRecovery, async (ctx, { body: { email } }) => {
    const { ip } = ctx.request
    await countAttempt(ctx.sql, [pairLimit('recovery', email, ip, 3), addressLimit('recovery', ip, 20)], now())
    // The account is looked up when the mail is sent: answer, time and stored mail must not show if it exists.
    const to = keyOfEmail(email)
    await ctx.transact(inner => post(inner, [{ kind: 'recuperacao', to, letter: recoveryLetter(ctx.config) }]))
    return sentence(ctx.config.SMTP_URL === undefined ? unsentMessage : sentMessage, loginRoute)
  }),
  serve(chooseNewPassword, async (ctx, { body }) => {
    const product = ctx.config.APP_NAME
    await resetPassword({ db: ctx.sql, passwords, product, now: now(), request: ctx.request }, body)
    return sentence('Senha alterada. Entre com a nova senha.', loginRoute)
  }),
]
