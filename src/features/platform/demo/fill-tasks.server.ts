import { chance, type Chance } from '#features/platform/demo/chance.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import type { Office } from '#features/platform/demo/base.ts'
import { tasks as told } from '#features/platform/demo/office.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { rules } from '#features/regulatory/obligations/rules.ts'
import { firstDay, periodOf } from '#parts/period/period.ts'
import { occurrencesOf, type Occurrence } from '#features/regulatory/tasks/calendar.ts'
import { clientTasks, type ItemState } from '#features/regulatory/tasks/client-tasks.ts'
import { spanOf } from '#features/regulatory/tasks/plan.ts'
import { tasks, type TaskTemplateDraft } from '#features/regulatory/tasks/tasks.ts'
import type { Sql } from '#server/operation.ts'

/** Templates, and what each client has of them: a month that is well under way, with a few behind. */
export async function fillTasks(db: Sql, all: readonly DemoProvider[], { clients, users, today }: Office) {
  const starts_on = firstDay(periodOf(today))
  const drafts = told.map(each => ({ ...blank, ...each, starts_on }))
  const templates = await sow(db, tasks, drafts)
  const { to } = spanOf(today)
  const made = drafts.flatMap((draft, at) => {
    const id = templates[at] ?? 0
    const due = occurrencesOf({ ...draft, id, dates: datesOf(draft) }, rules, starts_on, to)
    return all
      .filter(({ active, regime }) => active && !exempt(draft, regime))
      .flatMap(({ index }) =>
        due.map((each, n) => {
          const luck = chance(90_000 + index * 300 + at * 20 + n)
          const done =
            !draft.obligation &&
            luck.whole(1, 100) <= (each.due_on < today ? 88 : each.due_on <= daysFrom(today, 5) ? 45 : 4)
          return taskOf(each, {
            luck,
            draft,
            today,
            done,
            user: users[luck.whole(1, 3)] ?? null,
            client: clients[index] ?? 0,
            template: id,
          })
        }),
      )
  })
  await sow(db, clientTasks, made)
}

const blank = {
  obligation: null,
  recurrence: null,
  day: null,
  competence: 'anterior',
  once_on: null,
  lead_days: null,
} as const

const datesOf = ({ dates = [] }: TaskTemplateDraft) =>
  dates.map(({ month, day, opens_month = null, opens_day = null }) => ({ month, day, opens_month, opens_day }))

/** Of whom a rule asks nothing. */
const exempt = ({ obligation }: TaskTemplateDraft, regime: string) =>
  rules.some(({ id, exempt: spared, licensed }) => id === obligation && (licensed || spared?.includes(regime)))

interface Sowing {
  readonly luck: Chance
  readonly draft: TaskTemplateDraft
  readonly today: string
  readonly done: boolean
  readonly user: number | null
  readonly client: number
  readonly template: number
}
function taskOf(
  { name, period, opens_on, due_on, legal_on }: Occurrence,
  { luck, draft, today, done, user, client, template }: Sowing,
) {
  const day = daysFrom([due_on, today].toSorted()[0] ?? today, -luck.whole(0, 3))
  const begun = done || luck.whole(1, 5) <= 2
  return {
    name,
    client_id: client,
    tarefa_id: template,
    period,
    obligation: draft.obligation ?? null,
    opens_on,
    due_on,
    legal_on,
    link: draft.link ?? null,
    ...(done && {
      done_on: day,
      done_user_id: user,
      done_note: luck.whole(1, 6) === 1 ? 'Certidões na pasta do cliente.' : null,
    }),
    items: (draft.items ?? []).map(({ name: item, link = null }, n) => {
      const status = begun && (done || n < 6) ? stateBy(luck) : 'nao-consultado'
      const looked = status !== 'nao-consultado'
      return {
        name: item,
        link,
        status,
        note: status === 'pendente' ? 'Débito em aberto: pedir a guia.' : null,
        checked_on: looked ? day : null,
        user_id: looked ? user : null,
      }
    }),
  }
}

const stateBy = (luck: Chance): ItemState => {
  const n = luck.whole(1, 40)
  return n === 1 ? 'pendente' : n <= 5 ? 'nao-se-aplica' : 'em-dia'
}
