import { monthlyServices } from '#features/regulatory/anatel/layouts.ts'
import { filed } from '#features/regulatory/collects/coleta/steps.ts'
import { sentOnSql } from '#features/regulatory/collects/holdings.server.ts'
import { obligationNames } from '#features/regulatory/obligations/called.ts'
import { isDecidedByColeta } from '#features/regulatory/obligations/rules.ts'
import { owesSql } from '#parts/tenure/tenure.server.ts'

// A task is done where this is recorded: in itself, or for an obligation in its mark or in the client's coletas.

const quoted = (all: readonly string[]) => all.map(each => `'${each}'`).join(', ')
/** Obligations that a coleta settles, as an SQL list. */
export const byColeta = quoted(Object.keys(obligationNames).filter(isDecidedByColeta))
const filedIds = `select s.id from statuses s where s.model = 'Collect' and s.slug in (${quoted(filed)})`

const month = (task: string) => `make_date(left(${task}.period, 4)::integer, right(${task}.period, 2)::integer, 1)`
/** The coletas of the task's month. */
const coletasOf = (task: string) =>
  `k.year = left(${task}.period, 4)::integer and k.month = right(${task}.period, 2)::integer and k.deleted_at is null`

/** Every fistel that owes the month, or has a coleta of it, had it filed, and one had. */
const isFiled = (task: string) => `(
  exists (select 1 from collects k where k.client_id = ${task}.client_id and ${coletasOf(task)} and k.status_id in (${filedIds}))
  and not exists (
    select 1 from fistels f join service_types s on s.id = f.service_type_id and s.term in (${quoted(monthlyServices)})
    left join collects k on k.fistel_id = f.id and ${coletasOf(task)}
    where f.client_id = ${task}.client_id and f.deleted_at is null
      and case when k.id is null then ${owesSql('f', month(task))} else k.status_id is null or k.status_id not in (${filedIds}) end))`
const filedOn = (task: string) => `(
  select max(${sentOnSql('k')}) from collects k
  where k.client_id = ${task}.client_id and ${coletasOf(task)} and k.status_id in (${filedIds}))`

const marksOf = (task: string, what: string) => `(
  select ${what} from client_obligations o left join users u on u.id = o.user_id
  where o.client_id = ${task}.client_id and o.obligation = ${task}.obligation and o.period = ${task}.period and o.deleted_at is null)`

/** Is the task under this alias done, by what is recorded? Never null. */
export const judgedSql = (task: string) => `(case
  when ${task}.obligation is null then ${task}.done_on is not null
  when ${task}.obligation in (${byColeta}) then ${isFiled(task)}
  else exists ${marksOf(task, '1')} end)`

/** The same, of what is noted as done without judging it. */
export const doneSql = (task: string) => `(${task}.settled or ${judgedSql(task)})`

/** Is it open? What is noted as done is found by an index, and nothing of it is read. */
export const openTaskSql = (task: string) =>
  `(${task}.done_on is null and not ${task}.settled and not ${judgedSql(task)})`

/** The day it was done; null while it is open, and of coletas that were waived. */
export const settledOnSql = (task: string) => `(case
  when ${task}.obligation is null then ${task}.done_on
  when ${task}.obligation in (${byColeta}) then case when ${isFiled(task)} then ${filedOn(task)} end
  else ${marksOf(task, 'o.done_on')} end)`

/** The name of who did it. */
export const settledBySql = (task: string) => `(case
  when ${task}.obligation is null then (select u.name from users u where u.id = ${task}.done_user_id)
  when ${task}.obligation in (${byColeta}) then null
  else ${marksOf(task, 'u.name')} end)`
