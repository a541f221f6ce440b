import { sql } from 'kysely'
import * as z from 'zod'
import { doneJson, integer, list, maybe, pageJson, rowJson, shape, string, boolean } from '#kernel/json.ts'
import { pageOf } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { oneLine } from '#kernel/schema.ts'
import { clients } from '#features/clients/clients.ts'
import { collects } from '#features/collects/coleta/collects.ts'
import type { KeptFiled } from '#features/collects/files/filing.server.ts'
import { fileOf as writtenOf } from '#features/collects/files/written.server.ts'
import { receiptFileOf, keptAs } from '#features/receipts/drop-job.server.ts'
import type { ReceiptProposal, ReceiptTarget } from '#features/receipts/known.ts'
import { likelyOf } from '#features/receipts/likely.ts'
import { judge } from '#features/receipts/match.ts'
import { receipts } from '#features/receipts/receipts.ts'
import { settle } from '#features/receipts/settle.server.ts'
import { worldOf } from '#features/receipts/world.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import { readOutcome } from '#parts/receipt/outcome.ts'
import { onlyProtocol } from '#parts/receipt/paper.server.ts'
import { emptyReading, type ReceiptReading } from '#parts/receipt/read.ts'
import { refusalError, isRefusalVerdict } from '#parts/receipt/verdict.ts'
import { key } from '#server/crud.ts'
import { done, operation, type AnyOperation, type Ctx } from '#server/operation.ts'

const readable = { access: 'permission', scope: receipts, method: 'GET', rate: 'read', audit: null } as const
const proposal = shape({
  kind: string,
  coleta: maybe(string),
  send: boolean,
  client: maybe(string),
  obligation: maybe(string),
  period: maybe(string),
  task: maybe(string),
  label: string,
  note: maybe(string),
})
const item = shape({
  uuid: string,
  name: string,
  size: integer,
  why: string,
  protocol: maybe(string),
  verdict: maybe(string),
  /** What would be registered as the error, in the paper's words. */
  error: maybe(string),
  day: maybe(string),
  rows: maybe(integer),
  created_at: string,
  user: maybe(string),
  drop: shape({ uuid: string, name: string }),
  proposals: list(proposal),
})

const whole = (max: number) => z.coerce.number('Informe um número.').int().min(1).max(max)
const paged = z.strictObject({ page: whole(10_000).default(1), per_page: whole(50).default(25) })
const about = z.strictObject({
  client: key,
  year: whole(2100).optional(),
  month: whole(12).optional(),
})

const coleta = z.strictObject({ kind: z.literal('coleta'), coleta: z.uuid('Informe a coleta.'), send: z.boolean() })
const refusal = z.strictObject({ kind: z.literal('recusa'), coleta: z.uuid('Informe a coleta.') })
const duty = z.strictObject({
  kind: z.literal('obrigacao'),
  client: z.uuid('Informe o cliente.'),
  obligation: z.string('Informe a obrigação.').max(60),
  period: z.string('Informe a referência.').max(10),
})
const refusedDuty = z.strictObject({ ...duty.shape, kind: z.literal('recusa-obrigacao') })
const task = z.strictObject({ kind: z.literal('tarefa'), task: z.uuid('Informe a tarefa.') })
const placeSchema = z.strictObject({
  target: z.discriminatedUnion('kind', [coleta, refusal, duty, refusedDuty, task], 'Escolha do que é o comprovante.'),
  protocol: oneLine(60).nullish(),
  /** A person read that it looks like a refusal, and takes it for a receipt all the same. */
  sure: z.boolean().default(false),
})

