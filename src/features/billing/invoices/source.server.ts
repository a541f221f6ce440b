import { sql } from 'kysely'
import * as z from 'zod'
import { replaceCodes, type Dps } from '#features/billing/invoices/dps/dps.ts'
import { emitters, environments } from '#features/people/empresas/empresas.ts'
import { invoiceStates } from '#features/billing/invoices/invoices.ts'
import type { Sql } from '#server/operation.ts'

const isKeyOf = <T extends object>(of: T) => z.custom<keyof T>(value => typeof value === 'string' && value in of)
const instant = z.preprocess(value => (value instanceof Date ? value.toISOString() : value), z.string().nullable())

export const taxScheme = z.enum(['nao-optante', 'mei', 'simples-nacional', 'optante-pendente'])

const taker = z.object({
  document: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  street: z.string(),
  number: z.string(),
  complement: z.string().nullable(),
  district: z.string(),
  zipcode: z.string(),
  town: z.number(),
  townName: z.string(),
})
/** A note stores its DPS as it was when the note was requested. */
const dpsIn: z.ZodType<Dps> = z.object({
  environment: z.enum(['producao', 'homologacao']),
  issuedAt: z.string(),
  series: z.number(),
  number: z.number(),
  competence: z.string(),
  town: z.number(),
  issuer: z.object({
    document: z.string(),
    name: z.string(),
    registration: z.string(),
    scheme: taxScheme,
    townName: z.string(),
    place: z.string().nullable().default(null),
    zipcode: z.string().nullable().default(null),
    phone: z.string().nullable().default(null),
    email: z.string().nullable().default(null),
    townActive: z.boolean().nullable().default(null),
    ibsCbs: z.enum(['simples', 'cbs-no-simples', 'fora']).nullable().default(null),
  }),
  replaces: z
    .object({
      accessKey: z.string().nullable(),
      number: z.string(),
      code: z.enum(replaceCodes),
      words: z.string().nullable(),
    })
    .nullable()
    .default(null),
  taker,
  service: z.object({
    code: z.string(),
    name: z.string(),
    townCode: z.string().nullable(),
    nbs: z.string().nullable(),
    description: z.string(),
    ibsCbs: z.object({ operation: z.string(), cst: z.string(), classification: z.string() }).nullable().default(null),
  }),
  cents: z.number(),
  iss: z.number().nullable(),
  retained: z.boolean(),
  burden: z.number().nullable(),
  mapped: z.array(z.object({ label: z.string(), key: z.string(), value: z.string() })).default([]),
})

const row = z.object({
  id: z.number(),
  uuid: z.string(),
  state: isKeyOf(invoiceStates),
  emitter: isKeyOf(emitters),
  environment: isKeyOf(environments),
  client_id: z.number(),
  empresa_id: z.number(),
  series: z.number(),
  number: z.number(),
  nfse_number: z.string().nullable(),
  access_key: z.string().nullable(),
  authorized_at: instant,
  cancel_code: z.string().nullable(),
  cancel_words: z.string().nullable(),
  external_id: z.string().nullable(),
  replaces_id: z.number().nullable(),
  dps: dpsIn,
})
/** A note with what is to be declared of it. */
export type InvoiceSource = z.infer<typeof row>

/** Reads a note regardless of visibility: the caller checks access. Null if missing. */
export async function invoiceSource(db: Sql, id: number): Promise<InvoiceSource | null> {
  const { rows } = await sql`
    select i.id, i.uuid, i.state, i.emitter, i.environment, i.client_id, i.empresa_id, i.series, i.number, i.nfse_number, i.access_key,
      i.authorized_at, i.replaces_id, s.cancel_code, s.cancel_words, s.external_id, s.dps
    from service_invoices i join service_invoice_sources s on s.invoice_id = i.id where i.id = ${id} and i.deleted_at is null`.execute(
    db,
  )
  return rows[0] ? row.parse(rows[0]) : null
}

export const keepSource = (db: Sql, id: number, dps: Dps) =>
  sql`
    insert into service_invoice_sources (invoice_id, dps) values (${id}, ${JSON.stringify(dps)}::json)
    on conflict (invoice_id) do update set dps = excluded.dps`.execute(db)
