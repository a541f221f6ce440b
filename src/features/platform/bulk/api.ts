import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { line, oneLine } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'
import { bulkActs } from '#features/platform/bulk/acts.ts'

const refusedRow = z.object({
  /** Null of a row that its reader does not see, or that is gone. */
  uuid: z.string().nullable(),
  name: z.string().nullable(),
  why: z.string(),
})
export type RefusedRow = z.infer<typeof refusedRow>

const bulkAct = z.object({
  uuid: z.string(),
  name: z.string(),
  /** The path of its section. */
  resource: z.string(),
  act: z.string(),
  state: z.string(),
  rows_done: z.int().nullable(),
  rows_total: z.int().nullable(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  error: z.string().nullable(),
  /** Whether its reader may undo it now. */
  may_undo: z.boolean(),
  /** The act that undid it. */
  undone_by: z.string().nullable(),
  /** What an act that changes fields writes: null where it empties. */
  values: listShape(z.object({ label: z.string(), value: z.string().nullable() })),
  /** The first refused rows of an act that is over. */
  rows: listShape(refusedRow),
})
export type BulkActAnswer = z.infer<typeof bulkAct>

/** Which rows of a list, and what is written in each: as in the body of a save of one of them. */
const wantedRows = {
  resource: oneLine(60),
  /** As in the address of the list. */
  query: line(8_000),
}
const sharedDraft = z.record(z.string().max(60), z.unknown())

export const startBulkAct = call.post('/bulk-acts', {
  id: 'bulk-acts.agir',
  summary: 'Ativar, inativar, alterar, excluir, restaurar ou finalizar tudo o que corresponde a uma busca',
  of: bulkActs,
  access: 'session',
  audit: 'bulk-acts.store',
  body: z.strictObject({
    ...wantedRows,
    /** `enable`, `disable`, `destroy`, `update`, `restaurar`, or an action that the section offers for many rows. */
    act: oneLine(60),
    /** The number of rows that the person confirmed. */
    count: z.int().min(1),
    /** Of an act that changes fields, and of no other. */
    draft: sharedDraft.optional(),
  }),
  answer: doneShape(bulkAct),
})

const valueInRows = z.object({ value: z.string().nullable(), rows: z.int() })
const changeOfField = z.object({
  label: z.string(),
  /** What it becomes; null where it is emptied. */
  becomes: z.string().nullable(),
  /** Rows that have this value already. */
  same: z.int(),
  /** What it is now in the others: the most frequent values. */
  from: listShape(valueInRows),
  /** Values that are not among those, and their rows. */
  more: z.object({ values: z.int(), rows: z.int() }),
})
export type ChangeOfField = z.infer<typeof changeOfField>

const changePreview = z.object({
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Rows that were really changed, in a transaction that was rolled back. */
  rehearsed: z.int(),
  /** Rows that were only compared: what else refuses one does so when its turn comes. */
  compared: z.int(),
  fields: listShape(changeOfField),
  /** Why rows are refused, and the names of the first. */
  refusals: listShape(z.object({ why: z.string(), rows: z.int(), names: z.string() })),
})
export type ChangePreview = z.infer<typeof changePreview>

export const previewBulkChange = call.post('/bulk-acts/previa', {
  id: 'bulk-acts.previa',
  summary: 'Ver o que muda ao alterar campos de tudo o que corresponde a uma busca',
  of: bulkActs,
  access: 'session',
  rate: 'heavy',
  audit: null,
  transaction: 'own',
  body: z.strictObject({ ...wantedRows, draft: sharedDraft }),
  answer: dataShape(changePreview),
})

export const readBulkAct = call.get('/bulk-acts/:id', {
  id: 'bulk-acts.ver',
  summary: 'Ver o andamento e o resultado de um ato em lote',
  of: bulkActs,
  access: 'session',
  answer: dataShape(bulkAct),
})

export const undoBulkAct = call.post('/bulk-acts/:id/desfazer', {
  id: 'bulk-acts.desfazer',
  summary: 'Desfazer um ato em lote',
  of: bulkActs,
  access: 'session',
  audit: 'bulk-acts.store',
  answer: doneShape(bulkAct),
})

export const stopBulkAct = call.put('/bulk-acts/:id/parar', {
  id: 'bulk-acts.parar',
  summary: 'Parar um ato em lote; o que já foi feito fica',
  of: bulkActs,
  access: 'session',
  audit: 'bulk-acts.cancelar',
  answer: doneShape(bulkAct),
})
