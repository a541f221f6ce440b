import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, noData, rowShape, valueShape } from '#kernel/wire.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { undoableSteps } from '#features/regulatory/collects/coleta/steps.ts'

export const recordCollectSent = call.put('/collects/:id/enviar', {
  id: 'collects.enviar',
  summary: 'Registrar o envio da coleta à Anatel, guardando o arquivo',
  of: collects,
  // The bytes reach the disk before the row is written, and hold no transaction meanwhile.
  transaction: 'own',
  answer: doneShape(rowShape(collects)),
})
export const undoCollectStep = call.put('/collects/:id/desfazer', {
  id: 'collects.desfazer',
  summary: 'Desfazer o último passo que se deu com a coleta',
  of: collects,
  body: z.strictObject({ step: z.enum(undoableSteps, { error: 'Informe o passo que se desfaz.' }) }),
  answer: doneShape(rowShape(collects)),
})

const typedFields = z.record(z.string().max(60), z.unknown())
/** Unsaved work on a coleta as it travels: where and when it was typed, and over what. */
const collectDraft = z.strictObject({
  /** Work began on this version. */
  version: z.int().positive().max(2_147_483_647),
  /** ISO 8601, by the clock of who typed. */
  at: z.iso.datetime({ offset: true, error: 'Informe data e hora.' }),
  /** A word the browser made up for itself. */
  device: z.string().regex(/^[\w-]{1,64}$/, 'Use letras e algarismos.'),
  /** What the form was changed from. */
  before: typedFields,
  changed: typedFields,
})
export type CollectDraft = z.infer<typeof collectDraft>
/** What changed in a form, and what it was changed from. */
export type UnsavedWork = Pick<CollectDraft, 'before' | 'changed'>

const values = valueShape<UnsavedWork['before']>({ type: 'object', additionalProperties: true })
export const readCollectDraft = call.get('/collects/:id/rascunho', {
  id: 'collects.rascunho',
  summary: 'Ver o próprio rascunho da coleta',
  of: collects,
  answer: dataShape(
    z.object({ version: z.int(), at: z.string(), device: z.string(), before: values, changed: values }).nullable(),
  ),
})
export const saveCollectDraft = call.put('/collects/:id/rascunho', {
  id: 'collects.rascunho.guardar',
  summary: 'Guardar o próprio rascunho da coleta',
  of: collects,
  // A draft is no change of the coleta, so the audit log holds nothing of it.
  audit: null,
  // Bytes: twice a coleta of the most lines a form may hold, what it was and what it became.
  limit: 4 * 1_048_576,
  body: collectDraft,
  // Returns the coleta's version: a typing user sees that someone saved, from any process.
  answer: doneShape(z.object({ version: z.int() })),
})
export const discardCollectDraft = call.delete('/collects/:id/rascunho', {
  id: 'collects.rascunho.descartar',
  summary: 'Descartar o próprio rascunho da coleta',
  of: collects,
  audit: null,
  answer: doneShape(noData),
})
