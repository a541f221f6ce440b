import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'

const side = z.object({ row: rowShape(clients), version: z.int() })
const namedRow = z.object({
  name: z.string(),
  /** Null where it has no screen, or none that the reader may open. */
  path: z.string().nullable(),
})

const conflictPair = z.object({
  /** The values both rows have: 'Ano 2026'. */
  same: z.string(),
  into: namedRow,
  from: namedRow,
})
/** Two rows that may not be of one client. */
export type ConflictPair = z.infer<typeof conflictPair>

const conflict = z.object({
  kind: z.string(),
  cure: z.string(),
  total: z.int(),
  pairs: listShape(conflictPair),
})
/** Rows of one kind that may not be of one client. */
export type MergeConflict = z.infer<typeof conflict>

const preview = z.object({
  into: side,
  from: side,
  lines: listShape(z.object({ label: z.string(), moves: z.int(), doubles: z.int() })),
  /** '14 estações', the most first. */
  moves: listShape(z.string()),
  /** Open rows that both have and of which one remains: '3 tarefas'. */
  spared: listShape(z.string()),
  /** Rows that both have and that become one, with all that hangs on either: '2 fistéis'. */
  folded: listShape(z.string()),
  conflicts: listShape(conflict),
  refusals: listShape(z.string()),
  confirmations: listShape(z.object({ key: z.string(), text: z.string() })),
  /** What remains as it was issued. */
  remarks: listShape(z.string()),
})
export type MergePreview = z.infer<typeof preview>

export const previewClientMerge = call.get('/clients/:id/unificar', {
  id: 'clients.unificar.previa',
  summary: 'Ver o que a unificação com outro cliente faria',
  of: clients,
  staffOnly: true,
  rate: 'heavy',
  query: z.strictObject({ com: z.string('Escolha o outro cliente.').min(1).max(40) }),
  answer: dataShape(preview),
})

export const mergeClients = call.post('/clients/:id/unificar', {
  id: 'clients.unificar',
  summary: 'Unificar com outro cliente',
  of: clients,
  staffOnly: true,
  rate: 'heavy',
  body: z.strictObject({
    /** The client that goes, by its uuid or number. */
    client: z.string('Escolha o outro cliente.').min(1).max(40),
    /** The versions that were read. */
    versions: z.strictObject({ into: z.int(), from: z.int() }),
    /** Columns of which the value of the client that goes is taken; by default, those the remaining client has no value of. */
    take: z.array(z.string().max(80)).max(200).optional(),
    /** The keys of the confirmations that were given. */
    confirmed: z.array(z.string().max(40)).max(20).default([]),
  }),
  answer: doneShape(z.object({ merge: z.string(), into: z.string(), from: z.string() })),
})

const merged = z.object({
  uuid: z.string(),
  from: z.object({ uuid: z.string(), name: z.string() }),
  into: z.object({ uuid: z.string(), name: z.string() }),
  at: z.string(),
  author: z.string().nullable(),
  /** Until when it may be undone; null once what was moved is forgotten. */
  until: z.string().nullable(),
})
export type ClientMergeAnswer = z.infer<typeof merged>

const undoable = merged.extend({
  /** What goes back, what of it is of another client or gone by now, and what remains: '14 estações'. */
  back: listShape(z.string()),
  along: listShape(z.string()),
  lost: listShape(z.string()),
  stay: listShape(z.string()),
  /** Labels of fields that go back, and of those somebody changed since, which remain. */
  restored: listShape(z.string()),
  changed: listShape(z.string()),
  refusals: listShape(z.string()),
})
export type UndoableMerge = z.infer<typeof undoable>

export const listClientMerges = call.get('/clients/:id/unificacoes', {
  id: 'clients.unificacoes',
  summary: 'Ver as unificações do cliente que podem ser desfeitas',
  of: clients,
  staffOnly: true,
  answer: dataShape(listShape(undoable)),
})

export const undoClientMerge = call.post('/clients/:id/desfazer-unificacao', {
  id: 'clients.desfazer-unificacao',
  summary: 'Desfazer uma unificação do cliente',
  of: clients,
  staffOnly: true,
  rate: 'heavy',
  body: z.strictObject({ merge: z.uuid('Escolha a unificação.') }),
  answer: doneShape(z.object({ into: z.string(), from: z.string() })),
})

export const findMergedClient = call.get('/clients/:id/unificado', {
  id: 'clients.unificado',
  summary: 'Ver com quem um cliente foi unificado',
  of: clients,
  staffOnly: true,
  answer: dataShape(merged),
})
