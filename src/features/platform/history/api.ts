import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day } from '#kernel/schema.ts'
import { listShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { users } from '#features/people/users/users.ts'

const historyRow = z.object({
  id: z.int(),
  at: z.string(),
  event: z.string(),
  author: z.string().nullable(),
  reason: z.string().nullable(),
  section: z.string(),
  path: z.string(),
  uuid: z.string().nullable(),
  deleted: z.boolean(),
  /** '31 coletas' where one act is over many; the query `act` opens it. */
  title: z.string(),
  /** Of one act over many rows, how many there are. */
  lines: z.int(),
  changes: listShape(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      restorable: z.boolean(),
    }),
  ),
})
export type HistoryRow = z.infer<typeof historyRow>

const historyQuery = z.strictObject({
  page: z.coerce.number('Informe o número da página.').int().min(1).max(10_000).default(1),
  section: z.string().max(100).optional(),
  user_id: z.coerce.number('Escolha uma pessoa.').int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Words among the values before and after, and the reasons. */
  search: z.string().trim().max(100).optional(),
  /** A line: all lines of its act, each by itself. */
  act: z.coerce.number('Informe uma linha do histórico.').int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})
export type HistoryQuery = z.infer<typeof historyQuery>

export const searchHistory = call.get('/historico', {
  id: 'historico.index',
  summary: 'Pesquisar no histórico de tudo',
  of: 'none',
  rate: 'heavy',
  query: historyQuery,
  answer: z.object({ data: listShape(historyRow), more: z.boolean() }),
})

const timelineEvent = z.object({
  id: z.int(),
  at: z.string(),
  /** Null where the system itself did it. */
  author: z.string().nullable(),
  /** 'abriu', 'registrou envio à Anatel:'. */
  act: z.string(),
  /** 'o chamado'; empty for the record whose timeline it is. */
  thing: z.string(),
  title: z.string(),
  /** The address of its row; null where it is deleted or has no screen for the reader. */
  path: z.string().nullable(),
  deleted: z.boolean(),
  reason: z.string().nullable(),
  /** The first changes in words, and how many there are; none for who may not read the history of its section. */
  changes: listShape(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  changed: z.int(),
})
export type TimelineEvent = z.infer<typeof timelineEvent>

const askNumber = 'Informe um número.'
const lineId = z.coerce.number(askNumber).int(askNumber).positive(askNumber).max(Number.MAX_SAFE_INTEGER, askNumber)

const pageSize = z.coerce.number(askNumber).int(askNumber).min(1, askNumber).max(50, 'Peça no máximo 50.').default(30)
const timelineAnswer = z.object({
  data: listShape(timelineEvent),
  /** Null where these are the oldest. */
  next: z.int().nullable(),
  /** Sections the reader may list, to narrow by. */
  kinds: listShape(z.object({ path: z.string(), label: z.string() })),
})

/** What happened to a client and to everything that hangs on it, the latest first. People of clients do not read it. */
export const readTimeline = call.get('/clients/:id/linha-do-tempo', {
  id: 'clients.linha-do-tempo',
  summary: 'Ver a linha do tempo do cliente',
  of: clients,
  staffOnly: true,
  query: z.strictObject({
    /** The `next` of the page before. */
    before: lineId.optional(),
    /** Path of a section. */
    kind: z.string().max(100).optional(),
    user_id: lineId.optional(),
    per_page: pageSize,
  }),
  answer: timelineAnswer,
})

/** What somebody did, the latest first, in the sections the reader may list and on the rows they see. Their own account is left out. */
export const readActs = call.get('/users/:id/atos', {
  id: 'users.atos',
  summary: 'Ver os últimos atos da pessoa',
  of: users,
  staffOnly: true,
  query: z.strictObject({
    /** The `next` of the page before. */
    before: lineId.optional(),
    /** Path of a section. */
    kind: z.string().max(100).optional(),
    /** Days of Brasília, both included. */
    from: day.optional(),
    to: day.optional(),
    per_page: pageSize,
  }),
  answer: timelineAnswer,
})
