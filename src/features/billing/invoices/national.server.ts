import { readFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import { readNfse, type NfseAnswer } from '#features/billing/invoices/dps/answer.ts'
import { dpsId, dpsXml } from '#features/billing/invoices/dps/dps.ts'
import { cancelXml } from '#features/billing/invoices/dps/event.ts'
import { layoutOn } from '#features/billing/invoices/dps/layouts.ts'
import { refusalLines } from '#features/billing/invoices/dps/refusals.ts'
import { certificateOf } from '#features/billing/invoices/credentials.server.ts'
import { itemGiven, xmlOf } from '#features/billing/invoices/item.server.ts'
import {
  cancelRefused,
  noteCancelled,
  noteIssued,
  noteRefused,
  whileSending,
} from '#features/billing/invoices/outcome.server.ts'
import { fieldLabels } from '#features/billing/invoices/dps/mapped.ts'
import { mappingSections } from '#features/billing/invoices/mapped.server.ts'
import { nfseAuthority, nfseSignature, nfseTestUrl, nfseUrl } from '#features/billing/invoices/settings.server.ts'
import { signedXml } from '#features/billing/invoices/sign.server.ts'
import { lackingIssuerBy } from '#features/billing/invoices/issuers.server.ts'
import type { InvoiceSource } from '#features/billing/invoices/source.server.ts'
import type { Integration, SentItem, Talk } from '#parts/integration/integration.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'
import { Unanswered, type OutsideAnswer, type OutsideQuestion } from '#server/outbound.ts'

/** It signs and authorises while one waits. */
const patience = 20_000
const largestAnswer = 4 * 1024 * 1024
const largestXml = 2 * 1024 * 1024

const packed = (xml: string) => gzipSync(Buffer.from(xml, 'utf8')).toString('base64')
/** Null for what is no gzip in base64, or swells beyond any NFS-e. */
function unpacked(text: string): string | null {
  try {
    return gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: largestXml }).toString('utf8')
  } catch {
    return null
  }
}

const baseOf = (config: Config, environment: InvoiceSource['environment']) =>
  config.of(environment === 'producao' ? nfseUrl : nfseTestUrl)

const authorised = z.object({ chaveAcesso: z.string(), nfseXmlGZipB64: z.string() })
const noteFound = z.object({ chaveAcesso: z.string().regex(/^[\dA-Z]{50}$/) })
const whole = z.object({ nfseXmlGZipB64: z.string() })
const faults = z.looseObject({})
const fault = z.object({
  codigo: z.coerce.string().optional(),
  Codigo: z.coerce.string().optional(),
  descricao: z.string().optional(),
  Descricao: z.string().optional(),
  complemento: z.string().nullish(),
})

interface NationalConversation {
  readonly talk: Talk
  readonly base: URL
  readonly tls: NonNullable<OutsideQuestion['tls']>
}
/** Sends the emitter one request. Throws `Unanswered` on 5xx, 408 and 429. */
async function say(
  { talk, base, tls }: NationalConversation,
  path: string,
  body?: object,
): Promise<OutsideAnswer & { readonly json: unknown }> {
  const url = new URL(`${base.pathname.replace(/\/$/, '')}/${path}`, base)
  const answer = await talk(url, {
    tls,
    timeout: patience,
    largest: largestAnswer,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
  })
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw new Unanswered(`${url.host}: answered ${answer.status}`)
  return { ...answer, json: parsed(answer.body) }
}
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
const garbled = ({ base }: NationalConversation) => new Unanswered(`${base.host}: a resposta veio ilegível`)

/** Its reasons, `erros` or `erro`, whatever case they are written in. */
function reasonsIn(json: unknown, status: number) {
  const body = faults.safeParse(json).data ?? {}
  const listed = body.erros ?? body.Erros ?? body.erro ?? body.Erro
  const given = z.array(fault).safeParse(Array.isArray(listed) ? listed : listed ? [listed] : []).data ?? []
  const refusals = given.map(({ codigo, Codigo, descricao, Descricao, complemento }) => ({
    code: codigo ?? Codigo ?? '',
    message: [descricao ?? Descricao, complemento].filter(Boolean).join(' - '),
  }))
  return refusals.length
    ? refusals
    : [{ code: `HTTP ${status}`, message: `O emissor nacional respondeu ${status} sem dizer por quê.` }]
}

/** Whether an NFS-e is of this very note: the number may have been used by another system. */
const isOf = ({ dps }: InvoiceSource, { dpsId: id, cents, takerDocument }: NfseAnswer) =>
  id === dpsId(dps) && cents === dps.cents && takerDocument === dps.taker.document

/** What became of a DPS the emitter has already; null where it has none. */
async function recovered(
  talking: NationalConversation,
  invoice: InvoiceSource,
): Promise<{ nfse: NfseAnswer; xml: string } | null> {
  const asked = await say(talking, `dps/${dpsId(invoice.dps)}`)
  if (asked.status === 404) return null
  const known = noteFound.safeParse(asked.json).data
  if (asked.status !== 200 || !known) throw garbled(talking)
  const answer = await say(talking, `nfse/${known.chaveAcesso}`)
  const xml = unpacked(whole.safeParse(answer.json).data?.nfseXmlGZipB64 ?? '')
  const nfse = xml && readNfse(xml)
  if (!xml || !nfse) throw garbled(talking)
  return { nfse, xml }
}

