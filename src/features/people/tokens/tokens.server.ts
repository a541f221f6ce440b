import { can } from '#kernel/access.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { isGrantable } from '#features/people/auth/scopes.ts'
import { permissionSections } from '#features/people/profiles/permissions.server.ts'
import {
  createOwnToken,
  createSystemToken,
  endOwnToken,
  endToken,
  listOwnTokens,
  listTokens,
  readTokenScopes,
} from '#features/people/tokens/api.ts'
import { checkedDraft } from '#features/people/tokens/draft.server.ts'
import { endTokenOf, makeToken, ownTokens, tokensSeen } from '#features/people/tokens/store.server.ts'
import { users } from '#features/people/users/users.ts'
import { invalid } from '#kernel/problem.ts'
import { Answer, doneAnswer, type AnyOperation } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface TokenNeeds {
  readonly now: () => Date
  readonly operations: () => readonly AnyOperation[]
}
const shownOnce = 'Token criado. Copie-o agora: ele não é mostrado de novo.'
const secretly = { 'cache-control': 'no-store' }

/** Tokens by which other programs act for a person, with no more than that person may do. */
export const tokensOnServer = ({ now, operations }: TokenNeeds): ServerFeature => ({
  operations: () => [
    serve(listOwnTokens, async ctx => {
      const data = await ownTokens(ctx, now())
      return { data, total: data.length }
    }),
    serve(readTokenScopes, async ({ user }) => ({
      data: permissionSections(features, operations()).flatMap(({ section, permissions }) => {
        const grantable = permissions.filter(({ role }) => can(user, role) && isGrantable(role))
        return grantable.length ? [{ section, permissions: grantable }] : []
      }),
    })),
    serve(createOwnToken, async (ctx, { body }) => {
      const draft = await checkedDraft(ctx, body, now())
      const made = await ctx.transact(inner =>
        makeToken(inner, { ...draft, kind: 'pessoal', user_id: ctx.user.id }, now()),
      )
      return new Answer(201, doneAnswer(201, shownOnce, made), secretly)
    }),
    serve(endOwnToken, async (ctx, { id }) => {
      await endTokenOf(ctx, id, 'owner', now())
      return doneAnswer(200, 'Token encerrado: nenhum programa entra mais com ele.', {})
    }),
    serve(listTokens, async ctx => {
      const data = await tokensSeen(ctx, now())
      return { data, total: data.length }
    }),
    serve(createSystemToken, async (ctx, { body }) => {
      const draft = await checkedDraft(ctx, body, now())
      const owner = await ctx.rows(users).seek(body.user_id)
      if (!owner) throw invalid({ user_id: 'Escolha uma pessoa da lista.' })
      const made = await ctx.transact(inner => makeToken(inner, { ...draft, kind: 'sistema' }, now()))
      return new Answer(201, doneAnswer(201, shownOnce, made), secretly)
    }),
    serve(endToken, async (ctx, { id }) => {
      await endTokenOf(ctx, id, 'administrator', now())
      return doneAnswer(200, 'Token encerrado: nenhum programa entra mais com ele.', {})
    }),
  ],
})
