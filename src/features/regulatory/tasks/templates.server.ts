import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { invalid } from '#kernel/problem.ts'
import { isDay } from '#kernel/page.ts'
import type { TaskTemplateDraft } from '#features/regulatory/tasks/tasks.ts'
import type { Ctx } from '#server/operation.ts'

type TemplateDraft = Partial<TaskTemplateDraft>

/** What a template says of its days that does not hold together, by field. */
function wrongIn({
  obligation,
  recurrence,
  day,
  once_on,
  dates = [],
}: TemplateDraft): Readonly<Record<string, string>> {
  if (obligation && recurrence)
    return { recurrence: 'A obrigação já diz quando: deixe este campo em branco, ou a obrigação.' }
  return {
    ...(recurrence === 'mensal' && !day && { day: 'Informe o dia do mês.' }),
    ...(recurrence === 'uma-vez' && !once_on && { once_on: 'Informe a data.' }),
    ...(recurrence === 'anual' && !dates.length && { dates: 'Informe ao menos uma data do ano.' }),
    ...Object.assign({}, ...dates.map(wrongDate), ...dates.map((date, at) => twice(date, dates.slice(0, at), at))),
  }
}

type YearlyDate = NonNullable<TemplateDraft['dates']>[number]

/** A day every year has. */
const exists = (month: number, day: number) =>
  isDay(`2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)

function wrongDate({ month, day, opens_month: opensMonth, opens_day: opensDay }: YearlyDate, at: number) {
  const half = !opensMonth !== !opensDay
  return {
    ...(!exists(month, day) && { [`dates.${at}.day`]: 'Este dia não existe todo ano.' }),
    ...(half && { [`dates.${at}.${opensMonth ? 'opens_day' : 'opens_month'}`]: 'Informe o dia e o mês, ou nenhum.' }),
    ...(opensMonth &&
      opensDay &&
      !exists(opensMonth, opensDay) && { [`dates.${at}.opens_day`]: 'Este dia não existe todo ano.' }),
    ...(opensMonth &&
      opensDay &&
      (opensMonth > month || (opensMonth === month && opensDay > day)) && {
        [`dates.${at}.opens_month`]: 'Abre depois da data: informe um dia antes dela.',
      }),
  }
}

/** Two dates in one month would have the same period. */
const twice = ({ month }: YearlyDate, before: readonly YearlyDate[], at: number) =>
  before.some(each => each.month === month) && { [`dates.${at}.month`]: 'Já há uma data neste mês.' }

/** Refuses a template that contradicts itself, or follows an obligation another one follows. */
export async function refuseNonsense(template: TemplateDraft, ctx: Ctx, own = 0) {
  const wrong = wrongIn(template)
  if (Object.keys(wrong).length) throw invalid(wrong)
  if (!template.obligation) return
  const { rows } = await sql<{ nome: string }>`
    select nome from tarefas where obligation = ${template.obligation} and deleted_at is null and active and id <> ${own}
    limit 1`.execute(ctx.sql)
  const [other] = rows
  if (other) throw invalid({ obligation: `A tarefa “${other.nome}” já segue esta obrigação.` })
}

/** What begins today asks nothing of the days before. */
export const withStart = <D extends TemplateDraft>(draft: D): D => ({
  ...draft,
  starts_on: draft.starts_on ?? dayIn(new Date()).day,
})
