import { sql } from 'kysely'
import * as z from 'zod'
import { can, isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { doneJson, integer, list, pageJson, rowJson, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { problem, refusalIn } from '#kernel/problem.ts'
import { day, line } from '#kernel/schema.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients.ts'
import { markDone, refuseFuture, takeMark } from '#features/obligations/mark.server.ts'
import { isToldByColeta } from '#features/obligations/rules.ts'
import { clientTasks, taskText, type ClientTask } from '#features/tasks/client-tasks.ts'
import { key, versionIn } from '#server/crud.ts'
import { Answer, done, operation, type AnyOperation, type Ctx } from '#server/operation.ts'

const finished = z.strictObject({
  /** Today, unless told. */
  done_on: day.optional(),
  note: line(1_000).nullish(),
})
const why = z.string('Diga por quê.').trim().min(3, 'Diga por quê.').max(1_000, 'Até 1.000 caracteres.')
const reopened = z.strictObject({ why })
type FinishedTask = z.infer<typeof finished>

const ofClient = z.object({ client: key, tarefa: key })
type OfClient = z.infer<typeof ofClient>

/** The client's own task. */
async function findOf(ctx: Ctx, { client, tarefa }: OfClient) {
  const { id } = await ctx.rows(clients).find(client)
  const task = await ctx.rows(clientTasks).lock(tarefa)
  if (task.client_id !== id) throw problem('missing')
  return task
}

const mayMark = { concluir: 'obligations.concluir', reabrir: 'obligations.reabrir' } as const

/** The obligation a task follows, as its own room names it; refused where a coleta tells of it, or the person may not say so. */
function dutyOfTask(ctx: Ctx, { obligation, period, client }: ClientTask, act: keyof typeof mayMark) {
  if (obligation === null) return null
  if (isToldByColeta(obligation)) {
    const said =
      act === 'concluir'
        ? 'registre o envio da coleta, e ela fica feita'
        : 'retifique a coleta, e ela volta a ficar aberta'
    throw problem('conflict', `Esta tarefa segue a coleta: ${said}.`)
  }
  if (!can(ctx.user, mayMark[act])) throw problem('forbidden')
  return { client: client.uuid, obligation, period: period ?? '' }
}

/** Says that a task was done; where it follows an obligation, the obligation is, and both are one. */
export async function finishTask(ctx: Ctx, task: ClientTask, { done_on, note = null }: FinishedTask, version?: number) {
  if (task.done) throw problem('conflict', 'A tarefa já estava feita.')
  if (!task.active) throw problem('conflict', 'A tarefa está inativa: reative antes.')
  const on = done_on ?? dayIn(new Date()).day
  refuseFuture(on)
  const duty = dutyOfTask(ctx, task, 'concluir')
  if (duty) await markDone(ctx, duty, { done_on: on, note })
  return ctx
    .rows(clientTasks)
    .update(task.id, { done_note: note, ...(!duty && { done_on: on, done_user_id: ctx.user.id }) }, version, 'concluir')
}

/** Opens a task again, with why; where it follows an obligation, that is open again too. */
export async function reopenTask(ctx: Ctx, task: ClientTask, reason: string, version?: number) {
  if (!task.done) throw problem('conflict', 'A tarefa já estava aberta.')
  const duty = dutyOfTask(ctx, task, 'reabrir')
  if (duty) await takeMark(ctx, duty)
  return ctx.rows(clientTasks).update(
    task.id,
    {
      done_on: null,
      done_user_id: null,
      done_note: null,
      reopened_on: dayIn(new Date()).day,
      reopened_user_id: ctx.user.id,
      reopened_why: reason,
    },
    version,
    'reabrir',
  )
}

const common = { access: 'permission', scope: clientTasks } as const
const written = { 200: doneJson(rowJson(clientTasks)) }
const tagged = (message: string, task: { readonly version: number }) =>
  new Answer(200, done(200, message, task), { ETag: `"${task.version}"` })

const index = operation<{ client: string }, Record<string, unknown>>({
  ...common,
  id: 'clients.tarefas',
  summary: 'Ver as tarefas do cliente',
  method: 'GET',
  url: '/api/v1/clients/:client/tarefas',
  rate: 'read',
  audit: null,
  lists: clientTasks,
  params: z.object({ client: key }),
  answers: { 200: pageJson(rowJson(clientTasks, { withLines: false })) },
  handle: async (ctx, { params, query }) => {
    const { id } = await ctx.rows(clients).find(params.client)
    return ctx
      .rows(clientTasks)
      .page(listQuery(clientTasks, { ...query, 'filter[client_id]': String(id) }, !isStaff(ctx.user)))
  },
})

const finish = operation<OfClient, unknown, FinishedTask>({
  ...common,
  id: 'clients.tarefas.concluir',
  summary: 'Concluir uma tarefa do cliente',
  method: 'PUT',
  url: '/api/v1/clients/:client/tarefas/:tarefa/concluir',
  rate: 'write',
  audit: 'client-tarefas.concluir',
  versioned: true,
  params: ofClient,
  body: finished,
  answers: written,
  handle: async (ctx, { params, body }) =>
    tagged('Tarefa concluída.', await finishTask(ctx, await findOf(ctx, params), body, versionIn(ctx))),
})

const reopen = operation<OfClient, unknown, z.infer<typeof reopened>>({
  ...common,
  id: 'clients.tarefas.reabrir',
  summary: 'Reabrir uma tarefa concluída do cliente',
  method: 'PUT',
  url: '/api/v1/clients/:client/tarefas/:tarefa/reabrir',
  rate: 'write',
  audit: 'client-tarefas.reabrir',
  versioned: true,
  params: ofClient,
  body: reopened,
  answers: written,
  handle: async (ctx, { params, body }) =>
    tagged('Tarefa reaberta.', await reopenTask(ctx, await findOf(ctx, params), body.why, versionIn(ctx))),
})

const finishedList = operation<unknown, Record<string, unknown>>({
  ...common,
  id: 'tarefas.clientes.concluidas',
  summary: 'Ver as tarefas concluídas dos clientes',
  method: 'GET',
  url: '/api/v1/tarefas/clientes/concluidas',
  rate: 'read',
  audit: null,
  lists: clientTasks,
  answers: { 200: pageJson(rowJson(clientTasks, { withLines: false })) },
  handle: async (ctx, { query }) =>
    ctx
      .rows(clientTasks)
      .page(listQuery(clientTasks, { sort: '-settled_on', ...query, 'filter[done]': 'true' }, !isStaff(ctx.user))),
})

const chosen = z.array(z.uuid('Informe identificadores de tarefas.'), 'Informe a lista de tarefas.').min(1).max(500)
const refusedJson = list(shape({ uuid: string, name: string, client: string, reasons: list(string) }))

/** Does something to each of some tasks; those it was refused of are told, with why. */
async function toEachTask(ctx: Ctx, uuids: readonly string[], act: (task: ClientTask) => Promise<unknown>) {
  const [acted, refused]: [string[], object[]] = [[], []]
  // All of them in one order, the clients first, so that no two requests wait for each other.
  await sql`
    select 1 from clients where id in (select client_id from client_tarefas where uuid = any(${[...uuids]}::uuid[])) order by id for no key update`.execute(
    ctx.sql,
  )
  for (const uuid of new Set(uuids)) {
    const task = await ctx.rows(clientTasks).lock(uuid)
    const reasons = await act(task).then(() => [], refusalIn)
    if (reasons.length) refused.push({ uuid, name: task.name, client: task.client.name, reasons })
    else acted.push(uuid)
  }
  return { acted, refused }
}

const many = { ...common, method: 'PUT', rate: 'heavy' } as const
const manyAnswers = { 200: doneJson(shape({ acted: list(string), total: integer, refused: refusedJson })) }
const told = (acted: readonly string[], one: string, several: string) =>
  acted.length ? `${count(acted.length, taskText)} ${acted.length === 1 ? one : several}.` : 'Nenhuma tarefa mudou.'

const finishMany = operation<unknown, unknown, FinishedTask & { readonly uuids: readonly string[] }>({
  ...many,
  id: 'tarefas.clientes.concluir',
  summary: 'Concluir várias tarefas de clientes',
  url: '/api/v1/tarefas/clientes/concluir',
  audit: 'client-tarefas.concluir',
  body: finished.extend({ uuids: chosen }),
  answers: manyAnswers,
  handle: async (ctx, { body: { uuids, ...given } }) => {
    const { acted, refused } = await toEachTask(ctx, uuids, task => finishTask(ctx, task, given))
    return done(200, told(acted, 'concluída', 'concluídas'), { acted, total: acted.length, refused })
  },
})

const reopenMany = operation<unknown, unknown, { readonly uuids: readonly string[]; readonly why: string }>({
  ...many,
  id: 'tarefas.clientes.reabrir',
  summary: 'Reabrir várias tarefas de clientes',
  url: '/api/v1/tarefas/clientes/reabrir',
  audit: 'client-tarefas.reabrir',
  body: reopened.extend({ uuids: chosen }),
  answers: manyAnswers,
  handle: async (ctx, { body: { uuids, why: reason } }) => {
    const { acted, refused } = await toEachTask(ctx, uuids, task => reopenTask(ctx, task, reason))
    return done(200, told(acted, 'reaberta', 'reabertas'), { acted, total: acted.length, refused })
  },
})

export const actOperations: readonly AnyOperation[] = [index, finish, reopen, finishedList, finishMany, reopenMany]
