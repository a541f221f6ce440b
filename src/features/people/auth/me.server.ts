import { chooseOwnCompany, readOwnAccount, readStartup, updateOwnAccount } from '#features/people/auth/api.ts'
import { chooseCompany } from '#features/people/auth/company.server.ts'
import { updateOwn } from '#features/people/auth/own-update.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { doneAnswer, type AnyOperation } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** The signed-in user's own record, as they see and change it. */
export const meRoutes = ({ passwords, viewOf, now }: Auth): readonly AnyOperation[] => [
  serve(readOwnAccount, async ctx => ({ data: viewOf(ctx.user) })),
  serve(updateOwnAccount, async (ctx, { body }) => {
    const { sql: db, request, config, user, session_id } = ctx
    const own = { db, passwords, request, product: config.APP_NAME, now: now(), user, session_id }
    const updated = await updateOwn(own, body)
    return doneAnswer(200, body.password === undefined ? 'Dados salvos.' : 'Senha alterada.', viewOf(updated))
  }),
  serve(chooseOwnCompany, async (ctx, { body }) => {
    const empresa_visualizacao_id = await chooseCompany(ctx, body.empresa_visualizacao_id)
    return doneAnswer(200, 'Empresa escolhida.', viewOf({ ...ctx.user, empresa_visualizacao_id }))
  }),
  serve(readStartup, async ctx => ({
    usuario: { menus: Object.fromEntries(viewOf(ctx.user).menus.map(id => [id, true])) },
    mail_leaves: ctx.config.SMTP_URL !== undefined,
  })),
]