const numberTaken = 'E0014'
const takenByOther = [{ code: numberTaken, message: 'Este número de DPS já é de uma NFS-e que não é esta.' }]

async function issue(
  at: { config: Config; sql: Sql },
  talking: NationalConversation,
  invoice: InvoiceSource,
  attempt: number,
): Promise<SentItem> {
  const settled = (known: { nfse: NfseAnswer; xml: string }) =>
    isOf(invoice, known.nfse)
      ? noteIssued(at, invoice, { ...known.nfse, xml: known.xml })
      : noteRefused(invoice, refusalLines(takenByOther))
  // It may have arrived, whatever we heard.
  const known = attempt > 1 ? await recovered(talking, invoice) : null
  if (known) return settled(known)
  const { dps } = invoice
  const certificate = await certificateOf(at.sql, at.config, invoice.empresa_id)
  const document = signedXml(dpsXml(dps, layoutOn(dps.competence)), certificate, at.config.of(nfseSignature))
  const answer = await say(talking, 'nfse', { dpsXmlGZipB64: packed(document) })
  if (answer.status === 201 || answer.status === 200) {
    const xml = unpacked(authorised.safeParse(answer.json).data?.nfseXmlGZipB64 ?? '')
    const nfse = xml && readNfse(xml)
    if (!xml || !nfse) throw garbled(talking)
    return settled({ nfse, xml })
  }
  if (answer.status < 400) throw garbled(talking)
  const reasons = reasonsIn(answer.json, answer.status)
  if (reasons.some(({ code }) => code === numberTaken)) {
    const there = await recovered(talking, invoice)
    if (there) return settled(there)
  }
  return noteRefused(invoice, refusalLines(reasons))
}

const cancelled = 'E0840'
async function cancel(
  at: { config: Config; sql: Sql },
  talking: NationalConversation,
  invoice: InvoiceSource,
): Promise<SentItem> {
  const { access_key: accessKey, cancel_code: reason, cancel_words: words, environment, dps } = invoice
  if (!accessKey || !reason || !words)
    return cancelRefused(invoice, refusalLines([{ code: '', message: 'A nota não tem chave de acesso.' }]))
  const asked = { environment, at: new Date().toISOString(), document: dps.issuer.document, accessKey, reason, words }
  const certificate = await certificateOf(at.sql, at.config, invoice.empresa_id)
  const document = signedXml(
    cancelXml(asked, layoutOn(dps.competence).version),
    certificate,
    at.config.of(nfseSignature),
  )
  // The key identifies the event: a repeated request finds the same one.
  const before = await say(talking, `nfse/${accessKey}/eventos/101101/1`)
  if (before.status === 200) return noteCancelled(at, invoice, await xmlOf(at, invoice.id))
  const answer = await say(talking, `nfse/${accessKey}/eventos`, { pedidoRegistroEventoXmlGZipB64: packed(document) })
  if (answer.status === 201 || answer.status === 200) {
    if (answer.json === null) throw garbled(talking)
    return noteCancelled(at, invoice, await xmlOf(at, invoice.id))
  }
  if (answer.status < 400) throw garbled(talking)
  const reasons = reasonsIn(answer.json, answer.status)
  if (reasons.some(({ code }) => code === cancelled)) return noteCancelled(at, invoice, await xmlOf(at, invoice.id))
  return cancelRefused(invoice, refusalLines(reasons))
}

const off = 'O emissor nacional está desligado: defina NFSE_URL ou NFSE_TEST_URL.'

/** The national emitter of NFS-e, spoken to with the company's own certificate. */
export const nationalEmitter: Integration = {
  key: 'nfse-nacional',
  fields: fieldLabels('nacional'),
  sections: mappingSections,
  lacking: (config, db) =>
    config.of(nfseUrl) === null && config.of(nfseTestUrl) === null ? off : lackingIssuerBy(db, 'nacional'),
  hosts: config => [nfseUrl, nfseTestUrl].flatMap(each => config.of(each) ?? []).map(url => new URL(url).host),
  send: async (item, talk, at) => {
    const { invoice, act } = await itemGiven(at.sql, item)
    const url = baseOf(at.config, invoice.environment)
    const refused = act === 'emitir' ? noteRefused : cancelRefused
    if (url === null) return refused(invoice, refusalLines([{ code: 'CONFIG', message: off }]))
    const { key, chain } = await certificateOf(at.sql, at.config, invoice.empresa_id)
    const authority = at.config.of(nfseAuthority)
    const tls = { key, cert: chain, ...(authority && { ca: await readFile(authority, 'utf8') }) }
    const talking = { talk, base: new URL(url), tls }
    if (act === 'cancelar') return cancel(at, talking, invoice)
    return whileSending(at, invoice, talk, watched => issue(at, { ...talking, talk: watched }, invoice, item.attempt))
  },
}
