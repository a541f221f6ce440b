import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { day, line } from '#kernel/schema.ts'
import { doneShape, listedRowShape, listShape, pageShape, rowShape, valueShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { taskSyncs } from '#features/regulatory/tasks/syncs.ts'
import { dayItem } from '#features/regulatory/tasks/schema.ts'

const finished = z.strictObject({
  /** Today by default. */
  done_on: day.optional(),
  note: line(1_000).nullish(),
})
export type TaskDoing = z.infer<typeof finished>
const reopened = z.strictObject({
  why: z.string('Diga por quê.').trim().min(3, 'Diga por quê.').max(1_000, 'Até 1.000 caracteres.'),
})

export const listTasksOfClient = call.get('/clients/:client/tarefas', {
  id: 'clients.tarefas',
  summary: 'Ver as tarefas do cliente',
  of: clientTasks,
  lists: clientTasks,
  answer: pageShape(listedRowShape(clientTasks)),
})
export const finishTaskOfClient = call.put('/clients/:client/tarefas/:tarefa/concluir', {
  id: 'clients.tarefas.concluir',
  summary: 'Concluir uma tarefa do cliente',
  of: clientTasks,
  writes: [obligations, clients],
  audit: 'client-tarefas.concluir',
  versioned: true,
  body: finished,
  answer: doneShape(rowShape(clientTasks)),
})
export const reopenTaskOfClient = call.put('/clients/:client/tarefas/:tarefa/reabrir', {
  id: 'clients.tarefas.reabrir',
  summary: 'Reabrir uma tarefa concluída do cliente',
  of: clientTasks,
  writes: [obligations, clients],
  audit: 'client-tarefas.reabrir',
  versioned: true,
  body: reopened,
  answer: doneShape(rowShape(clientTasks)),
})

export const listFinishedTasks = call.get('/tarefas/clientes/concluidas', {
  id: 'tarefas.clientes.concluidas',
  summary: 'Ver as tarefas concluídas dos clientes',
  of: clientTasks,
  lists: clientTasks,
  answer: pageShape(listedRowShape(clientTasks)),
})

const uuids = z.array(z.uuid('Informe identificadores de tarefas.'), 'Informe a lista de tarefas.').min(1).max(500)
const refusedTask = z.object({
  uuid: z.string(),
  name: z.string(),
  client: z.string(),
  reasons: listShape(z.string()),
})
export type RefusedTask = z.infer<typeof refusedTask>
const actedTasks = z.object({ acted: listShape(z.string()), total: z.int(), refused: listShape(refusedTask) })

export const finishTasks = call.put('/tarefas/clientes/concluir', {
  id: 'tarefas.clientes.concluir',
  summary: 'Concluir várias tarefas de clientes',
  of: clientTasks,
  writes: [obligations, clients],
  rate: 'heavy',
  audit: 'client-tarefas.concluir',
  body: finished.extend({ uuids }),
  answer: doneShape(actedTasks),
})
export const reopenTasks = call.put('/tarefas/clientes/reabrir', {
  id: 'tarefas.clientes.reabrir',
  summary: 'Reabrir várias tarefas de clientes',
  of: clientTasks,
  writes: [obligations, clients],
  rate: 'heavy',
  audit: 'client-tarefas.reabrir',
  body: reopened.extend({ uuids }),
  answer: doneShape(actedTasks),
})

/** Asks again what a task's template has looked up by itself. */
export const recheckTask = call.put('/tarefas/clientes/:id/reprocessar', {
  id: 'tarefas.clientes.reprocessar',
  summary: 'Consultar de novo o que a tarefa de um cliente consulta por si',
  of: clientTasks,
  rate: 'heavy',
  audit: 'client-tarefas.reprocessar',
  // The registry is queried meanwhile.
  transaction: 'own',
  versioned: true,
  answer: doneShape(rowShape(clientTasks)),
})

const dayPage = z.object({
  today: z.string(),
  person: z.object({ id: z.int(), name: z.string() }),
  data: listShape(dayItem),
  /** Of each part, how many there are, shown or not. */
  counts: z.object({ atrasadas: z.int(), hoje: z.int(), amanha: z.int(), semana: z.int(), depois: z.int() }),
  done_today: z.int(),
})
export type DayPage = z.infer<typeof dayPage>

export const readWorkDay = call.get('/tarefas/clientes/meu-dia', {
  id: 'tarefas.clientes.meu-dia',
  summary: 'Ver o que uma pessoa da equipe tem a fazer, por prazo',
  of: clientTasks,
  query: z.strictObject({
    /** Whose day; by default the reader's own. */
    person: z.string().meta({ description: 'Código ou uuid' }).optional(),
  }),
  answer: dayPage,
})

const boardColumn = z.object({ id: z.int().nullable(), name: z.string(), total: z.int(), done: z.int() })
export type BoardColumn = z.infer<typeof boardColumn>
/** One task; of a template there may be several in a month. */
const boardCell = z.object({
  tarefa: z.int().nullable(),
  uuid: z.string(),
  name: z.string(),
  last_on: z.string(),
  done: z.boolean(),
})
export type BoardCell = z.infer<typeof boardCell>
const boardRow = z.object({
  client: z.object({ id: z.int(), uuid: z.string(), name: z.string() }),
  responsible: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  late: z.int(),
  cells: listShape(boardCell),
})
export type TaskBoardRow = z.infer<typeof boardRow>
const taskBoard = z.object({
  today: z.string(),
  /** The templates, by their name; those written by hand are under no template. */
  columns: listShape(boardColumn),
  rows: listShape(boardRow),
  total: z.int(),
  done: z.int(),
  late: z.int(),
})
/** Tasks of a month as a board: clients by templates. */
export type TaskBoard = z.infer<typeof taskBoard>

export const readTaskBoard = call.get('/tarefas/clientes/quadro', {
  id: 'tarefas.clientes.quadro',
  summary: 'Ver as tarefas de um mês, cliente por tarefa',
  of: clientTasks,
  rate: 'heavy',
  query: z.strictObject({
    month: z.string('Informe um mês, como 2026-11.').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Informe um mês, como 2026-11.'),
  }),
  answer: taskBoard,
})

const syncLine = z.object({
  what: valueShape<'criar' | 'remarcar' | 'retirar' | 'manter'>(string),
  name: z.string(),
  client: z.object({ uuid: z.string(), name: z.string() }),
  due_on: z.string(),
  before: z.string().nullable(),
})
export type SyncLine = z.infer<typeof syncLine>
const syncOutlook = z.object({
  plan: z.string(),
  applied: z.boolean(),
  /** The background work that goes on with it. */
  sync: z.string().nullable(),
  added: z.int(),
  moved: z.int(),
  retired: z.int(),
  held: z.int(),
  kept: z.int(),
  clients: z.int(),
  lines: listShape(syncLine),
  lines_total: z.int(),
})
export type SyncOutlook = z.infer<typeof syncOutlook>
/** The `plan` of what was shown: only that is done. Without it, nothing is. */
const plan = z.string().max(64).optional()

export const syncTasksOfClient = call.put('/clients/:client/tarefas/sincronizar', {
  id: 'clients.tarefas.sincronizar',
  summary: 'Ver o que mudaria nas tarefas de um cliente, e sincronizá-las com os modelos',
  of: clientTasks,
  writes: [taskSyncs],
  rate: 'heavy',
  audit: 'client-tarefas.sincronizar',
  body: z.strictObject({ plan }),
  answer: doneShape(syncOutlook),
})
export const syncAllTasks = call.put('/tarefas/sincronizar', {
  id: 'tarefas.sincronizar',
  summary: 'Ver o que mudaria nas tarefas de todos os clientes, e sincronizá-las com os modelos',
  of: clientTasks,
  writes: [taskSyncs],
  rate: 'heavy',
  audit: 'client-tarefas.sincronizar',
  body: z.strictObject({ plan, tarefa: z.string().meta({ description: 'Código ou uuid' }).optional() }),
  answer: doneShape(syncOutlook),
})
