import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { rowKey } from '#kernel/key.ts'
import { oneLine } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape, pageShape, rowShape, valueShape } from '#kernel/wire.ts'
import { collectFiles, collects } from '#features/regulatory/collects/coleta/collects.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { ReceiptTarget } from '#features/regulatory/receipts/known.ts'
import { receiptDrops, receipts } from '#features/regulatory/receipts/receipts.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { fileCalled, sendsFile } from '#parts/file/taken.ts'
import type { PaperVerdict } from '#parts/receipt/verdict.ts'

export const beginDrop = call.post('/receipt-drops', {
  id: 'receipt-drops.soltar',
  summary: 'Começar um lote de comprovantes',
  of: receiptDrops,
  audit: 'receipt-drops.store',
  body: z.strictObject({
    /** Coletas that were sent become processed, too. */
    processed: z.boolean().default(false),
  }),
  status: 201,
  answer: doneShape(rowShape(receiptDrops)),
})

export const addReceipt = call.post('/receipt-drops/:id/arquivos', {
  ...sendsFile,
  id: 'receipt-drops.anexar',
  summary: 'Pôr um arquivo num lote de comprovantes',
  of: receiptDrops,
  writes: [receipts],
  audit: 'receipts.store',
  query: z.strictObject({ name: fileCalled }),
  status: 201,
  answer: doneShape(rowShape(receipts)),
})

const proposedTarget = z.object({
  kind: valueShape<ReceiptTarget['kind']>(string),
  coleta: z.string().nullable(),
  send: z.boolean(),
  client: z.string().nullable(),
  obligation: z.string().nullable(),
  period: z.string().nullable(),
  task: z.string().nullable(),
  label: z.string(),
  note: z.string().nullable(),
})
/** What a receipt may be, as the server proposes it. */
export type ProposedTarget = z.infer<typeof proposedTarget>

const trayItem = z.object({
  uuid: z.string(),
  name: z.string(),
  size: z.int(),
  why: z.string(),
  protocol: z.string().nullable(),
  verdict: valueShape<PaperVerdict>(string).nullable(),
  /** What would be registered as the error, in the paper's words. */
  error: z.string().nullable(),
  day: z.string().nullable(),
  rows: z.int().nullable(),
  created_at: z.string(),
  user: z.string().nullable(),
  drop: z.object({ uuid: z.string(), name: z.string() }),
  proposals: listShape(proposedTarget),
})
/** A receipt that needs a person's decision. */
export type TrayItem = z.infer<typeof trayItem>

const whole = (max: number) => z.coerce.number<number>('Informe um número.').int().min(1).max(max)
const trayPage = z.strictObject({ page: whole(10_000).default(1), per_page: whole(50).default(25) })
export type TrayPage = z.infer<typeof trayPage>

export const listTray = call.get('/receipts/bandeja', {
  id: 'receipts.bandeja',
  summary: 'Ver os comprovantes que esperam uma escolha, com o que podem ser e por quê',
  of: receipts,
  query: trayPage,
  answer: pageShape(trayItem),
})

export const listTargets = call.get('/receipts/:id/opcoes', {
  id: 'receipts.opcoes',
  summary: 'Ver o que um comprovante pode ser de um cliente',
  of: receipts,
  query: z.strictObject({
    client: rowKey,
    year: whole(2100).optional(),
    month: whole(12).optional(),
  }),
  answer: dataShape(listShape(proposedTarget)),
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

export const settleReceipt = call.put('/receipts/:id/guardar', {
  id: 'receipts.guardar',
  summary: 'Guardar um comprovante da bandeja onde uma pessoa escolheu',
  of: receipts,
  writes: [receiptDrops, collects, collectFiles, obligations, clientTasks],
  // The coleta's file is written and stored before the rows are.
  transaction: 'own',
  body: z.strictObject({
    target: z.discriminatedUnion('kind', [coleta, refusal, duty, refusedDuty, task], 'Escolha do que é o comprovante.'),
    protocol: oneLine(60).nullish(),
    /** A person read that it looks like a refusal, and takes it for a receipt all the same. */
    sure: z.boolean().default(false),
  }),
  answer: doneShape(rowShape(receipts)),
})
