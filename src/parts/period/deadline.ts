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

/** Relates a coleta to its last day. `today` is a day of Brasília; `closed` means that it was delivered. */
export function deadlineOf(period: Period, today: string, closed: boolean): Deadline {
  const due = dueDay(period)
  const left = daysTo(due, today)
  const late = !closed && isLate(period, today)
  const said = late ? `atrasada há ${days(-left)}` : left === 0 ? 'vence hoje' : `vence em ${days(left)}`
  return { due, said: closed ? null : said, late }
}