/** Routes of undecided receipts: a person chooses and settles. */
export const trayOperations: readonly AnyOperation[] = [
  operation<unknown, z.infer<typeof paged>>({
    ...readable,
    id: 'receipts.bandeja',
    summary: 'Ver os comprovantes que esperam uma escolha, com o que podem ser e por quê',
    url: '/api/v1/receipts/bandeja',
    query: paged,
    answers: { 200: pageJson(item) },
    handle: async (ctx, { query }) => {
      const found = await waitingOf(ctx, query)
      const items = []
      for (const id of found.ids) items.push(await itemOf(ctx, id))
      return pageOf(items, found.total, query)
    },
  }),
  operation<{ id: string }, z.infer<typeof about>>({
    ...readable,
    id: 'receipts.opcoes',
    summary: 'Ver o que um comprovante pode ser de um cliente',
    url: '/api/v1/receipts/:id/opcoes',
    params: z.object({ id: key }),
    query: about,
    answers: { 200: shape({ data: list(proposal) }) },
    handle: async (ctx, { params, query: { client: named, year, month } }) => {
      const receipt = await ctx.rows(receipts).find(params.id)
      const { outcome } = (await readingOf(ctx, receipt.id)) ?? emptyReading
      const { id } = await ctx.rows(clients).find(named, [])
      if (!year !== !month) throw invalid({ month: 'Informe o ano e o mês.' })
      const periods =
        year && month ? [`${year}-${String(month).padStart(2, '0')}`, String(year), `${year}-S1`, `${year}-S2`] : []
      const reading = { ...emptyReading, periods, outcome }
      const world = await worldOf(ctx, reading, { client: id })
      return { data: world.clients.flatMap(client => likelyOf(client, reading, world, { whatever: true })).map(wireOf) }
    },
  }),
  operation<{ id: string }, unknown, z.infer<typeof placeSchema>>({
    id: 'receipts.guardar',
    summary: 'Guardar um comprovante da bandeja onde uma pessoa escolheu',
    method: 'PUT',
    url: '/api/v1/receipts/:id/guardar',
    access: 'permission',
    scope: receipts,
    rate: 'write',
    audit: 'receipts.guardar',
    params: z.object({ id: key }),
    // The coleta's file is written and stored before the rows are.
    transaction: 'own',
    body: placeSchema,
    answers: { 200: doneJson(rowJson(receipts)) },
    handle: async (ctx, { params, body }) => {
      refuseSettled(await ctx.rows(receipts).find(params.id))
      const filed = await filedOf(ctx, body.target)
      const kept = await ctx.transact(async inner => {
        const file = await holdReceipt(inner, params.id)
        const reading = await readingOf(inner, file.id)
        const protocol = body.protocol ?? onlyProtocol(reading)
        const settled = await settle(inner, file, body.target, {
          reading,
          protocol,
          processed: false,
          sure: body.sure,
          filed,
        })
        return inner.rows(receipts).update(file.id, keptAs(inner, settled, protocol), undefined, 'guardar')
      })
      const message = settledSaid[body.target.kind]
      return done(200, `${message} ${kept.about ?? ''}`.trim(), kept)
    },
  }),
]

const settledSaid: Readonly<Record<ReceiptTarget['kind'], string>> = {
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
async function filedOf(ctx: Ctx, target: ReceiptTarget): Promise<KeptFiled> {
  if (target.kind !== 'coleta' || !target.send) return null
  const written = await writtenOf(ctx, await ctx.rows(collects).find(target.coleta))
  return written && { ...written, size: written.bytes.length, sha256: await keepFile(ctx, written.bytes) }
}

async function waitingOf(ctx: Ctx, { page, per_page }: z.infer<typeof paged>) {
  const listed = await ctx.rows(receipts).page({
    page,
    per_page,
    pagination: true,
    search: '',
    sort: [{ field: 'id', descending: true }],
    filters: [
      { key: 'state', field: receipts.fields.state, test: 'eq', value: 'bandeja' },
      { key: 'elsewhere', field: receipts.fields.elsewhere, test: 'eq', value: 'false' },
    ],
    active: 'true',
    columns: [],
  })
  return { ids: listed.data.map(({ id }) => id), total: listed.total }
}

async function readingOf(ctx: Ctx, id: number): Promise<ReceiptReading | null> {
  const { rows } = await sql<{ found: string | null }>`select found from receipts where id = ${id}`.execute(ctx.sql)
  const found: Partial<ReceiptReading> | null = rows[0]?.found ? JSON.parse(rows[0].found) : null
  // What was read before papers were judged is judged by the words that are left of it.
  return found && { ...emptyReading, outcome: readOutcome(found.words ?? ''), ...found }
}

/** A receipt of the tray, judged by what there is today: a coleta may have been sent meanwhile. */
async function itemOf(ctx: Ctx, id: number) {
  const { uuid, name, size, why, created_at, user, drop } = await ctx.rows(receipts).find(id)
  const reading = await readingOf(ctx, id)
  const world = await worldOf(ctx, reading)
  const verdict = judge(reading, world)
  const clear = verdict.act ? world.clients.flatMap(client => likelyOf(client, reading ?? emptyReading, world)) : null
  const told = reading ? (verdict.act ? 'Agora há uma coisa só que pode ser: confira e guarde.' : verdict.why) : why
  return {
    uuid,
    name,
    size,
    why: told ?? '',
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

function wireOf({ target, label, note }: ReceiptProposal) {
  const none = { coleta: null, send: false, client: null, obligation: null, period: null, task: null }
  return { ...none, ...target, label, note }
}
