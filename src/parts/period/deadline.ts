import { daysTo } from '#kernel/clock.ts'
import { dueDay, isLate, type Period } from '#parts/period/period.ts'

export interface Deadline {
  /** 'AAAA-MM-DD'. */
  readonly due: string
  /** 'vence em 3 dias', 'atrasada há 5 dias'; null when it no longer matters. */
  readonly said: string | null
  readonly late: boolean
}

const days = (n: number) => (n === 1 ? '1 dia' : `${n} dias`)

/** Where a coleta stands before its last day. `today` is a day of Brasília; `closed` says it was handed in. */
export function deadlineOf(period: Period, today: string, closed: boolean): Deadline {
  const due = dueDay(period)
  const left = daysTo(due, today)
  const late = !closed && isLate(period, today)
  const said = late ? `atrasada há ${days(-left)}` : left === 0 ? 'vence hoje' : `vence em ${days(left)}`
  return { due, said: closed ? null : said, late }
}
