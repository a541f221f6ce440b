import { firstDueInTime } from '#kernel/calendar.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'

/** SQL: whether what falls due on this column's day is late today. */
export const isLateSql = (column: string) => `${column} < date '${firstDueInTime(dayIn(new Date()).day)}'`

/** SQL: the state of the bill under this alias, one of `billStates`. */
export function billStateSql(alias: string) {
  const tomorrow = dayAfter(dayIn(new Date()).day, 1)
  return `case when ${alias}.called_off then 'cancelada' when ${alias}.downloaded then 'paga'
  when ${isLateSql(`${alias}.due_date`)} then 'em-atraso' when ${alias}.due_date < date '${firstDueInTime(tomorrow)}' then 'vence-hoje'
  when ${alias}.received > 0 then 'parcial' else 'a-vencer' end`
}
