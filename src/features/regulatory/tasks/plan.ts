import { grouped } from '#kernel/grouped.ts'
import type { Holding } from '#features/regulatory/collects/coleta/holding.ts'
import { isOwed } from '#features/regulatory/obligations/standing.ts'
import type { Rule } from '#features/regulatory/obligations/rules.ts'
import { firstDay, lastDay, next, periodOf, previous } from '#parts/period/period.ts'
import { occurrencesOf, type Occurrence, type TaskCalendar } from '#features/regulatory/tasks/calendar.ts'

/** The clients a template applies to; an empty list excludes nobody. */
export interface TaskReach {
  readonly categories: readonly number[]
  readonly plans: readonly number[]
  readonly regimes: readonly number[]
  readonly services: readonly number[]
  readonly states: readonly string[]
}
export interface PlannedTemplate extends TaskCalendar, TaskReach {
  readonly starts_on: string | null
}
/** Facts of a client that decide which templates apply. */
export interface PlannedClient {
  readonly id: number
  /** The day it was registered: what was due before is nobody's. */
  readonly since: string
  /** The office works for it: it is in use, and not closed. */
  readonly current: boolean
  readonly category: number | null
  readonly plan: number | null
  readonly regime: number | null
  /** Service types of the client's fistels in use. */
  readonly services: readonly number[]
  /** States (UF) of the client's addresses. */
  readonly states: readonly string[]
  readonly holdings: readonly Holding[]
}
/** A task there is, of a template. */
export interface PlannedTask {
  readonly id: number
  readonly name: string
  readonly client_id: number
  readonly tarefa_id: number
  readonly period: string
  readonly obligation: string | null
  readonly due_on: string
  readonly legal_on: string | null
  readonly done: boolean
  /** Somebody already worked at it. */
  readonly begun: boolean
}
export interface AddedTask extends Occurrence {
  readonly client: number
  readonly template: number
}
export interface MovedTask {
  readonly task: PlannedTask
  readonly to: Occurrence
}
/** What synchronising would do. */
export interface TaskPlan {
  readonly add: readonly AddedTask[]
  /** Open ones whose due day the template has changed. */
  readonly move: readonly MovedTask[]
  /** Open ones nothing asks for any more, and nobody began. */
  readonly retire: readonly PlannedTask[]
  /** Nothing asks for these either: they stay, for somebody began or did them. */
  readonly held: readonly PlannedTask[]
  readonly kept: number
}
export interface TaskWorld {
  readonly templates: readonly PlannedTemplate[]
  readonly clients: readonly PlannedClient[]
  readonly tasks: readonly PlannedTask[]
  /** The rules of obligations this house follows. */
  readonly rules: readonly Rule[]
  /** First due day of obligations marked by hand, if any. */
  readonly marked: string | null
}

/** Does the template choose this client? */
export function reaches(template: TaskReach, client: PlannedClient): boolean {
  const among = <T>(asked: readonly T[], own: readonly (T | null)[]) =>
    !asked.length || own.some(each => each !== null && asked.includes(each))
  return (
    client.current &&
    among(template.categories, [client.category]) &&
    among(template.plans, [client.plan]) &&
    among(template.regimes, [client.regime]) &&
    among(template.services, client.services) &&
    among(template.states, client.states)
  )
}

/** The days a synchronising looks at: the month before, and ahead until the end of the next. */
export const spanOf = (today: string) => {
  const month = periodOf(today)
  return { from: firstDay(previous(month)), to: lastDay(next(month)) }
}

/**
 * Plans which tasks to add, move, retire and leave on a day of Brasília. A client has each period of a template once, and only
 * one task follows an obligation; tasks somebody began or did do not change.
 */
export function planTasks({ templates, clients, tasks, rules, marked }: TaskWorld, today: string): TaskPlan {
  const { from, to } = spanOf(today)
  const occurring = new Map<string, readonly Occurrence[]>()
  const occurrences = (template: PlannedTemplate, first: string) => {
    const key = `${template.id} ${first}`
    const found = occurring.get(key) ?? occurrencesOf(template, rules, first, to)
    occurring.set(key, found)
    return found
  }
  const own = grouped(tasks, ({ client_id }) => client_id)
  const [add, move]: [AddedTask[], MovedTask[]] = [[], []]
  const [retire, held]: [PlannedTask[], PlannedTask[]] = [[], []]
  let kept = 0
  for (const client of clients) {
    const wanted = new Map<string, AddedTask>()
    for (const template of templates) {
      if (!reaches(template, client)) continue
      const first = [from, template.starts_on ?? from].toSorted().at(-1) ?? from
      for (const each of occurrences(template, first)) {
        if (each.due_on < client.since) continue
        if (each.duty && !isOwed(each.duty, client.holdings, marked)) continue
        wanted.set(`${template.id} ${each.period}`, { ...each, client: client.id, template: template.id })
      }
    }
    const followed = new Set<string>()
    for (const task of own.get(client.id) ?? []) {
      const asked = wanted.get(`${task.tarefa_id} ${task.period}`)
      wanted.delete(`${task.tarefa_id} ${task.period}`)
      if (task.obligation) followed.add(`${task.obligation} ${task.period}`)
      if (asked && !task.done && (asked.due_on !== task.due_on || asked.legal_on !== task.legal_on))
        move.push({ task, to: asked })
      else if (asked || task.done || isPast(task, templates, client, from)) kept++
      else if (task.begun) held.push(task)
      else retire.push(task)
    }
    for (const each of wanted.values()) {
      const duty = each.duty && `${each.duty.rule.id} ${each.period}`
      if (duty && followed.has(duty)) continue
      if (duty) followed.add(duty)
      add.push(each)
    }
  }
  return { add, move, retire, held, kept }
}

/** Open from before the days looked at, of a template that still reaches the client: it is late, and not to be taken away. */
function isPast(
  { due_on, tarefa_id }: PlannedTask,
  templates: readonly PlannedTemplate[],
  client: PlannedClient,
  from: string,
) {
  const template = templates.find(({ id }) => id === tarefa_id)
  return template !== undefined && due_on < from && reaches(template, client)
}
