import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'
import { notices } from '#parts/notice/notices.ts'

const bell = z.object({
  /** The news meant for the reader. */
  data: listShape(
    z.object({
      uuid: z.string(),
      title: z.string(),
      /** The beginning of its text. */
      content: z.string().nullable(),
      updated_at: z.string(),
      mandatory: z.boolean(),
      read_until: z.string().nullable(),
      read: z.boolean(),
      acknowledged: z.boolean(),
    }),
  ),
  total: z.int(),
  total_read_informative: z.int(),
  /** Mandatory reading that waits for them. */
  pending: z.int(),
  /** Unread notices of their own; null where they get none. */
  notices: z.int().nullable(),
})
/** What the bell of the top bar shows. */
export type BellAnswer = z.infer<typeof bell>

export const readBell = call.get('/users/me/sino', {
  id: 'users.me.sino',
  summary: 'Ver os últimos informativos, e quantos faltam ler',
  of: 'self',
  access: 'session',
  answer: bell,
})

const changed = doneShape(z.object({ changed: z.int() }))

export const markNewsRead = call.put('/users/me/informativos/lidos', {
  id: 'users.me.informativos.lidos',
  summary: 'Marcar informativos como lidos',
  of: 'self',
  access: 'session',
  audit: null,
  /** Without `uuids`, all of them. */
  body: z.strictObject({
    uuids: z.array(z.uuid('Informe identificadores de informativos.')).min(1).max(100).optional(),
  }),
  answer: changed,
})

export const markNoticesRead = call.put('/users/me/avisos/lidos', {
  id: 'users.me.avisos.lidos',
  summary: 'Marcar os próprios avisos como lidos',
  of: 'self',
  writes: [notices],
  access: 'session',
  audit: null,
  /** Without `uuids`, all of them. */
  body: z.strictObject({ uuids: z.array(z.uuid('Informe identificadores de avisos.')).min(1).max(100).optional() }),
  answer: changed,
})

const noticeChoice = z.object({
  name: z.string(),
  label: z.string(),
  about: z.string(),
  /** The bell has it whatever is chosen. */
  always: z.boolean(),
  in_app: z.boolean(),
  in_digest: z.boolean(),
})
/** What somebody chose about one kind of notice, with what it is. */
export type NoticeChoice = z.infer<typeof noticeChoice>

export const readNoticeChoices = call.get('/users/me/avisos/preferencias', {
  id: 'users.me.avisos.preferencias',
  summary: 'Ver de que se quer ser avisado',
  of: 'self',
  access: 'session',
  answer: dataShape(listShape(noticeChoice)),
})

export const chooseNotices = call.put('/users/me/avisos/preferencias', {
  id: 'users.me.avisos.preferencias.update',
  summary: 'Escolher de que se quer ser avisado',
  of: 'self',
  access: 'session',
  audit: null,
  body: z.strictObject({
    choices: z
      .array(z.strictObject({ name: z.string().max(60), in_app: z.boolean(), in_digest: z.boolean() }))
      .min(1, 'Diga ao menos um tipo de aviso.')
      .max(60),
  }),
  answer: doneShape(listShape(noticeChoice)),
})
