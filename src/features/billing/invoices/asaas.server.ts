import { isIP } from 'node:net'
import { sql } from 'kysely'
import * as z from 'zod'
import { readNfse } from '#features/billing/invoices/dps/answer.ts'
import { refusalLines } from '#features/billing/invoices/dps/refusals.ts'
import { reais } from '#features/billing/invoices/dps/dps.ts'
import { asaasTokenOf } from '#features/billing/invoices/credentials.server.ts'
import { itemGiven, xmlOf } from '#features/billing/invoices/item.server.ts'
import {
  beginSending,
  cancelRefused,
  noteCancelled,
  noteIssued,
  noteRefused,
  type EmitterReach,
} from '#features/billing/invoices/outcome.server.ts'
import { fieldLabels, mappedCustomer, mappedTo } from '#features/billing/invoices/dps/mapped.ts'
import { mappingSections } from '#features/billing/invoices/mapped.server.ts'
import { asaasTestUrl, asaasUrl } from '#features/billing/invoices/settings.server.ts'
import { lackingIssuerBy } from '#features/billing/invoices/issuers.server.ts'
import type { InvoiceSource } from '#features/billing/invoices/source.server.ts'
import type { Integration, SentItem, Talk } from '#parts/integration/integration.server.ts'
import { Unanswered } from '#server/outbound.ts'

const patience = 15_000
const largestFile = 5 * 1024 * 1024

// Shapes as Asaas documents them (API v3, notas fiscais), as far as we read them.
const note = z.object({
  id: z.string().min(1).max(60),
  status: z.string(),
  statusDescription: z.string().nullish(),
  number: z.coerce.string().nullish(),
  value: z.number(),
  externalReference: z.string().nullish(),
  pdfUrl: z.string().nullish(),
  xmlUrl: z.string().nullish(),
})
type AsaasNote = z.infer<typeof note>
const notes = z.object({ data: z.array(note) })
const customers = z.object({ data: z.array(z.object({ id: z.string(), deleted: z.boolean().optional() })) })
const customer = z.object({ id: z.string() })
const faults = z.object({
  errors: z.array(z.object({ code: z.string().default(''), description: z.string().default('') })),
})

interface AsaasConversation {
  readonly talk: Talk
  readonly base: URL
  readonly token: string
}
/** Asaas refuses for good, with reasons. */
class AsaasRefusal extends Error {
  readonly reasons: readonly { readonly code: string; readonly message: string }[]
  constructor(reasons: AsaasRefusal['reasons']) {
    super('refused')
    this.reasons = reasons
  }
}

