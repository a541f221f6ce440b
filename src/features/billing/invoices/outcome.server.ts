import { sql } from 'kysely'
import type { DanfseFacts } from '#features/billing/invoices/danfse.ts'
import type { InvoiceRefusal } from '#features/billing/invoices/dps/refusals.ts'
import { serviceInvoices, type InvoiceState } from '#features/billing/invoices/invoices.ts'
import { xmlOf } from '#features/billing/invoices/item.server.ts'
import { invoiceSource, type InvoiceSource } from '#features/billing/invoices/source.server.ts'
import type { SentItem, Talk } from '#parts/integration/integration.server.ts'
import { keepFiles } from '#parts/file/store.server.ts'
import { record } from '#server/audit.ts'
import type { Config } from '#server/config.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** Where an emitter keeps what it made. */
export interface EmitterReach {
  readonly config: Config
  readonly sql: Sql
}
/** What an emitter made of a DPS. */
export interface IssuedNote {
  readonly number: string
  readonly accessKey: string | null
  readonly authorizedAt: string
  /** Its document, as the emitter has it. */
  readonly xml: string
  /** Drawn by the emitter; by us where it draws none. */
  readonly pdf?: Buffer
}

/** Writes a note's new state without rights of a user: row, history and screens. False if its state changed meanwhile. */
async function become(
  ctx: Ctx,
  { id, uuid, state: before }: Pick<InvoiceSource, 'id' | 'uuid' | 'state'>,
  from: readonly InvoiceState[],
  to: InvoiceState,
  more: Readonly<Record<string, string | null>> = {},
): Promise<boolean> {
  const set = Object.entries(more).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql`
    update service_invoices set ${sql.join([sql`state = ${to}`, ...set, sql`version = version + 1`, sql`updated_at = now()`])}
    where id = ${id} and state = any(${[...from]}::text[]) returning id`.execute(ctx.sql)
  if (!rows.length) return false
  const changed = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, [null, value] as const]))
  await record(ctx, serviceInvoices, id, to, { state: [before, to], ...changed })
  ctx.tell({ of: serviceInvoices, uuid })
  return true
}

const tellWhy = async ({ sql: db }: Ctx, id: number, refusals: readonly InvoiceRefusal[]) => {
  await sql`delete from service_invoices_rejections where parent_id = ${id}`.execute(db)
  for (const [position, { code, message, advice }] of refusals.entries())
    await sql`
      insert into service_invoices_rejections (parent_id, position, code, message, advice)
      values (${id}, ${position}, ${code}, ${message}, ${advice})`.execute(db)
}

const nameFiles = (
  { sql: db }: Ctx,
  id: number,
  files: readonly (readonly [kind: string, sha256: string, size: number])[],
) =>
  sql`
    insert into service_invoice_files (invoice_id, kind, sha256, size)
    select ${id}, kind, sha256, size from json_to_recordset(${JSON.stringify(files.map(([kind, sha256, size]) => ({ kind, sha256, size })))}::json)
      as f (kind text, sha256 text, size integer)
    on conflict (invoice_id, kind) do update set sha256 = excluded.sha256, size = excluded.size`.execute(db)

/** The paper of a note, by what draws it, which is loaded with the first. */
export const danfsePdf = async (facts: DanfseFacts) =>
  (await import('#features/billing/invoices/danfse.server.ts')).drawDanfse(facts)

const factsOf = (
  { dps, emitter, environment }: InvoiceSource,
  note: Pick<IssuedNote, 'number' | 'accessKey' | 'authorizedAt' | 'xml'>,
  cancelledAt: string | null,
): DanfseFacts => ({
  dps,
  ...note,
  cancelledAt,
  replacedBy: null,
  hasNoValue: emitter === 'local',
  isTest: environment === 'homologacao',
})

/** A note that another took the place of, drawn so. */
interface ReplacedNote {
  readonly source: InvoiceSource
  readonly pdf: Buffer
  readonly hash: string
}
async function replacedBy(
  at: EmitterReach,
  { replaces_id: id }: InvoiceSource,
  by: Pick<IssuedNote, 'number' | 'accessKey'>,
): Promise<ReplacedNote | null> {
  const source = id === null ? null : await invoiceSource(at.sql, id)
  if (!source) return null
  const { nfse_number, access_key: accessKey, authorized_at, number, dps } = source
  const xml = await xmlOf(at, source.id)
  const issued = { number: nfse_number ?? String(number), accessKey, authorizedAt: authorized_at ?? dps.issuedAt, xml }
  const pdf = await danfsePdf({ ...factsOf(source, issued, null), replacedBy: by.accessKey ?? by.number })
  const [hash = ''] = await keepFiles(at, [pdf])
  return { source, pdf, hash }
}

/** The older note ends as the new one begins, and the order that it was of is the new one's. */
async function settleReplaced(ctx: Ctx, { id }: InvoiceSource, { source, pdf, hash }: ReplacedNote) {
  if (!(await become(ctx, source, ['autorizada'], 'substituida'))) return
  await sql`update service_invoices set replaced_by_id = ${id} where id = ${source.id}`.execute(ctx.sql)
  await sql`update order_services set invoice_id = ${id}, updated_at = now() where invoice_id = ${source.id}`.execute(
    ctx.sql,
  )
  await nameFiles(ctx, source.id, [['pdf', hash, pdf.length]])
}

