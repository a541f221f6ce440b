import * as z from 'zod'
import { integer, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import type { OAuthClient } from '#features/people/auth/installation.server.ts'
import { livesOf, refreshSession, type SessionTokens } from '#features/people/auth/sessions.server.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { signIn } from '#features/people/auth/sign-in.server.ts'
import { directoryGrant } from '#features/people/auth/api.ts'
import { returnUrl } from '#features/people/auth/directory.server.ts'
import { enterByDirectory } from '#features/people/auth/directory-entry.server.ts'
import { isStillVouched } from '#features/people/auth/directory-renewal.server.ts'
import { Answer, operation } from '#server/operation.ts'
import { sameSecret } from '#server/secret.ts'

/** RFC 6749, 5.2. */
const refusals = {
  invalid_request: ['malformed', 'O pedido de acesso está incompleto.'],
  invalid_client: ['unauthenticated', 'As credenciais da interface não conferem. Recarregue a página.'],
  invalid_grant: ['malformed', 'E-mail ou senha não conferem.'],
  unsupported_grant_type: ['malformed', 'Este tipo de acesso não é aceito: use password ou refresh_token.'],
} as const

function refuse(error: keyof typeof refusals, message: string = refusals[error][1]): never {
  throw problem(refusals[error][0], { message, oauth: { error, error_description: message } })
}

/** A parameter that is not one text is one that is not there: the refusal is RFC 6749's, not a field error. */
const parameter = z
  .string()
  .refine(value => value !== '' && value.isWellFormed() && !value.includes('\0'))
  .optional()
  .catch(undefined)
const request = z.looseObject({
  grant_type: parameter,
  username: parameter,
  password: parameter,
  refresh_token: parameter,
  client_id: parameter,
  client_secret: parameter,
  /** Of `directoryGrant`. */
  ticket: parameter,
  answer: parameter,
})
type Request = z.infer<typeof request>

/** `POST /oauth/token`, RFC 6749: the password and the refresh_token grants, as a form or as JSON. */
export const tokenOperation = ({ passwords, client, directory, now }: Auth) =>
  operation<unknown, unknown, Request>({
    id: 'auth.token',
    summary: 'Entrar, ou renovar o acesso',
    method: 'POST',
    url: '/oauth/token',
    access: 'public',
    scope: 'none',
    rate: 'auth',
    audit: 'users.login',
    media: ['application/json', 'application/x-www-form-urlencoded'],
    body: request,
    answers: {
      200: shape({ token_type: string, expires_in: integer, access_token: string, refresh_token: string }),
    },
    transaction: 'own',
    urgent: true,
    handle: async (ctx, { body }) => {
      if (body.grant_type === undefined) return refuse('invalid_request')
      if (!isClient(client, ctx.request.headers.authorization, body)) return refuse('invalid_client')
      const lives = livesOf(ctx.config)
      switch (body.grant_type) {
        case 'password': {
          const { username, password } = body
          if (username === undefined || password === undefined) return refuse('invalid_request')
          const door = { db: ctx.sql, passwords, lives, now: now(), request: ctx.request, directory }
          return granted(await signIn(door, username, password)) ?? refuse('invalid_grant')
        }
        case 'refresh_token': {
          if (body.refresh_token === undefined) return refuse('invalid_request')
          const renewal = { db: ctx.sql, config: ctx.config, now: now(), request: ctx.request }
          const isVouched = await isStillVouched(renewal, directory, body.refresh_token)
          const tokens = isVouched ? await refreshSession(ctx.sql, body.refresh_token, now(), lives) : null
          return granted(tokens) ?? refuse('invalid_grant', 'Sua sessão expirou, por favor faça login novamente.')
        }
        case directoryGrant: {
          const { ticket, answer } = body
          if (!directory || ticket === undefined || answer === undefined) return refuse('invalid_request')
          const door = { db: ctx.sql, config: ctx.config, lives, now: now(), request: ctx.request }
          const tokens = await enterByDirectory(door, directory, ticket, returnUrl(ctx.config, answer))
          return granted(tokens) ?? refuse('invalid_grant', 'O diretório não confirmou quem você é. Entre de novo.')
        }
        default:
          return refuse('unsupported_grant_type')
      }
    },
  })

const granted = (tokens: SessionTokens | null) =>
  tokens && new Answer(200, { token_type: 'Bearer', ...tokens }, { 'cache-control': 'no-store', pragma: 'no-cache' })

/** Credentials come in an `Authorization: Basic` or in the body. */
function isClient(client: OAuthClient, authorization: string | undefined, body: Request): boolean {
  const { id, secret } = basic(authorization) ?? { id: body.client_id ?? '', secret: body.client_secret ?? '' }
  const named = sameSecret(id, client.id)
  return sameSecret(secret, client.secret) && named
}

function basic(authorization: string | undefined): OAuthClient | null {
  const encoded = /^Basic +([\w+/]+=*)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return { id: unescaped(id), secret: unescaped(secret) }
}

/** Both travel escaped as in a form: RFC 6749, 2.3.1. */
const unescaped = (escaped: string) => new URLSearchParams(`it=${escaped}`).get('it') ?? ''
