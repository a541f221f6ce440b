import { sql } from 'kysely'
import { can, isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { problem, refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { markDone, refuseFuture, takeMark } from '#features/regulatory/obligations/mark.server.ts'
import { isDecidedByColeta } from '#features/regulatory/obligations/rules.ts'
import {
  finishTaskOfClient,
  finishTasks,
  listFinishedTasks,
  listTasksOfClient,
  reopenTaskOfClient,
  reopenTasks,
  type RefusedTask,
  type TaskDoing,
} from '#features/regulatory/tasks/api.ts'
import { clientTasks, taskText, type ClientTask } from '#features/regulatory/tasks/client-tasks.ts'
import { versionIn } from '#server/crud.ts'
import { Answer, doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface TaskKeys {
  readonly client: string
  readonly tarefa: string
}

/** The client's own task. */
async function findOf(ctx: Ctx, { client, tarefa }: TaskKeys) {
  const { id } = await ctx.rows(clients).find(client)
  const task = await ctx.rows(clientTasks).lock(tarefa)
  if (task.client_id !== id) throw problem('missing')
  return task
}

const mayMark = { concluir: 'obligations.concluir', reabrir: 'obligations.reabrir' } as const

/** Returns the obligation a task follows, as its own API names it; refuses one a coleta settles, or the user may not mark. */
function dutyOfTask(ctx: Ctx, { obligation, period, client }: ClientTask, act: keyof typeof mayMark) {
  if (obligation === null) return null
  if (isDecidedByColeta(obligation)) {
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
export async function finishTask(ctx: Ctx, task: ClientTask, { done_on, note = null }: TaskDoing, version?: number) {
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

const tagged = <T extends { readonly version: number }>(message: string, task: T) =>
  new Answer(200, doneAnswer(200, message, task), { ETag: `"${task.version}"` })

/** Applies an action to each task; returns those that refused it, with the reasons. */
async function toEachTask(ctx: Ctx, uuids: readonly string[], act: (task: ClientTask) => Promise<unknown>) {
  const [acted, refused]: [string[], RefusedTask[]] = [[], []]
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

const saidActed = (acted: readonly string[], one: string, several: string) =>
  acted.length ? `${count(acted.length, taskText)} ${acted.length === 1 ? one : several}.` : 'Nenhuma tarefa mudou.'

export const actRoutes: readonly AnyOperation[] = [
  serve(listTasksOfClient, async (ctx, { client, query }) => {
    const { id } = await ctx.rows(clients).find(client)
    return ctx
      .rows(clientTasks)
      .page(listQuery(clientTasks, { ...query, 'filter[client_id]': String(id) }, !isStaff(ctx.user)))
  }),
  serve(finishTaskOfClient, async (ctx, { body, ...keys }) =>
    tagged('Tarefa concluída.', await finishTask(ctx, await findOf(ctx, keys), body, versionIn(ctx))),
  ),
  serve(reopenTaskOfClient, async (ctx, { body, ...keys }) =>
    tagged('Tarefa reaberta.', await reopenTask(ctx, await findOf(ctx, keys), body.why, versionIn(ctx))),
  ),
  serve(listFinishedTasks, async (ctx, { query }) =>
    ctx
      .rows(clientTasks)
      .page(listQuery(clientTasks, { sort: '-settled_on', ...query, 'filter[done]': 'true' }, !isStaff(ctx.user))),
  ),
  serve(finishTasks, async (ctx, { body: { uuids, ...given } }) => {
    const { acted, refused } = await toEachTask(ctx, uuids, task => finishTask(ctx, task, given))
    return doneAnswer(200, saidActed(acted, 'concluída', 'concluídas'), { acted, total: acted.length, refused })
  }),
  serve(reopenTasks, async (ctx, { body: { uuids, why } }) => {
    const { acted, refused } = await toEachTask(ctx, uuids, task => reopenTask(ctx, task, why))
    return doneAnswer(200, saidActed(acted, 'reaberta', 'reabertas'), { acted, total: acted.length, refused })
  }),
]