/** The note is there: its files reach the disk first, and are named with it. */
export async function noteIssued(at: EmitterReach, invoice: InvoiceSource, note: IssuedNote): Promise<SentItem> {
  const xml = Buffer.from(note.xml, 'utf8')
  const pdf = note.pdf ?? (await danfsePdf(factsOf(invoice, note, null)))
  const [xmlHash = '', pdfHash = ''] = await keepFiles(at, [xml, pdf])
  const replaced = await replacedBy(at, invoice, note)
  return {
    state: 'enviado',
    note: `NFS-e ${note.number} autorizada.`,
    settle: async ctx => {
      // An order is locked before its note, as its cancelling does.
      if (replaced)
        await sql`select 1 from order_services where invoice_id = ${replaced.source.id} for no key update`.execute(
          ctx.sql,
        )
      const issued = { nfse_number: note.number, access_key: note.accessKey, authorized_at: note.authorizedAt }
      if (!(await become(ctx, invoice, ['pendente', 'processando', 'rejeitada'], 'autorizada', issued))) return
      await tellWhy(ctx, invoice.id, [])
      await nameFiles(ctx, invoice.id, [
        ['xml', xmlHash, xml.length],
        ['pdf', pdfHash, pdf.length],
      ])
      if (replaced) await settleReplaced(ctx, invoice, replaced)
    },
  }
}

const saidOf = (refusals: readonly InvoiceRefusal[]) =>
  refusals
    .map(({ code, message }) => `${code}: ${message}`)
    .join(' ')
    .slice(0, 900)

/** What was refused stays with its number, to be put right and sent again under it. */
export const noteRefused = (invoice: InvoiceSource, refusals: readonly InvoiceRefusal[]): SentItem => ({
  state: 'falhou',
  why: saidOf(refusals),
  settle: async ctx => {
    if (await become(ctx, invoice, ['pendente', 'processando', 'rejeitada'], 'rejeitada'))
      await tellWhy(ctx, invoice.id, refusals)
  },
})

/** Marks a note cancelled and draws it so; `given` is the emitter's drawing, null if the stored one remains. */
export async function noteCancelled(
  at: EmitterReach,
  invoice: InvoiceSource,
  xml: string,
  given?: Buffer | null,
): Promise<SentItem> {
  const cancelledAt = new Date().toISOString()
  const { nfse_number, access_key: accessKey, authorized_at, dps } = invoice
  const number = nfse_number ?? String(invoice.number)
  const note = { number, accessKey, authorizedAt: authorized_at ?? dps.issuedAt, xml }
  const pdf = given === undefined ? await danfsePdf(factsOf(invoice, note, cancelledAt)) : given
  const [hash] = pdf ? await keepFiles(at, [pdf]) : []
  return {
    state: 'enviado',
    note: `NFS-e ${number} cancelada.`,
    settle: async ctx => {
      if (!(await become(ctx, invoice, ['cancelando', 'autorizada'], 'cancelada', { cancelled_at: cancelledAt })))
        return
      if (pdf && hash) await nameFiles(ctx, invoice.id, [['pdf', hash, pdf.length]])
    },
  }
}

/** It was not cancelled: it is authorised again, with reasons. */
export const cancelRefused = (invoice: InvoiceSource, refusals: readonly InvoiceRefusal[]): SentItem => ({
  state: 'falhou',
  why: saidOf(refusals),
  settle: async ctx => {
    if (await become(ctx, invoice, ['cancelando'], 'autorizada', { cancel_reason: null }))
      await tellWhy(ctx, invoice.id, refusals)
  },
})

/** A connection that failed with one of these was never made: no byte of the note left. */
const neverMade: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const isNeverMade = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && neverMade.has(error.code)) || isNeverMade(error.cause))

/**
 * Issues a note through `talk`. Readers see at once that it is being sent; one that was waiting waits again where no connection
 * was made, since then it may still be withdrawn.
 */
export async function whileSending(
  at: EmitterReach,
  invoice: InvoiceSource,
  talk: Talk,
  issue: (talk: Talk) => Promise<SentItem>,
): Promise<SentItem> {
  let reached = false
  const watched: Talk = async (...question) => {
    try {
      const answer = await talk(...question)
      reached = true
      return answer
    } catch (error) {
      reached ||= !isNeverMade(error)
      throw error
    }
  }
  await beginSending(at, invoice)
  try {
    return await issue(watched)
  } catch (error) {
    if (!reached && invoice.state === 'pendente' && isNeverMade(error))
      await sql`
        update service_invoices set state = 'pendente', updated_at = now()
        where id = ${invoice.id} and state = 'processando'`.execute(at.sql)
    throw error
  }
}

export const beginSending = async ({ sql: db }: EmitterReach, invoice: InvoiceSource) =>
  void (await sql`
    update service_invoices set state = 'processando', updated_at = now()
    where id = ${invoice.id} and state in ('pendente', 'rejeitada')`.execute(db))
