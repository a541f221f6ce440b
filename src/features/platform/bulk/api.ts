import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { line, oneLine } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'
import { bulkActs, wholeActs } from '#features/platform/bulk/acts.ts'

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
  /** The first refused rows of an act that is over. */
  rows: listShape(refusedRow),
})
export type BulkActAnswer = z.infer<typeof bulkAct>

export const startBulkAct = call.post('/bulk-acts', {
  id: 'bulk-acts.agir',
  summary: 'Ativar, inativar ou excluir tudo o que corresponde a uma busca',
  of: bulkActs,
  access: 'session',
  audit: 'bulk-acts.store',
  body: z.strictObject({
    resource: oneLine(60),
    act: z.enum(wholeActs),
    /** As in the address of the list. */
    query: line(8_000),
    /** The number of rows that the person confirmed. */
    count: z.int().min(1),
  }),
  answer: doneShape(bulkAct),
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
