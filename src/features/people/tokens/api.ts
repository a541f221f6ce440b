import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { isDay } from '#kernel/page.ts'
import { oneLine, required } from '#kernel/schema.ts'
import { dataShape, doneShape, keyShape, listShape, noData } from '#kernel/wire.ts'
import { roleSection } from '#features/people/profiles/schema.ts'
import { tokenEnds, tokenKinds, tokenLimits, tokenStates } from '#features/people/tokens/tokens.ts'

const namedRow = z.object({ id: z.int(), uuid: z.string(), name: z.string() })
const listedToken = z.object({
  uuid: z.string(),
  kind: keyShape(tokenKinds),
  name: z.string(),
  /** The last characters of the token. */
  hint: z.string(),
  owner: namedRow,
  scopes: listShape(z.string()),
  /** How many of its scopes its owner has at this moment. */
  working: z.int(),
  empresa: namedRow.nullable(),
  client: namedRow.nullable(),
  addresses: listShape(z.string()),
  state: keyShape(tokenStates),
  starts_at: z.string(),
  ends_at: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  ended_by: keyShape(tokenEnds).nullable(),
  last_used_at: z.string().nullable(),
  last_ip: z.string().nullable(),
})
/** A token as its owner and administrators see it, never itself; moments in ISO 8601. */
export type ListedToken = z.infer<typeof listedToken>
/** The token itself is answered once, as it is made. */
const madeToken = z.object({ token: z.string(), made: listedToken })
export type MadeToken = z.infer<typeof madeToken>

const day = z.string().refine(isDay, 'Informe uma data que exista.')
const tokenDraft = z.strictObject({
  name: oneLine(tokenLimits.name).refine(Boolean, required),
  scopes: z.array(z.string().max(100)).min(1, 'Escolha ao menos uma permissão.').max(2_000),
  empresa_id: z.int().positive().nullable().default(null),
  client_id: z.int().positive().nullable().default(null),
  addresses: z
    .array(z.string().max(60))
    .max(tokenLimits.addresses, `Use no máximo ${tokenLimits.addresses} endereços.`)
    .default([]),
  /** The first day it counts, in Brasília; from now on when null. */
  starts_on: day.nullable().default(null),
  /** The last day it counts. */
  ends_on: day,
})
/** What is decided of a token as it is made; nothing of it changes afterwards. */
export type TokenDraft = z.infer<typeof tokenDraft>

export const listOwnTokens = call.get('/users/me/tokens', {
  id: 'users.me.tokens',
  asOther: false,
  summary: 'Ver os próprios tokens',
  of: 'self',
  access: 'session',
  answer: z.object({ data: listShape(listedToken), total: z.int() }),
})
export const readTokenScopes = call.get('/users/me/tokens/permissoes', {
  id: 'users.me.tokens.permissoes',
  asOther: false,
  summary: 'Ver as permissões que um token pode ter',
  of: 'self',
  access: 'session',
  answer: dataShape(listShape(roleSection)),
})
// Both open their own transaction: with one of the server's, the answer, and the token in it, would be stored for repetitions.
export const createOwnToken = call.post('/users/me/tokens', {
  id: 'users.me.tokens.store',
  proof: 'any',
  summary: 'Criar um token',
  of: 'self',
  access: 'session',
  audit: 'users.token-criado',
  transaction: 'own',
  body: tokenDraft,
  answer: doneShape(madeToken),
  status: 201,
})
export const endOwnToken = call.delete('/users/me/tokens/:id', {
  id: 'users.me.tokens.destroy',
  summary: 'Encerrar um token',
  of: 'self',
  access: 'session',
  audit: 'users.token-encerrado',
  answer: doneShape(noData),
})

export const listTokens = call.get('/tokens', {
  id: 'tokens.index',
  summary: 'Ver os tokens de todos',
  of: 'none',
  staffOnly: true,
  answer: z.object({ data: listShape(listedToken), total: z.int() }),
})
export const createSystemToken = call.post('/tokens', {
  id: 'tokens.store',
  proof: 'any',
  summary: 'Criar o token de um sistema',
  of: 'none',
  staffOnly: true,
  audit: 'users.token-criado',
  transaction: 'own',
  body: tokenDraft.extend({ user_id: z.int({ error: required }).positive() }),
  answer: doneShape(madeToken),
  status: 201,
})
export const endToken = call.delete('/tokens/:id', {
  id: 'tokens.destroy',
  summary: 'Encerrar o token de alguém',
  of: 'none',
  staffOnly: true,
  audit: 'users.token-encerrado',
  answer: doneShape(noData),
})
