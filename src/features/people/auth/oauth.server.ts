import * as z from 'zod'
import { integer, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import type { OAuthClient } from '#features/people/auth/installation.server.ts'
import type { SecondStep } from '#features/people/auth/second.server.ts'
import { decidedOnce } from '#features/people/auth/installation.server.ts'
import { keyAtGrant, knownHost } from '#features/people/auth/proofs.server.ts'
import { newToken } from '#features/people/auth/secrets.server.ts'
import {
  livesOf,
  refreshSession,
  type SessionHolder,
  type SessionTokens,
} from '#features/people/auth/sessions.server.ts'
import type { Lives } from '#features/people/auth/rotation.ts'
import type { Auth } from '#features/people/auth/setup.server.ts'
import { signIn } from '#features/people/auth/sign-in.server.ts'
import { directoryGrant } from '#features/people/auth/directory.ts'
import { returnUrl } from '#features/people/auth/directory.server.ts'
import { enterByDirectory } from '#features/people/auth/directory-entry.server.ts'
import { isStillVouched } from '#features/people/auth/directory-renewal.server.ts'
import { Answer, operation, type AnyOperation, type Ctx } from '#server/operation.ts'
import type { Config } from '#server/config.ts'
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
  device: parameter,
  mfa_token: parameter,
  otp: parameter,
  recovery_code: parameter,
  passkey: parameter,
  remember: parameter,
  /** Of `directoryGrant`. */
  ticket: parameter,
  answer: parameter,
})
type Request = z.infer<typeof request>

/** `POST /oauth/token`, RFC 6749: the password and the refresh_token grants, those of second factors and of the directory, as a form or as JSON. */
export function tokenOperation({ passwords, client, second, directory, now }: Auth): AnyOperation {
  const keyIn = keyReader()
  return operation<unknown, unknown, Request>({
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
      const program = clientOf([client, ...(ctx.config.OAUTH_PROGRAMS ?? [])], ctx.request.headers.authorization, body)
      if (!program) return refuse('invalid_client')
      const holder: SessionHolder = {
        // It has proved itself by its secret, and the credentials of the interface, which everybody may read, prove nothing.
        program: program === client ? null : program.id,
        jkt: await keyIn(ctx, body.grant_type, now()),
      }
      const lives = livesHeldBy(ctx.config, holder)
      const door = {
        db: ctx.sql,
        passwords,
        lives,
        now: now(),
        request: ctx.request,
        device: body.device,
        second,
        directory,
        holder,
      }
      // Of a sign-in in a new place its owner is informed by mail.
      ctx.after(async () => ctx.mail.sender?.nudge())
      switch (body.grant_type) {
        case 'password': {
          const { username, password } = body
          if (username === undefined || password === undefined) return refuse('invalid_request')
          if (!lives.max) return refuse('invalid_request', unboundRefused)
          const found = await signIn(door, username, password)
          if (found && 'mfa_token' in found) throw secondStepProblem(found)
          return granted(found, holder) ?? refuse('invalid_grant')
        }
        case 'refresh_token': {
          if (body.refresh_token === undefined) return refuse('invalid_request')
          const renewal = { db: ctx.sql, config: ctx.config, now: now(), request: ctx.request }
          const isVouched = await isStillVouched(renewal, directory, body.refresh_token)
          const tokens = isVouched ? await refreshSession(ctx.sql, body.refresh_token, now(), lives, holder) : null
          return (
            granted(tokens, holder) ?? refuse('invalid_grant', 'Sua sessão expirou, por favor faça login novamente.')
          )
        }
        case directoryGrant: {
          const { ticket, answer } = body
          if (!directory || ticket === undefined || answer === undefined) return refuse('invalid_request')
          if (!lives.max) return refuse('invalid_request', unboundRefused)
          const back = returnUrl(ctx.config, answer)
          const found = await enterByDirectory({ ...door, directory }, ctx.config, ticket, back)
          if (found && 'mfa_token' in found) throw secondStepProblem(found)
          return (
            granted(found, holder) ?? refuse('invalid_grant', 'O diretório não confirmou quem você é. Entre de novo.')
          )
        }
        default: {
          const grant = second.grants[body.grant_type]
          if (!grant) return refuse('unsupported_grant_type')
          if (!lives.max) return refuse('invalid_request', unboundRefused)
          return (
            granted(await grant(door, body), holder) ??
            refuse('invalid_grant', 'Não foi possível confirmar que é você.')
          )
        }
      }
    },
  })
}

/** The answer to a right password whose owner has a second factor: an error of RFC 6749, 5.2, with what comes next in its `data`. */
const secondStepProblem = (step: SecondStep) =>
  problem('malformed', {
    message: secondStepMessage,
    oauth: { error: 'mfa_required', error_description: secondStepMessage },
    data: step,
  })
const secondStepMessage = 'Falta confirmar com o segundo fator.'

const granted = (tokens: SessionTokens | null, { jkt }: SessionHolder) =>
  tokens &&
  new Answer(
    200,
    { token_type: jkt === null ? 'Bearer' : 'DPoP', ...tokens },
    { 'cache-control': 'no-store', pragma: 'no-cache' },
  )

const unboundRefused = 'Esta instalação só aceita entradas de um navegador que prove ter a própria chave (RFC 9449).'

/** What nobody but its holder can use lives long; what a copy of the browser's storage opens, an hour or what the settings say. */
function livesHeldBy(config: Config, { jkt, program }: SessionHolder): Lives {
  const { access, idle, max } = livesOf(config)
  const longest = jkt === null && program === null ? config.UNBOUND_SESSION_SECONDS : max
  return { access: Math.min(access, longest), idle: Math.min(idle, longest), max: Math.min(max, longest) }
}

/**
 * Answers a function that reads which key a request for tokens proves; null without a proof. A refresh needs a nonce, for its proof
 * could have been made long before.
 */
function keyReader() {
  let nonceKey: string | null = null
  return async ({ sql, config, request }: Ctx, grant: string | undefined, now: Date): Promise<string | null> => {
    if (request.headers.dpop === undefined) return null
    nonceKey ??= await decidedOnce(sql, 'proof_nonce_key', newToken())
    return keyAtGrant({ headers: request.headers, host: knownHost(config), now }, nonceKey, grant === 'refresh_token')
  }
}

/** Which of these clients asks: its credentials come in an `Authorization: Basic` or in the body. */
function clientOf(
  clients: readonly OAuthClient[],
  authorization: string | undefined,
  body: Request,
): OAuthClient | null {
  const { id, secret } = basic(authorization) ?? { id: body.client_id ?? '', secret: body.client_secret ?? '' }
  const found = clients.filter(client => {
    const isCalledSo = sameSecret(id, client.id)
    return sameSecret(secret, client.secret) && isCalledSo
  })
  return found[0] ?? null
}

function basic(authorization: string | undefined): OAuthClient | null {
  const encoded = /^Basic +([\w+/]+=*)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return { id: unescaped(id), secret: unescaped(secret) }
}

/** Both travel escaped as in a form: RFC 6749, 2.3.1. */
const unescaped = (escaped: string) => new URLSearchParams(`it=${escaped}`).get('it') ?? ''
