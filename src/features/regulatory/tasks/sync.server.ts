import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { dayIn } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { filingsOf, holdingsOf } from '#features/regulatory/collects/holdings.server.ts'
import { syncAllTasks, syncTasksOfClient, type SyncLine } from '#features/regulatory/tasks/api.ts'
import { applyPlan, plansByClient, printOf, tellTasks } from '#features/regulatory/tasks/apply.server.ts'
import { taskText } from '#features/regulatory/tasks/client-tasks.ts'
import { planTasks, type PlannedTask, type TaskPlan } from '#features/regulatory/tasks/plan.ts'
import { taskSyncs } from '#features/regulatory/tasks/syncs.ts'
import { tasks } from '#features/regulatory/tasks/tasks.ts'
import { seenClients, taskWorld } from '#features/regulatory/tasks/world.server.ts'
import { addGiven, type GivenWork } from '#parts/person/told.server.ts'
import { key } from '#server/crud.ts'
import { work } from '#server/jobs/work.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const fromCollects = { holdingsOf, filingsOf }
/** Changes made while one waits; more are made in the background. */
const changesAtOnce = 400
/** Clients of one chunk. */
const atOnce = 20
/** Lines of a preview; the total appears beside them. */
const shownLines = 1_000

/** Of two that do the same plan at once, the second finds it done. */
const lockPlanned = ({ sql: db }: Ctx, clients: readonly number[]) =>
  sql`select 1 from clients where id = any(${[...clients]}::bigint[]) order by id for no key update`.execute(db)

/** Plans the synchronisation of these clients, for all templates or for one. */
export async function planFor(ctx: Ctx, ids: readonly number[], template: number | null): Promise<TaskPlan> {
  const world = await taskWorld(ctx, fromCollects, ids)
  const ofTemplate = <T>(all: readonly T[], idOf: (each: T) => number) =>
    template === null ? all : all.filter(each => idOf(each) === template)
  const templates = ofTemplate(world.templates, ({ id }) => id)
  const tasksOf = ofTemplate(world.tasks, ({ tarefa_id }) => tarefa_id)
  // An obligation another template's task follows is followed already.
  const others =
    template === null ? [] : world.tasks.filter(({ tarefa_id, obligation }) => tarefa_id !== template && obligation)
  const taken = new Set(others.map(({ client_id, obligation, period }) => `${client_id} ${obligation} ${period}`))
  const plan = planTasks({ ...world, templates, tasks: tasksOf }, dayIn(new Date()).day)
  const add = plan.add.filter(({ client, duty, period }) => !duty || !taken.has(`${client} ${duty.rule.id} ${period}`))
  return { ...plan, add }
}

export const syncRoutes = [
  serve(syncTasksOfClient, async (ctx, { client, body }) => {
    const { id } = await ctx.rows(clients).find(client)
    if (body.plan !== undefined) await lockPlanned(ctx, [id])
    return synchronise(ctx, await planFor(ctx, [id], null), body.plan, null)
  }),
  serve(syncAllTasks, async (ctx, { body }) => {
    const template = body.tarefa === undefined ? null : await ctx.rows(tasks).find(key.parse(body.tarefa), [])
    const ids = await seenClients(ctx)
    if (body.plan !== undefined) await lockPlanned(ctx, ids)
    const plan = await planFor(ctx, ids, template?.id ?? null)
    return synchronise(ctx, plan, body.plan, template)
  }),
]

interface OfTemplate {
  readonly id: number
  readonly nome: string
}

async function synchronise(ctx: Ctx, plan: TaskPlan, given: string | undefined, template: OfTemplate | null) {
  const print = printOf(plan)
  const told = await toldPlan(ctx, plan)
  const nothing = { ...told, plan: print, applied: false, sync: null }
  const { length } = [...plan.add, ...plan.move, ...plan.retire]
  if (given === undefined) return doneAnswer(200, saidPlan(plan, 'would'), nothing)
  if (given !== print) throw problem('conflict', 'O que há a sincronizar mudou desde que foi mostrado: veja de novo.')
  if (length <= changesAtOnce) {
    await tellTasks(ctx, randomUUID(), await applyPlan(ctx, plan))
    return doneAnswer(200, saidPlan(plan, 'did'), { ...nothing, applied: true })
  }
  const plans = plansByClient(plan)
  const name = template ? `Tarefas de “${template.nome}”` : 'Tarefas de todos os clientes'
  const row = await ctx.rows(taskSyncs).create({
    name,
    user_id: ctx.user.id,
    state: 'na-fila',
    rows_done: 0,
    rows_total: plans.size,
    added: 0,
    moved: 0,
    retired: 0,
    changed: 0,
  })
  const prints = [...plans].map(([client, own]): [number, string] => [client, printOf(own)])
  await ctx.jobs.send(syncTasks, row, { template: template?.id ?? null, prints })
  return doneAnswer(200, `Sincronizando ${count(length, taskText)} em segundo plano.`, { ...nothing, sync: row.uuid })
}

