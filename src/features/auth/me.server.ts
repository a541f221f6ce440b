import * as z from 'zod'
import { isDay } from '#kernel/page.ts'
import { boolean, shape, doneJson } from '#kernel/json.ts'
import { oneLine, required } from '#kernel/schema.ts'
import { typed, userJson } from '#features/auth/answers.server.ts'
import { chooseCompany } from '#features/auth/company.server.ts'
import { longestPassword } from '#features/auth/password-rules.ts'
import { updateOwn } from '#features/auth/own-update.server.ts'
import type { Auth } from '#features/auth/setup.server.ts'
import { done, operation, type AnyOperation } from '#server/operation.ts'

const draft = z.strictObject({
  name: oneLine(120).refine(Boolean, required).optional(),
  birthday: z.string().refine(isDay, 'Informe uma data que exista.').nullable().optional(),
  current_password: typed(longestPassword).optional(),
  password: typed(longestPassword).optional(),
  password_confirmation: typed(longestPassword).optional(),
})
const company = z.strictObject({
  empresa_visualizacao_id: z.union([z.int().positive(), z.uuid(), z.literal('todos'), z.null()], {
    error: 'Escolha uma das empresas, ou todas.',
  }),
})
const mine = { access: 'session', scope: 'self' } as const

/** The signed-in user's own record, as they see and change it. */
export function meOperations({ passwords, viewOf, now }: Auth): readonly AnyOperation[] {
  return [
    operation({
      ...mine,
      id: 'users.me',
      summary: 'Ver os próprios dados',
      method: 'GET',
      url: '/api/v1/users/me',
      rate: 'read',
      audit: null,
      answers: { 200: shape({ data: userJson }) },
      handle: async ctx => ({ data: viewOf(ctx.user) }),
    }),
    operation<unknown, unknown, z.infer<typeof draft>>({
      ...mine,
      id: 'users.me.update',
      summary: 'Alterar os próprios dados e a própria senha',
      method: 'PUT',
      url: '/api/v1/users/me',
      rate: 'write',
      audit: 'users.me.update',
      body: draft,
      answers: { 200: doneJson(userJson) },
      transaction: 'own',
      handle: async (ctx, { body }) => {
        const { sql: db, request, config, user, session_id } = ctx
        const own = { db, passwords, request, product: config.APP_NAME, now: now(), user, session_id }
        const updated = await updateOwn(own, body)
        return done(200, body.password === undefined ? 'Dados salvos.' : 'Senha alterada.', viewOf(updated))
      },
    }),
    operation<unknown, unknown, z.infer<typeof company>>({
      ...mine,
      access: 'permission',
      id: 'users.me.empresa',
      summary: 'Escolher a empresa que se vê',
      method: 'PUT',
      url: '/api/v1/users/me/empresa-visualizacao-id',
      rate: 'write',
      audit: 'users.me.empresa',
      body: company,
      answers: { 200: doneJson(userJson) },
      handle: async (ctx, { body }) => {
        const empresa_visualizacao_id = await chooseCompany(ctx, body.empresa_visualizacao_id)
        return done(200, 'Empresa escolhida.', viewOf({ ...ctx.user, empresa_visualizacao_id }))
      },
    }),
    operation({
      ...mine,
      id: 'inicializacao',
      summary: 'O que o menu mostra',
      method: 'GET',
      url: '/api/v1/inicializacao',
      rate: 'read',
      audit: null,
      answers: {
        200: shape({
          usuario: shape({ menus: { type: 'object', additionalProperties: boolean } }),
          mail_leaves: boolean,
        }),
      },
      handle: async ctx => ({
        usuario: { menus: Object.fromEntries(viewOf(ctx.user).menus.map(id => [id, true])) },
        mail_leaves: ctx.config.SMTP_URL !== undefined,
      }),
    }),
  ]
}
