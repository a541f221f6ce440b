import * as z from 'zod'
import type { Talk } from '#parts/integration/integration.server.ts'
import { Unanswered } from '#server/outbound.ts'

// What notes and boletos share of a conversation with Asaas (API v3).

/** Milliseconds. */
export const asaasPatience = 15_000

export interface AsaasConversation {
  readonly talk: Talk
  readonly base: URL
  readonly token: string
}

/** Asaas refuses for good, with reasons. */
export class AsaasRefusal extends Error {
  readonly status: number
  readonly reasons: readonly { readonly code: string; readonly message: string }[]
  constructor(status: number, reasons: AsaasRefusal['reasons']) {
    super('refused')
    this.status = status
    this.reasons = reasons
  }
}

/** What Asaas may answer otherwise later. */
export const asaasLater = ({ base }: Pick<AsaasConversation, 'base'>, what: string) =>
  new Unanswered(`${base.host}: ${what}`)

const faults = z.object({
  errors: z.array(z.object({ code: z.string().default(''), description: z.string().default('') })),
})

/** Sends one request. Throws `AsaasRefusal` where it is refused for good, and `Unanswered` where it may go well later. */
export async function sayToAsaas<T>(
  { talk, base, token }: AsaasConversation,
  shape: z.ZodType<T>,
  path: string,
  body?: object,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = body ? 'POST' : 'GET',
): Promise<T> {
  const url = new URL(`/v3/${path}`, base)
  const answer = await talk(url, {
    method,
    timeout: asaasPatience,
    ...(body && { body: JSON.stringify(body) }),
    headers: { accept: 'application/json', access_token: token, ...(body && { 'content-type': 'application/json' }) },
  })
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw new Unanswered(`${url.host}: answered ${answer.status}`)
  const json = parsed(answer.body)
  if (answer.status >= 400) {
    const reasons =
      faults.safeParse(json).data?.errors.map(({ code, description }) => ({ code, message: description })) ?? []
    throw new AsaasRefusal(
      answer.status,
      reasons.length ? reasons : [{ code: `HTTP ${answer.status}`, message: `O Asaas respondeu ${answer.status}.` }],
    )
  }
  const read = shape.safeParse(json)
  if (answer.status >= 300 || !read.success) throw new Unanswered(`${url.host}: a resposta veio ilegível`)
  return read.data
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

const customers = z.object({ data: z.array(z.object({ id: z.string(), deleted: z.boolean().optional() })) })
const customer = z.object({ id: z.string() })

/** A person as Asaas knows one. */
export interface AsaasPerson {
  readonly name: string
  readonly document: string
  readonly email: string | null
  readonly zipcode: string | null
  readonly street: string | null
  readonly number: string | null
  readonly complement: string | null
  readonly district: string | null
}

/** The id of the customer with this document: created where there is none, and given `own`, fields of Asaas's, in both cases. */
export async function asaasCustomer(
  talking: AsaasConversation,
  person: AsaasPerson,
  own: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const known = await sayToAsaas(talking, customers, `customers?cpfCnpj=${encodeURIComponent(person.document)}`)
  const there = known.data.find(({ deleted }) => !deleted)
  if (there) {
    if (Object.keys(own).length)
      await sayToAsaas(talking, customer, `customers/${encodeURIComponent(there.id)}`, own, 'PUT')
    return there.id
  }
  const made = await sayToAsaas(talking, customer, 'customers', {
    name: person.name,
    cpfCnpj: person.document,
    email: person.email ?? undefined,
    postalCode: person.zipcode ?? undefined,
    address: person.street ?? undefined,
    addressNumber: person.number ?? undefined,
    complement: person.complement ?? undefined,
    province: person.district ?? undefined,
    notificationDisabled: true,
    ...own,
  })
  return made.id
}
