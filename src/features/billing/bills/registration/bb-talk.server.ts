import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { BbKeys } from '#features/billing/bills/registration/credentials.server.ts'
import type { Talk } from '#parts/integration/integration.server.ts'
import { Unanswered } from '#server/outbound.ts'

/** Milliseconds. */
const patience = 20_000

export interface BbConversation {
  readonly talk: Talk
  readonly base: URL
  readonly oauth: URL
  readonly keys: BbKeys
}
/** Banco do Brasil refuses for good, with reasons. */
export class BbRefusal extends Error {
  readonly status: number
  readonly reasons: readonly { readonly code: string; readonly message: string }[]
  constructor(status: number, reasons: BbRefusal['reasons']) {
    super('refused')
    this.status = status
    this.reasons = reasons
  }
}
export const bbLater = ({ base }: Pick<BbConversation, 'base'>, what: string) => new Unanswered(`${base.host}: ${what}`)

const text = z.coerce.string().default('')
/** The three shapes in which its documentation writes refusals. */
const faults = z.union([
  z
    .object({ erros: z.array(z.object({ codigo: text, mensagem: text, providencia: text })).min(1) })
    .transform(({ erros }) =>
      erros.map(({ codigo, mensagem, providencia }) => [codigo, mensagem, providencia] as const),
    ),
  z
    .object({ errors: z.array(z.object({ code: text, message: text, action: text })).min(1) })
    .transform(({ errors }) => errors.map(({ code, message, action }) => [code, message, action] as const)),
  z.object({ error: text, message: text }).transform(({ error, message }) => [[error, message, ''] as const]),
])

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function refusalOf(status: number, body: Buffer): BbRefusal {
  const reasons = (faults.safeParse(parsed(body)).data ?? [])
    .map(([code, message, action]) => ({
      code: code.slice(0, 60),
      message: [message, action].filter(Boolean).join(' '),
    }))
    .filter(({ message }) => message)
  return new BbRefusal(
    status,
    reasons.length
      ? reasons
      : [{ code: `HTTP ${status}`, message: `O Banco do Brasil respondeu ${status}, sem dizer por quê.` }],
  )
}

const isPassing = (status: number) => status >= 500 || status === 429 || status === 408

const granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(300) })
interface HeldToken {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly until: number
}
const tokens = new Map<string, HeldToken>()
const ownerOf = ({ oauth, keys }: BbConversation) =>
  createHash('sha256').update(`${oauth.href} ${keys.client_id} ${keys.client_secret}`).digest('hex')

/** An access token that is still good: the bank limits how often one may be requested. */
async function tokenOf(talking: BbConversation): Promise<string> {
  const { talk, oauth, keys } = talking
  const known = tokens.get(ownerOf(talking))
  if (known && known.until > Date.now()) return known.token
  const answer = await talk(oauth, {
    method: 'POST',
    timeout: patience,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${keys.client_id}:${keys.client_secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'cobrancas.boletos-info cobrancas.boletos-requisicao',
    }).toString(),
  })
  if (isPassing(answer.status)) throw new Unanswered(`${oauth.host}: answered ${answer.status}`)
  if (answer.status >= 400) throw refusalOf(answer.status, answer.body)
  const read = granted.safeParse(parsed(answer.body))
  if (!read.success) throw new Unanswered(`${oauth.host}: a resposta veio ilegível`)
  const { access_token: token, expires_in: seconds } = read.data
  tokens.set(ownerOf(talking), { token, until: Date.now() + Math.max(0, seconds - 30) * 1_000 })
  return token
}

/** Sends one request. Throws `BbRefusal` where it is refused for good, and `Unanswered` where it may go well later. */
export async function sayToBb<T>(
  talking: BbConversation,
  shape: z.ZodType<T>,
  path: string,
  { body, query = {} }: { readonly body?: object; readonly query?: Readonly<Record<string, string>> } = {},
): Promise<T> {
  const { talk, base, keys } = talking
  const isFresh = !tokens.has(ownerOf(talking))
  const token = await tokenOf(talking)
  const url = new URL(`${base.href.replace(/\/$/, '')}/${path}`)
  for (const [name, value] of Object.entries({ ...query, 'gw-dev-app-key': keys.app_key }))
    url.searchParams.set(name, value)
  const answer = await talk(url, {
    timeout: patience,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
  })
  if (isPassing(answer.status)) throw bbLater(talking, `answered ${answer.status}`)
  if (answer.status === 401) {
    tokens.delete(ownerOf(talking))
    // A token that was good may have ended early: the next try has another.
    if (!isFresh) throw bbLater(talking, 'o acesso venceu')
  }
  if (answer.status >= 400) throw refusalOf(answer.status, answer.body)
  const read = shape.safeParse(parsed(answer.body))
  if (answer.status >= 300 || !read.success) throw bbLater(talking, 'a resposta veio ilegível')
  return read.data
}
