import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { count } from '#kernel/text.ts'
import { clientTasks, taskText } from '#features/regulatory/tasks/client-tasks.ts'
import { newTask } from '#features/regulatory/tasks/due.server.ts'
import type { AddedTask, TaskPlan } from '#features/regulatory/tasks/plan.ts'
import { outsidersAmong, responsibleSql } from '#parts/person/person.server.ts'
import { ownDay } from '#parts/person/told.ts'
import { tellGiven, type GivenWork } from '#parts/person/told.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What a plan would do, in a few letters: another plan has others. */
export function printOf({ add, move, retire }: TaskPlan): string {
  const lines = [
    ...add.map(({ client, template, period, due_on }) => `+ ${client} ${template} ${period} ${due_on}`),
    ...move.map(({ task, to }) => `> ${task.id} ${to.due_on} ${to.legal_on}`),
    ...retire.map(({ id }) => `- ${id}`),
  ]
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 24)
}

/** The part of a plan that is of one client, by client; those of whom nothing changes are left out. */
export function plansByClient({ add, move, retire }: TaskPlan): ReadonlyMap<number, TaskPlan> {
  const found = new Map<
    number,
    { add: TaskPlan['add'][number][]; move: TaskPlan['move'][number][]; retire: TaskPlan['retire'][number][] }
  >()
  const of = (client: number) => {
    const own = found.get(client) ?? { add: [], move: [], retire: [] }
    found.set(client, own)
    return own
  }
  for (const each of add) of(each.client).add.push(each)
  for (const each of move) of(each.task.client_id).move.push(each)
  for (const each of retire) of(each.client_id).retire.push(each)
  return new Map([...found].map(([client, own]) => [client, { ...own, held: [], kept: 0 }]))
}

/** What of a template its tasks begin with. */
interface TemplateStart {
  readonly id: number
  readonly link: string | null
  readonly responsible_id: number | null
  readonly items: readonly { readonly name: string; readonly link: string | null }[]
}

/** Does what a plan says; answers how many new tasks are whose. */
export async function applyPlan(ctx: Ctx, { add, move, retire }: TaskPlan): Promise<GivenWork> {
  const drafts = await draftsOf(ctx, add)
  const made = drafts.length ? await ctx.rows(clientTasks).createAll(drafts) : []
  if (move.length)
    await ctx.rows(clientTasks).updateAll(
      move.map(({ task, to: { name, due_on, legal_on, opens_on } }) => ({
        key: task.id,
        draft: { name, due_on, legal_on, opens_on },
      })),
    )
  for (const { id } of retire) await ctx.rows(clientTasks).remove(id)
  return givenBy(
    ctx,
    made.map(({ id }) => id),
  )
}

async function givenBy({ sql: db }: Ctx, ids: readonly number[]): Promise<GivenWork> {
  if (!ids.length) return {}
  const { rows } = await sql<{ person: number | null; n: number }>`
    select ${sql.raw(responsibleSql('t', 'responsible_id'))} as person, count(*)::int as n
    from client_tarefas t where t.id = any(${[...ids]}::bigint[]) group by 1`.execute(db)
  return Object.fromEntries(rows.flatMap(({ person, n }) => (person === null ? [] : [[person, n]])))
}

/** Notifies each person once of all the tasks that one act brought them. */
export const tellTasks = (ctx: Ctx, act: string, given: GivenWork) =>
  tellGiven(ctx, {
    kind: newTask,
    act,
    given,
    say: n => `Você recebeu ${count(n, taskText)} dos modelos`,
    path: ownDay,
  })

async function draftsOf(ctx: Ctx, add: readonly AddedTask[]) {
  if (!add.length) return []
  const ids = [...new Set(add.map(({ template }) => template))]
  const { rows } = await sql<TemplateStart>`
    select t.id, t.link, u.id as responsible_id, coalesce((
      select json_agg(json_build_object('name', i.name, 'link', i.link) order by i.position)
      from tarefas_items i where i.parent_id = t.id), '[]') as items
    from tarefas t left join users u on u.id = t.responsible_id and u.active and u.deleted_at is null
    where t.id = any(${ids}::bigint[])`.execute(ctx.sql)
  const starts = new Map(rows.map(row => [row.id, row]))
  const given = add.map(({ client, template }) => ({
    person: starts.get(template)?.responsible_id,
    of: { client },
  }))
  // Who may not answer for this client does not: its own person does.
  const wrong = await outsidersAmong(ctx.sql, given)
  return add.map(({ client: client_id, template: tarefa_id, period, name, opens_on, due_on, legal_on, duty }, n) => {
    const start = starts.get(tarefa_id)
    return {
      name,
      client_id,
      tarefa_id,
      period,
      obligation: duty?.rule.id ?? null,
      opens_on,
      due_on,
      legal_on,
      link: start?.link ?? null,
      responsible_id: wrong[n] === null ? (start?.responsible_id ?? null) : null,
      items: (start?.items ?? []).map(item => ({ ...item, status: 'nao-consultado' as const })),
    }
  })
}