async function say<T>(
  talking: AsaasConversation,
  shape: z.ZodType<T>,
  path: string,
  body?: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<T> {
  const { talk, base, token } = talking
  const url = new URL(`/v3/${path}`, base)
  const answer = await talk(url, {
    timeout: patience,
    ...(body && { method, body: JSON.stringify(body) }),
    headers: { accept: 'application/json', access_token: token, ...(body && { 'content-type': 'application/json' }) },
  })
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw new Unanswered(`${url.host}: answered ${answer.status}`)
  const json = parsed(answer.body)
  if (answer.status >= 400) {
    const told =
      faults.safeParse(json).data?.errors.map(({ code, description }) => ({ code, message: description })) ?? []
    throw new AsaasRefusal(
      told.length ? told : [{ code: `HTTP ${answer.status}`, message: `O Asaas respondeu ${answer.status}.` }],
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

/** Its customer of this document, made where there is none, with what fields of the client say of it. */
async function customerOf(talking: AsaasConversation, { dps: { taker, mapped } }: InvoiceSource): Promise<string> {
  const own = mappedCustomer(mapped)
  const known = await say(talking, customers, `customers?cpfCnpj=${encodeURIComponent(taker.document)}`)
  const there = known.data.find(({ deleted }) => !deleted)
  if (there) {
    if (Object.keys(own).length) await say(talking, customer, `customers/${encodeURIComponent(there.id)}`, own, 'PUT')
    return there.id
  }
  const made = await say(talking, customer, 'customers', {
    name: taker.name,
    cpfCnpj: taker.document,
    email: taker.email ?? undefined,
    postalCode: taker.zipcode,
    address: taker.street,
    addressNumber: taker.number,
    complement: taker.complement ?? undefined,
    province: taker.district,
    notificationDisabled: true,
    ...own,
  })
  return made.id
}

/** How a note ends that will never be one. */
const ended: readonly string[] = ['ERROR', 'CANCELED']

/** The note it has of ours; its own reference is the uuid of ours. */
async function noteOf(
  at: EmitterReach,
  talking: AsaasConversation,
  invoice: InvoiceSource,
  attempt: number,
): Promise<AsaasNote> {
  if (invoice.external_id) return say(talking, note, `invoices/${encodeURIComponent(invoice.external_id)}`)
  const known = attempt > 1 ? await say(talking, notes, `invoices?externalReference=${invoice.uuid}`) : null
  // What it gave up is not taken up again: put right, it is another one of theirs.
  const there = known?.data.find(each => each.externalReference === invoice.uuid && !ended.includes(each.status))
  const { dps } = invoice
  const made =
    there ??
    (await say(talking, note, 'invoices', {
      customer: await customerOf(talking, invoice),
      serviceDescription: dps.service.description,
      observations: [`DPS ${dps.series}/${dps.number}`, mappedTo(dps.mapped, 'observations')]
        .filter(Boolean)
        .join('. '),
      externalReference: invoice.uuid,
      value: Number(reais(dps.cents)),
      deductions: 0,
      effectiveDate: dps.competence,
      municipalServiceCode: dps.service.townCode ?? dps.service.code,
      municipalServiceName: dps.service.name,
      taxes: { retainIss: dps.retained, iss: dps.iss ?? 0, cofins: 0, csll: 0, inss: 0, ir: 0, pis: 0 },
    }))
  await sql`update service_invoice_sources set external_id = ${made.id} where invoice_id = ${invoice.id}`.execute(
    at.sql,
  )
  return made
}

const later = ({ base }: AsaasConversation, what: string) => new Unanswered(`${base.host}: ${what}`)

/** By https, at a name: outbound refuses those that lead into a private network. */
const isNamed = ({ protocol, hostname, username }: URL) =>
  protocol === 'https:' && !username && !hostname.startsWith('[') && isIP(hostname) === 0

/** A file it made: of its own host, or of a public name. */
async function fileAt({ talk, base }: AsaasConversation, address: string | null | undefined): Promise<Buffer> {
  const url = address && URL.canParse(address) ? new URL(address) : null
  if (!url || (url.host !== base.host && !isNamed(url)))
    throw later({ talk, base, token: '' }, 'o arquivo da nota não foi dado')
  const answer = await talk(url, { timeout: patience, largest: largestFile })
  if (answer.status !== 200) throw later({ talk, base, token: '' }, 'o arquivo da nota não veio')
  return answer.body
}

async function issue(
  at: EmitterReach,
  talking: AsaasConversation,
  invoice: InvoiceSource,
  attempt: number,
): Promise<SentItem> {
  let there = await noteOf(at, talking, invoice, attempt)
  if (Math.round(there.value * 100) !== invoice.dps.cents)
    return noteRefused(
      invoice,
      refusalLines([{ code: 'VALOR', message: 'A nota no Asaas tem outro valor: cancele-a lá e emita outra.' }]),
    )
  if (there.status === 'SCHEDULED')
    there = await say(talking, note, `invoices/${encodeURIComponent(there.id)}/authorize`, {})
  if (ended.includes(there.status)) {
    await sql`update service_invoice_sources set external_id = null where invoice_id = ${invoice.id}`.execute(at.sql)
    return noteRefused(invoice, refusalLines([{ code: there.status, message: there.statusDescription ?? '' }]))
  }
  if (there.status !== 'AUTHORIZED') throw later(talking, 'a prefeitura ainda não respondeu')
  if (!there.number) throw later(talking, 'o número da nota ainda não veio')
  const [xml, pdf] = [await fileAt(talking, there.xmlUrl), await fileAt(talking, there.pdfUrl)]
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw later(talking, 'o PDF da nota veio ilegível')
  const text = xml.toString('utf8')
  const read = readNfse(text)
  return noteIssued(at, invoice, {
    number: there.number,
    accessKey: read?.accessKey ?? null,
    authorizedAt: read?.authorizedAt ?? new Date().toISOString(),
    xml: text,
    pdf,
  })
}

async function cancel(at: EmitterReach, talking: AsaasConversation, invoice: InvoiceSource): Promise<SentItem> {
  if (!invoice.external_id)
    return cancelRefused(invoice, refusalLines([{ code: '', message: 'A nota não está no Asaas.' }]))
  const path = `invoices/${encodeURIComponent(invoice.external_id)}`
  let there = await say(talking, note, path)
  if (there.status === 'AUTHORIZED') there = await say(talking, note, `${path}/cancel`, {})
  if (there.status === 'CANCELED')
    return noteCancelled(
      at,
      invoice,
      await xmlOf(at, invoice.id),
      there.pdfUrl ? await fileAt(talking, there.pdfUrl) : null,
    )
  if (there.status === 'CANCELLATION_DENIED')
    return cancelRefused(
      invoice,
      refusalLines([{ code: there.status, message: there.statusDescription ?? 'A prefeitura negou.' }]),
    )
  throw later(talking, 'o cancelamento ainda não foi respondido')
}

const off = 'O Asaas está desligado: defina ASAAS_URL ou ASAAS_TEST_URL.'

/** Asaas issues at the municipality and notifies when it is done. */
export const asaasEmitter: Integration = {
  key: 'asaas',
  fields: fieldLabels('asaas'),
  sections: mappingSections,
  lacking: (config, db) =>
    config.of(asaasUrl) === null && config.of(asaasTestUrl) === null ? off : lackingIssuerBy(db, 'asaas'),
  send: async (item, talk, at) => {
    const { invoice, act } = await itemGiven(at.sql, item)
    const refused = act === 'emitir' ? noteRefused : cancelRefused
    const url = at.config.of(invoice.environment === 'producao' ? asaasUrl : asaasTestUrl)
    if (url === null) return refused(invoice, refusalLines([{ code: 'CONFIG', message: off }]))
    const talking = { talk, base: new URL(url), token: await asaasTokenOf(at.sql, at.config, invoice.empresa_id) }
    if (act === 'emitir') await beginSending(at, invoice)
    try {
      return act === 'emitir' ? await issue(at, talking, invoice, item.attempt) : await cancel(at, talking, invoice)
    } catch (error) {
      if (error instanceof AsaasRefusal) return refused(invoice, refusalLines(error.reasons))
      throw error
    }
  },
}
