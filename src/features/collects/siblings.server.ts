import { sql } from 'kysely'
import { collects, type Collect } from '#features/collects/collects.ts'
import { stepOf, steps, type Step } from '#features/collects/steps.ts'
import type { Ctx } from '#server/operation.ts'

/** Steps whose accesses may leave the house. */
const ready: readonly Step[] = ['finalizado', 'enviada', 'processada', 'com-erro']
export const isReady = (step: Step) => ready.includes(step)

/**
 * The other coletas whose accesses go in the same file: Anatel takes one per CNPJ, service and month, whatever the
 * fistéis, and a second one replaces the first. `late` says which of them are not ready to go.
 */
export async function siblingsOf(ctx: Ctx, { id, client_id, service_type_id, year, month }: Collect) {
  const { rows } = await sql<{ id: number }>`
    select id from collects
    where client_id = ${client_id} and service_type_id = ${service_type_id} and year = ${year} and month = ${month}
      and deleted_at is null and active and not ignore_export and id <> ${id} order by id limit 50`.execute(ctx.sql)
  const others: Collect[] = []
  for (const row of rows) others.push(await ctx.rows(collects).find(row.id))
  return {
    ready: others.filter(({ status }) => isReady(stepOf(status))),
    late: others
      .filter(({ status }) => !isReady(stepOf(status)) && stepOf(status) !== 'dispensada')
      .map(({ fistel, status }) => `fistel ${fistel.name}: ${steps[stepOf(status)].name.toLowerCase()}`),
  }
}

/** What whoever files should know of those left behind. */
export const saidLate = (late: readonly string[]) =>
  `A Anatel recebe um arquivo por CNPJ, serviço e mês, e outra coleta deste ainda não está pronta (${late.join('; ')}).`