function saidPlan({ add, move, retire }: TaskPlan, when: 'would' | 'did'): string {
  const [adding, moving, retiring] =
    when === 'did' ? ['criadas', 'remarcadas', 'retiradas'] : ['a criar', 'a remarcar', 'a retirar']
  const parts = [
    [add.length, adding],
    [move.length, moving],
    [retire.length, retiring],
  ] as const
  const said = parts.flatMap(([n, what]) => (n ? [`${n} ${what}`] : []))
  return said.length ? `Tarefas: ${said.join(', ')}.` : 'As tarefas já estão como os modelos dizem.'
}

type PlannedSyncLine = Omit<SyncLine, 'client'> & { readonly client: number }
/** A plan as it is shown: how many of each, and the first lines with their clients. */
async function toldPlan(ctx: Ctx, { add, move, retire, held, kept }: TaskPlan) {
  const lines: readonly PlannedSyncLine[] = [
    ...add.map(({ client, name, due_on }) => ({ what: 'criar' as const, client, name, due_on, before: null })),
    ...move.map(({ task, to }) => ({
      what: 'remarcar' as const,
      client: task.client_id,
      name: to.name,
      due_on: to.due_on,
      before: task.due_on,
    })),
    ...retire.map(task => ({ what: 'retirar' as const, ...standing(task) })),
    ...held.map(task => ({ what: 'manter' as const, ...standing(task) })),
  ]
  const shown = lines.slice(0, shownLines)
  const { rows } = await sql<{ id: number; uuid: string; name: string }>`
    select id, uuid, name from clients where id = any(${[...new Set(shown.map(({ client }) => client))]}::bigint[])`.execute(
    ctx.sql,
  )
  const names = new Map(rows.map(row => [row.id, row]))
  return {
    added: add.length,
    moved: move.length,
    retired: retire.length,
    held: held.length,
    kept,
    clients: new Set(lines.map(({ client }) => client)).size,
    lines: shown.map(({ client, ...line }) => ({
      ...line,
      client: { uuid: names.get(client)?.uuid ?? '', name: names.get(client)?.name ?? '' },
    })),
    lines_total: lines.length,
  }
}
const standing = ({ name, client_id, due_on }: PlannedTask) => ({ client: client_id, name, due_on, before: null })

const syncSchema = z.object({
  template: z.int().nullable(),
  /** Of each client, the plan that was confirmed. */
  prints: z.array(z.tuple([z.int(), z.string()])),
})
interface Synced {
  readonly next: number
  readonly added: number
  readonly moved: number
  readonly retired: number
  readonly changed: number
  /** How many new tasks are whose, so far. */
  readonly given?: GivenWork
}

/** Does what was confirmed, a few clients at a time; of whom it would now be another, nothing is done, and they are counted. */
export const syncTasks = work<z.infer<typeof syncSchema>, Synced>({
  name: 'tarefas.sincronizar',
  of: taskSyncs,
  given: syncSchema,
  needs: () => ['tarefas.sincronizar'],
  run: async ({ template, prints }, job) => {
    let mark: Synced = job.mark ?? { next: 0, added: 0, moved: 0, retired: 0, changed: 0 }
    while (mark.next < prints.length) {
      const some = prints.slice(mark.next, mark.next + atOnce)
      await job.chunk(async ctx => {
        const ids = await seenClients(
          ctx,
          some.map(([client]) => client),
        )
        await lockPlanned(ctx, ids)
        const plans = plansByClient(await planFor(ctx, ids, template))
        const agreed = some.flatMap(([client, print]) => {
          const plan = plans.get(client)
          return plan && printOf(plan) === print ? [plan] : []
        })
        const plan: TaskPlan = {
          add: agreed.flatMap(({ add }) => add),
          move: agreed.flatMap(({ move }) => move),
          retire: agreed.flatMap(({ retire }) => retire),
          held: [],
          kept: 0,
        }
        const given = addGiven(mark.given ?? {}, await applyPlan(ctx, plan))
        await tellTasks(ctx, job.id, given)
        mark = {
          given,
          next: mark.next + some.length,
          added: mark.added + plan.add.length,
          moved: mark.moved + plan.move.length,
          retired: mark.retired + plan.retire.length,
          changed: mark.changed + some.length - agreed.length,
        }
        const { next, given: _told, ...counts } = mark
        await ctx.rows(taskSyncs).update(job.id, counts, undefined, 'sincronizar')
        return { mark, rows_done: next, rows_total: prints.length }
      })
    }
  },
})
