import { sql } from 'kysely'
import { pageOf } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { StoredFiling } from '#features/regulatory/collects/files/filing.server.ts'
import { fileOf as writtenOf } from '#features/regulatory/collects/files/written.server.ts'
import {
  listTargets,
  listTray,
  settleReceipt,
  type ProposedTarget,
  type TrayItem,
  type TrayPage,
} from '#features/regulatory/receipts/api.ts'
import { receiptFileOf, keptAs } from '#features/regulatory/receipts/drop-job.server.ts'
import type { ReceiptProposal, ReceiptTarget } from '#features/regulatory/receipts/known.ts'
import { likelyOf } from '#features/regulatory/receipts/likely.ts'
import { judge } from '#features/regulatory/receipts/match.ts'
import { receipts } from '#features/regulatory/receipts/receipts.ts'
import { settle } from '#features/regulatory/receipts/settle.server.ts'
import { worldOf } from '#features/regulatory/receipts/world.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import { readOutcome } from '#parts/receipt/outcome.ts'
import { onlyProtocol } from '#parts/receipt/paper.server.ts'
import { emptyReading, type ReceiptReading } from '#parts/receipt/read.ts'
import { refusalError, isRefusalVerdict } from '#parts/receipt/verdict.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Routes of undecided receipts: a person chooses and settles. */
export const trayOperations: readonly AnyOperation[] = [
  serve(listTray, async (ctx, { query }) => {
    const found = await waitingOf(ctx, query)
    const items = []
    for (const id of found.ids) items.push(await itemOf(ctx, id))
    return pageOf(items, found.total, query)
  }),
  serve(listTargets, async (ctx, { id: key, query: { client: named, year, month } }) => {
    const receipt = await ctx.rows(receipts).find(key)
    const { outcome } = (await readingOf(ctx, receipt.id)) ?? emptyReading
    const { id } = await ctx.rows(clients).find(named, [])
    if (!year !== !month) throw invalid({ month: 'Informe o ano e o mês.' })
    const periods =
      year && month ? [`${year}-${String(month).padStart(2, '0')}`, String(year), `${year}-S1`, `${year}-S2`] : []
    const reading = { ...emptyReading, periods, outcome }
    const world = await worldOf(ctx, reading, { client: id })
    return { data: world.clients.flatMap(client => likelyOf(client, reading, world, { whatever: true })).map(wireOf) }
  }),
  serve(settleReceipt, async (ctx, { id, body: { target, protocol: given, sure } }) => {
    refuseSettled(await ctx.rows(receipts).find(id))
    const filed = await filedOf(ctx, target)
    const kept = await ctx.transact(async inner => {
      const file = await holdReceipt(inner, id)
      const reading = await readingOf(inner, file.id)
      const protocol = given ?? onlyProtocol(reading)
      const settled = await settle(inner, file, target, { reading, protocol, processed: false, sure, filed })
      return inner.rows(receipts).update(file.id, keptAs(inner, settled, protocol), undefined, 'guardar')
    })
    const message = messageOf[target.kind]
    return doneAnswer(200, `${message} ${kept.about ?? ''}`.trim(), kept)
  }),
]

const messageOf: Readonly<Record<ReceiptTarget['kind'], string>> = {
  coleta: 'Guardado.',
  recusa: 'Erro registrado, com a recusa guardada.',
  obrigacao: 'Guardado.',
  'recusa-obrigacao': 'Recusa registrada: a obrigação está em aberto.',
  tarefa: 'Guardado.',
}

function refuseSettled({ state }: { readonly state: string }) {
  if (state !== 'bandeja') throw problem('conflict', 'Este comprovante não está mais na bandeja.')
}

/** Locks the receipt: concurrent requests to settle it wait. */
async function holdReceipt(ctx: Ctx, id: string) {
  const row = await ctx.rows(receipts).lock(id)
  const file = await receiptFileOf(ctx, row.id)
  refuseSettled(file)
  return file
}

/** Stores the current file of a coleta to be marked as sent. */
async function filedOf(ctx: Ctx, target: ReceiptTarget): Promise<StoredFiling> {
  if (target.kind !== 'coleta' || !target.send) return null
  const written = await writtenOf(ctx, await ctx.rows(collects).find(target.coleta))
  return written && { ...written, size: written.bytes.length, sha256: await keepFile(ctx, written.bytes) }
}

async function waitingOf(ctx: Ctx, { page, per_page }: TrayPage) {
  const listed = await ctx.rows(receipts).page({
    page,
    per_page,
    pagination: true,
    search: '',
    any: [],
    sort: [{ field: 'id', descending: true }],
    filters: [
      { key: 'state', field: receipts.fields.state, test: 'eq', value: 'bandeja' },
      { key: 'elsewhere', field: receipts.fields.elsewhere, test: 'eq', value: 'false' },
    ],
    active: 'true',
    trashed: false,
    columns: [],
  })
  return { ids: listed.data.map(({ id }) => id), total: listed.total }
}

async function readingOf(ctx: Ctx, id: number): Promise<ReceiptReading | null> {
  const { rows } = await sql<{ found: string | null }>`select found from receipts where id = ${id}`.execute(ctx.sql)
  const found: Partial<ReceiptReading> | null = rows[0]?.found ? JSON.parse(rows[0].found) : null
  // Receipts read by an older release have no outcome: it is read from the stored beginning of their text.
  return found && { ...emptyReading, outcome: readOutcome(found.words ?? ''), ...found }
}

/** A receipt of the tray, judged by what there is today: a coleta may have been sent meanwhile. */
async function itemOf(ctx: Ctx, id: number): Promise<TrayItem> {
  const { uuid, name, size, why, created_at, user, drop } = await ctx.rows(receipts).find(id)
  const reading = await readingOf(ctx, id)
  const world = await worldOf(ctx, reading)
  const verdict = judge(reading, world)
  const clear = verdict.act ? world.clients.flatMap(client => likelyOf(client, reading ?? emptyReading, world)) : null
  const doubt = reading ? (verdict.act ? 'Agora há uma coisa só que pode ser: confira e guarde.' : verdict.why) : why
  return {
    uuid,
    name,
    size,
    why: doubt ?? '',
    protocol: onlyProtocol(reading),
    verdict: reading?.outcome.verdict ?? null,
    error: reading && isRefusalVerdict(reading.outcome.verdict) ? refusalError(reading.outcome) : null,
    day: reading?.day ?? null,
    rows: reading?.outcome.rows.filed ?? null,
    created_at,
    user: user?.name ?? null,
    drop,
    proposals: (clear ?? (verdict.act ? [] : verdict.proposals)).map(wireOf),
  }
}

function wireOf({ target, label, note }: ReceiptProposal): ProposedTarget {
  const none = { coleta: null, send: false, client: null, obligation: null, period: null, task: null }
  return { ...none, ...target, label, note }
}
