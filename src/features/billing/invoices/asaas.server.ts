import { isIP } from 'node:net'
import { sql } from 'kysely'
import * as z from 'zod'
import { readNfse } from '#features/billing/invoices/dps/answer.ts'
import { refusalLines } from '#features/billing/invoices/dps/refusals.ts'
import { reais } from '#features/billing/invoices/dps/dps.ts'
import { asaasTokenOf } from '#features/billing/invoices/credentials.server.ts'
import { itemGiven, xmlOf } from '#features/billing/invoices/item.server.ts'
import {
  whileSending,
  cancelRefused,
  noteCancelled,
  noteIssued,
  noteRefused,
  type EmitterReach,
} from '#features/billing/invoices/outcome.server.ts'
import { fieldLabels, mappedCustomer, mappedTo } from '#features/billing/invoices/dps/mapped.ts'
import { mappingSections } from '#features/billing/invoices/mapped.server.ts'
import { lackingIssuerBy } from '#features/billing/invoices/issuers.server.ts'
import type { InvoiceSource } from '#features/billing/invoices/source.server.ts'
import { asaasTestUrl, asaasUrl } from '#parts/asaas/settings.server.ts'
import {
  asaasCustomer,
  AsaasRefusal,
  asaasLater,
  asaasPatience,
  sayToAsaas as say,
  type AsaasConversation,
} from '#parts/asaas/talk.server.ts'
import type { Integration, SentItem } from '#parts/integration/integration.server.ts'

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

/** The customer of the note's taker there, with what fields of the client say of it. */
const customerOf = (talking: AsaasConversation, { dps: { taker, mapped } }: InvoiceSource): Promise<string> =>
  asaasCustomer(talking, taker, mappedCustomer(mapped))

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

/** By https, at a name: outbound refuses those that lead into a private network. */
const isNamed = ({ protocol, hostname, username }: URL) =>
  protocol === 'https:' && !username && !hostname.startsWith('[') && isIP(hostname) === 0

/** A file it made: of its own host, or of a public name. */
async function fileAt(
  { talk, base }: Pick<AsaasConversation, 'talk' | 'base'>,
  address: string | null | undefined,
): Promise<Buffer> {
  const url = address && URL.canParse(address) ? new URL(address) : null
  if (!url || (url.host !== base.host && !isNamed(url))) throw asaasLater({ base }, 'o arquivo da nota não foi dado')
  const answer = await talk(url, { timeout: asaasPatience, largest: largestFile })
  if (answer.status !== 200) throw asaasLater({ base }, 'o arquivo da nota não veio')
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
  if (there.status !== 'AUTHORIZED') throw asaasLater(talking, 'a prefeitura ainda não respondeu')
  if (!there.number) throw asaasLater(talking, 'o número da nota ainda não veio')
  const [xml, pdf] = [await fileAt(talking, there.xmlUrl), await fileAt(talking, there.pdfUrl)]
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw asaasLater(talking, 'o PDF da nota veio ilegível')
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
  throw asaasLater(talking, 'o cancelamento ainda não foi respondido')
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
    try {
      return act === 'emitir'
        ? await whileSending(at, invoice, talk, watched =>
            issue(at, { ...talking, talk: watched }, invoice, item.attempt),
          )
        : await cancel(at, talking, invoice)
    } catch (error) {
      if (error instanceof AsaasRefusal) return refused(invoice, refusalLines(error.reasons))
      throw error
    }
  },
}
