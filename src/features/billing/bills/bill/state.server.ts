import { todaySql } from '#server/days.ts'

/** SQL: the state of the bill under this alias, one of `billStates`. */
export const billStateSql = (
  alias: string,
) => `case when ${alias}.called_off then 'cancelada' when ${alias}.downloaded then 'paga'
  when ${alias}.due_date < ${todaySql} then 'em-atraso' when ${alias}.due_date = ${todaySql} then 'vence-hoje' when ${alias}.received > 0 then 'parcial' else 'a-vencer' end`
