import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { dayIn, timeZone } from '#kernel/clock.ts'
import { integer, list, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { bills } from '#features/bills/bills.ts'
import { accountsExtension } from '#features/bills/slip/accounts.server.ts'
import { readSlip } from '#features/bills/slip/numbers.ts'
import { refuseOtherwise, refuseSlipped, slipStateSql } from '#features/bills/slip/slips.server.ts'
import { added, billStates, netCents, type BillSum } from '#features/bills/standing.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { extend } from '#server/extend.ts'
import { operation } from '#server/operation.ts'

const now = () => new Date().toISOString()
const today = `(now() at time zone '${timeZone}')::date`
const months = "array['jan','fev','mar','abr','mai','jun','jul','ago','set','out','nov','dez']"

const stateOf = (alias: string) => `case when ${alias}.called_off then 'cancelada' when ${alias}.downloaded then 'paga'
  when ${alias}.due_date < ${today} then 'em-atraso' when ${alias}.due_date = ${today} then 'vence-hoje' else 'a-vencer' end`
// Of no bill there is no name: concat_ws makes an empty one.
const nameOf = (
  alias: string,
) => `nullif(concat_ws(' · ', (select c.name from clients c where c.id = ${alias}.client_id),
  (${months})[extract(month from ${alias}.due_date)::int] || '/' || extract(year from ${alias}.due_date)::int,
  'parcela\u00a0' || ${alias}."order", 'nº\u00a0' || coalesce(${alias}.billet_number, ${alias}.id::text)), '')`

/** What is asked of a list, added up by state: of all its rows, not of one page. */
const sums = operation<unknown, Readonly<Record<string, unknown>>>({
  id: 'bills-to-receive.soma',
  summary: 'Somar as contas a receber de uma lista',
  method: 'GET',
  url: '/api/v1/bills-to-receive/soma',
  access: 'permission',
  scope: bills,
  rate: 'read',
  audit: null,
  query: z.record(z.string(), z.unknown()),
  answers: {
    200: shape({
      data: list(
        shape({ state: { ...string, enum: Object.keys(billStates) }, bills: integer, net: { type: 'number' } }),
      ),
    }),
  },
  handle: async (ctx, { query }) => {
    const ids = await ctx.rows(bills).keys(listQuery(bills, query, !isStaff(ctx.user)))
    const more = sql.raw(added.map(name => `+ coalesce(b.${name}, 0)`).join(' '))
    const { rows } = await sql<BillSum>`
      select ${sql.raw(stateOf('b'))} as state, count(*)::int as bills,
        sum(b.value ${more} - coalesce(b.discount, 0))::float8 as net
      from bills_to_receive b where b.id = any(${[...ids]}::bigint[]) group by 1`.execute(ctx.sql)
    return { data: rows }
  },
})

type Bill = Partial<StoredOf<typeof bills>>
const judged: ReadonlySet<string> = new Set(['issue_date', 'due_date', 'value', 'discount', 'bar_code', ...added])

/** Throws when dates or amounts contradict each other; what nobody touched is left as it was. */
function refuseNonsense(given: Bill, before: Bill = {}) {
  if (!Object.keys(given).some(name => judged.has(name))) return
  const bill = { ...before, ...given }
  const wrong = {
    ...(bill.issue_date && bill.due_date && bill.due_date < bill.issue_date && { due_date: 'Vence antes da emissão.' }),
    ...(netCents(bill) < 0 && { discount: 'O desconto é maior do que o que há a pagar.' }),
    ...(given.bar_code &&
      given.bar_code !== before.bar_code &&
      !readSlip(given.bar_code, dayIn(new Date()).day) && {
        bar_code: 'Confira: são 47 algarismos, ou 48 em contas de consumo, e um deles não fecha com os verificadores.',
      }),
  }
  if (Object.keys(wrong).length) throw invalid(wrong)
}

const extension = extend(bills, {
  operations: [sums],
  derived: { name: nameOf, state: stateOf, slip_state: slipStateSql },
  beforeCreate: draft => {
    refuseNonsense(draft)
    return draft
  },
  beforeUpdate: async (draft, row, ctx) => {
    refuseNonsense(draft, row)
    await refuseOtherwise(ctx.sql, draft, row)
    return draft
  },
  beforeRemove: ({ id }, ctx) => refuseSlipped(ctx.sql, id),
  actions: {
    baixar: ({ id }, ctx) =>
      ctx.rows(bills).update(id, { downloaded: true, downloaded_at: now() }, undefined, 'baixar'),
    cancelar: ({ id }, ctx) =>
      ctx.rows(bills).update(id, { called_off: true, called_off_at: now() }, undefined, 'cancelar'),
    reabrir: ({ id }, ctx) => {
      const open = { downloaded: false, downloaded_at: null, called_off: false, called_off_at: null }
      return ctx.rows(bills).update(id, open, undefined, 'reabrir')
    },
  },
})

export const billsOnServer: ServerFeature = { extensions: [extension, accountsExtension] }
