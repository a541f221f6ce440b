import * as z from 'zod'
import { integer, shape, string } from '#kernel/json.ts'
import { problem, problemBody } from '#kernel/problem.ts'
import { problemJson } from '#kernel/json.ts'
import type { OAuthClient } from '#features/auth/installation.server.ts'
import { sameSecret } from '#features/auth/secrets.server.ts'
import { livesOf, refreshSession, type Tokens } from '#features/auth/sessions.server.ts'
import type { Auth } from '#features/auth/setup.server.ts'
import { signIn } from '#features/auth/sign-in.server.ts'
import { Answer, operation, type Ctx } from '#server/operation.ts'

/** RFC 6749, 5.2. */
const refusals = {
  invalid_request: [400, 'O pedido de acesso está incompleto.'],
  invalid_client: [401, 'As credenciais da interface não conferem. Recarregue a página.'],
  invalid_grant: [400, 'E-mail ou senha não conferem.'],
  unsupported_grant_type: [400, 'Este tipo de acesso não é aceito: use password ou refresh_token.'],
} as const

const unstored = { 'cache-control': 'no-store', pragma: 'no-cache' }
const challenge = { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' }

function refuse(ctx: Ctx, error: keyof typeof refusals, said: string = refusals[error][1]): Answer {
  const [status] = refusals[error]
  const body = problemBody(problem(status === 401 ? 'unauthenticated' : 'malformed', said), ctx.request.id)
  const headers = status === 401 ? { ...unstored, ...challenge } : unstored
  return new Answer(status, { ...body, error, error_description: said }, headers)
}

/** A parameter that is not one text is one that is not there: the refusal is RFC 6749's, not a field error. */
const parameter = z
  .string()
  .refine(value => value !== '' && value.isWellFormed() && !value.includes('\0'))
  .optional()
  .catch(undefined)
const request = z
  .looseObject({
    grant_type: parameter,
    username: parameter,
    password: parameter,
    refresh_token: parameter,
    client_id: parameter,
    client_secret: parameter,
  })
  .prefault({})
type Request = z.infer<typeof request>

/** `POST /oauth/token`, RFC 6749: the password and the refresh_token grants, as a form or as JSON. */
export const tokenOperation = ({ passwords, client, now }: Auth) =>
  operation<unknown, unknown, Request>({
    id: 'auth.token',
    summary: 'Entrar, ou renovar o acesso',
    method: 'POST',
    url: '/oauth/token',
    access: 'public',
    scope: 'none',
    rate: 'auth',
    audit: 'users.login',
    body: request,
    answers: {
      200: shape({ token_type: string, expires_in: integer, access_token: string, refresh_token: string }),
      400: problemJson,
      401: problemJson,
    },
    transaction: 'own',
    handle: async (ctx, { body }) => {
      if (body.grant_type === undefined) return refuse(ctx, 'invalid_request')
      if (!isClient(client, ctx.request.headers.authorization, body)) return refuse(ctx, 'invalid_client')
      const lives = livesOf(ctx.config)
      switch (body.grant_type) {
        case 'password': {
          const { username, password } = body
          if (username === undefined || password === undefined) return refuse(ctx, 'invalid_request')
          const door = { db: ctx.sql, passwords, lives, now: now(), request: ctx.request }
          return granted(await signIn(door, username, password)) ?? refuse(ctx, 'invalid_grant')
        }
        case 'refresh_token': {
          if (body.refresh_token === undefined) return refuse(ctx, 'invalid_request')
          const tokens = await refreshSession(ctx.sql, body.refresh_token, now(), lives)
          return granted(tokens) ?? refuse(ctx, 'invalid_grant', 'Sua sessão expirou, por favor faça login novamente.')
        }
        default:
          return refuse(ctx, 'unsupported_grant_type')
      }
    },
  })

const granted = (tokens: Tokens | null) => tokens && new Answer(200, { token_type: 'Bearer', ...tokens }, unstored)

/** Credentials come in an `Authorization: Basic` or in the body. */
function isClient(client: OAuthClient, authorization: string | undefined, body: Request): boolean {
  const { id, secret } = basic(authorization) ?? { id: body.client_id ?? '', secret: body.client_secret ?? '' }
  const named = sameSecret(id, client.id)
  return sameSecret(secret, client.secret) && named
}

function basic(authorization: string | undefined): OAuthClient | null {
  const encoded = /^Basic +([\w+/]+=*)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const parts = new URLSearchParams(
    Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^([^:]*):(.*)$/s, 'id=$1&secret=$2'),
  )
  return { id: parts.get('id') ?? '', secret: parts.get('secret') ?? '' }
}
