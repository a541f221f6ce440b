// What is compared of the answers, value by value, in either dress.
import * as z from 'zod'

const number = z.union([z.null(), z.coerce.number()])
/** Some answer a bigint as a text. */
const client = z.object({
  id: z.coerce.number(),
  uuid: z.string(),
  name: z.string(),
  document: z.string(),
  fantasy_name: z.string().nullable(),
  inscricao_estadual: z.string().nullable(),
  email: z.string().nullable(),
  phone_name: z.string().nullable(),
  phone: z.string().nullable(),
  tax_regime_id: number,
  category_client_id: number,
  client_system_id: number,
  plan_id: number,
  empresa_responsavel_id: number,
})
const reference = z.object({ id: z.coerce.number(), uuid: z.string(), name: z.string() }).nullable()
const line = { id: z.coerce.number(), uuid: z.string() }
const text = z.string().nullable()
const contact = { ...line, responsible: text, types: z.array(z.string()), user: reference }
/** The client of a list, as we answer it. */
const row = client.extend({
  tax_regime: reference,
  category_client: reference,
  client_system: reference,
  plan: reference,
  empresa_responsavel: reference,
})
/** The client alone, with its lists. The name of a city is left out: ours has its state in it. */
const card = row.extend({
  phones: listOf(z.object({ ...contact, phone: z.string() })),
  mails: listOf(z.object({ ...contact, mail: z.string() })),
  addresses: listOf(
    z.object({
      ...line,
      zipcode: text,
      address: text,
      number: text,
      complement: text,
      neighborhood: text,
      lat: number,
      lng: number,
      altitude: number,
      in_ocean: z.boolean(),
      google_maps_address: text,
      city: z.object(line).nullable(),
      address_type: reference,
    }),
  ),
  client_partners: listOf(
    z.object({
      ...line,
      name: z.string(),
      document: text,
      slug: z.string(),
      categories: z.array(z.string()),
      since: text,
    }),
  ),
  activities: listOf(z.object({ ...line, code: z.string(), name: z.string(), main: z.boolean() })),
  state_registrations: listOf(z.object({ ...line, state: z.string(), number: z.string() })),
  extra_services: listOf(z.object({ ...line, name: z.string(), value: number })),
  tags: listOf(z.object({ ...line, tag: reference })),
  particularities: listOf(z.object({ ...line, particularity: reference })),
  client_users: listOf(z.object({ ...line, user: reference })),
  fistels: listOf(
    z.object({
      ...line,
      fistel: z.string(),
      show_for_client: z.boolean(),
      active_anatel: z.boolean(),
      service_type: reference,
    }),
  ),
})

function listOf<Line extends { readonly id: number }>(one: z.ZodType<Line>) {
  return z.array(one).transform(lines => lines.toSorted((first, second) => first.id - second.id))
}

/** A peer is bare with the plain columns and a compared token, and whole with all that our own answers take. */
export type Dress = 'bare' | 'whole'
/** Of a client in a list, and of one alone. */
export const shapes = {
  bare: { row: client, card: client },
  whole: { row, card },
} as const satisfies Record<Dress, { readonly row: z.ZodType<ClientRow>; readonly card: z.ZodType<ClientRow> }>

export type ClientRow = z.infer<typeof client>
export interface ClientPage {
  readonly rows: readonly ClientRow[]
  readonly total: number
}
