import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape, noData, valueShape } from '#kernel/wire.ts'

const wrongAddress = 'Informe o endereço do formulário.'
/** A path of this site, so that a link to it leads nowhere else. */
const formAddress = z
  .string(wrongAddress)
  .max(500, wrongAddress)
  .regex(/^\/(?!\/)[\w\-./~%]*(?:\?[\w\-./~%=&+:,;*!()'@]*)?$/, wrongAddress)
const resourcePath = z.string('Informe a seção.').regex(/^[a-z][a-z/-]{0,79}$/, 'Informe a seção.')
const rowUuid = z.uuid('Informe o registro.')

const formPlace = z.strictObject({
  resource: resourcePath,
  /** The row it changes; absent, it makes a new one. */
  row: rowUuid.optional(),
  address: formAddress,
})
/** Which form it is: its resource, with the row or the address of a new one. */
export type DraftPlace = z.infer<typeof formPlace>

const typedValues = z.record(z.string().max(60), z.unknown())
const sentDraft = z.strictObject({
  /** Who typed it: in the browser somebody else may have signed in since, whose draft this is not. */
  user: z.uuid('Informe de quem é.'),
  resource: resourcePath,
  row: rowUuid.nullable(),
  address: formAddress,
  /** The version of the row on which the work is based; null of a new one. */
  version: z.int().positive().max(2_147_483_647).nullable(),
  /** ISO 8601, by the clock of who typed. */
  at: z.iso.datetime({ offset: true, error: 'Informe data e hora.' }),
  /** A word the browser made up for itself. */
  device: z.string().regex(/^[\w-]{1,64}$/, 'Use letras e algarismos.'),
  /** The revision this form has read or written; null where it knows of none. */
  over: z.int().positive().nullable(),
  /** What the form was changed from. */
  before: typedValues,
  changed: typedValues,
})
/** Unsaved work as a form sends it. */
export type SentDraft = z.infer<typeof sentDraft>
/** What changed in a form, and what it was changed from. */
export type UnsavedWork = Pick<SentDraft, 'before' | 'changed'>

const values = valueShape<UnsavedWork['before']>({ type: 'object', additionalProperties: true })
const formLook = z.object({
  /** The stored draft; null where there is none to show. */
  draft: z
    .object({
      revision: z.int(),
      version: z.int().nullable(),
      at: z.string(),
      device: z.string(),
      before: values,
      changed: values,
    })
    .nullable(),
  /** Others who typed in a form of the same row lately: their name as far as the reader may know it, and since when. */
  editors: listShape(z.object({ name: z.string(), since: z.string() })),
  /** The version the row has by now; null of a new one. */
  version: z.int().nullable(),
})
/** What the server knows of the unsaved work on a form. */
export type FormLook = z.infer<typeof formLook>

export const readFormDraft = call.get('/users/me/rascunhos/formulario', {
  id: 'users.me.rascunhos.formulario',
  summary: 'Ver o próprio rascunho de um formulário, e quem mais o edita',
  of: 'self',
  access: 'session',
  query: formPlace,
  answer: dataShape(formLook),
})
export const writeFormDraft = call.put('/users/me/rascunhos/formulario', {
  id: 'users.me.rascunhos.guardar',
  summary: 'Guardar o próprio rascunho de um formulário',
  of: 'self',
  access: 'session',
  // A draft is no change of its row, so the audit log holds nothing of it.
  audit: null,
  // Bytes: twice a coleta of the most lines a form may hold, what it was and what it became.
  limit: 4 * 1_048_576,
  body: sentDraft,
  /** `revision` is null where nothing was stored: `draft` is then the one that another tab or device wrote meanwhile. */
  answer: doneShape(formLook.extend({ revision: z.int().nullable() })),
})
export const forgetFormDraft = call.delete('/users/me/rascunhos/formulario', {
  id: 'users.me.rascunhos.esquecer',
  summary: 'Esquecer o próprio rascunho de um formulário',
  of: 'self',
  access: 'session',
  audit: null,
  query: formPlace,
  answer: doneShape(noData),
})

const listedDraft = z.object({
  uuid: z.string(),
  /** The name of the row, or 'Novo cliente'. */
  title: z.string(),
  /** What kind of row it is, or the name typed for a new one; '' where there is none. */
  about: z.string(),
  address: z.string(),
  at: z.string(),
  device: z.string(),
  agent: z.string(),
})
export type ListedDraft = z.infer<typeof listedDraft>

const draftKey = z.object({ draft: z.uuid() })
export const listDrafts = call.get('/users/me/rascunhos', {
  id: 'users.me.rascunhos',
  summary: 'Listar os próprios rascunhos',
  of: 'self',
  access: 'session',
  answer: dataShape(listShape(listedDraft)),
})
export const discardDraft = call.delete('/users/me/rascunhos/:draft', {
  id: 'users.me.rascunhos.descartar',
  summary: 'Descartar um rascunho',
  of: 'self',
  access: 'session',
  audit: null,
  params: draftKey,
  answer: doneShape(noData),
})
export const restoreDraft = call.put('/users/me/rascunhos/:draft/restaurar', {
  id: 'users.me.rascunhos.restaurar',
  summary: 'Trazer de volta um rascunho descartado',
  of: 'self',
  access: 'session',
  audit: null,
  params: draftKey,
  answer: doneShape(noData),
})
