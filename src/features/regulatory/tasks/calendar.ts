import { bankDayUpTo } from '#kernel/calendar.ts'
import { dayAfter } from '#kernel/clock.ts'
import { dutiesBetween, dutyTitle, type Duty } from '#features/regulatory/obligations/duties.ts'
import type { Rule, Yearly } from '#features/regulatory/obligations/rules.ts'
import { firstDay, lastDay, next, type Period } from '#parts/period/period.ts'
import type { TaskTemplate } from '#features/regulatory/tasks/tasks.ts'

/** The fields of a template that define when it is due. */
export type TaskCalendar = Pick<
  TaskTemplate,
  'id' | 'nome' | 'obligation' | 'recurrence' | 'day' | 'competence' | 'once_on' | 'lead_days'
> & {
  readonly dates: readonly Pick<TaskTemplate['dates'][number], 'month' | 'day' | 'opens_month' | 'opens_day'>[]
}

/** One time a task is due. */
export interface Occurrence {
  readonly period: string
  /** 'FUST: declaração no SFUST e pagamento, out/2026'. */
  readonly name: string
  readonly opens_on: string | null
  /** The office's own earlier day: as many days ahead as the template says, and a bank day; the last day itself where it says none. */
  readonly due_on: string
  /** The last day: of what follows an obligation, the obligation's at every door. */
  readonly legal_on: string
  /** The obligation it follows. */
  readonly duty: Duty | null
}

/** Lists the times from `from` until `to` when a template is due for the office, or opens. */
export function occurrencesOf(
  template: TaskCalendar,
  obligations: readonly Rule[],
  from: string,
  to: string,
): readonly Occurrence[] {
  const { obligation, recurrence, nome, lead_days } = template
  const own = obligation
    ? obligations.filter(({ id }) => id === obligation)
    : [ruleOf(template)].flatMap(rule => rule ?? [])
  // A window may open long before it closes.
  return dutiesBetween(own, from, dayAfter(to, year)).flatMap(duty => {
    const { label, opens, due } = duty
    const due_on = lead_days ? bankDayUpTo(dayAfter(due, -lead_days)) : due
    if (due_on < from || (due_on > to && !(opens !== null && opens <= to))) return []
    const period = !obligation && recurrence === 'uma-vez' ? 'uma-vez' : duty.period
    const name = dutyTitle({ name: nome, label: period === 'uma-vez' ? null : label })
    return [{ period, name, opens_on: opens, due_on, legal_on: due, duty: obligation ? duty : null }]
  })
}
const year = 366

const twoDigits = (number: number) => String(number).padStart(2, '0')
/** The day of a month; of a shorter one, its last. */
const dayOf = (month: Period, day: number) =>
  [`${firstDay(month).slice(0, 8)}${twoDigits(day)}`, lastDay(month)].toSorted()[0] ?? ''

/** A template's own calendar as a rule of obligations is; null while it says none. */
function ruleOf({ id, nome, recurrence, day, competence, dates, once_on }: TaskCalendar): Rule | null {
  const when = ((): Rule['when'] | null => {
    const due = (of: Period) => (competence === 'mesmo' ? of : next(of))
    if (recurrence === 'mensal' && day) return { monthly: { due: of => dayOf(due(of), day) } }
    if (recurrence === 'ultimo-dia-util') return { monthly: { due: of => bankDayUpTo(lastDay(due(of))) } }
    if (recurrence === 'uma-vez' && once_on) return { once: once_on }
    if (recurrence === 'anual' && dates.length) return { yearly: dates.map(date => yearly(date, dates.length > 1)) }
    return null
  })()
  return (
    when && {
      id: `tarefa-${id}`,
      name: nome,
      short: nome,
      services: null,
      when,
      basis: '',
      mark: 'A',
      paid: 'a casa faz antes',
    }
  )
}

const yearly = ({ month, day, opens_month, opens_day }: TaskCalendar['dates'][number], several: boolean): Yearly => ({
  due: `${twoDigits(month)}-${twoDigits(day)}`,
  year: 0,
  ...(several && { one: true as const }),
  ...(opens_month && opens_day && { opens: `${twoDigits(opens_month)}-${twoDigits(opens_day)}` }),
})
