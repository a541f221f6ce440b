import { sql } from 'kysely'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { leftSql } from '#features/billing/bills/bill/sums.server.ts'
import type { ProposedBill } from '#features/billing/bills/returns/api.ts'
import type { BankReturnLine } from '#features/billing/bills/returns/returned.ts'
import type { Ctx } from '#server/operation.ts'

/** Bills that are proposed at most. */
const proposalLimit = 6

const reasons = {
  own: 'É a conta do boleto',
  payer: 'O pagador é este cliente',
  value: 'Falta exatamente este valor',
} as const

/** The bill of the boleto, open bills of the payer, and those of which just this is left: the likeliest first. */
export async function proposedBills(
  ctx: Ctx,
  line: Pick<BankReturnLine, 'bill_id' | 'payer' | 'paid'>,
): Promise<readonly ProposedBill[]> {
  const open = sql`b.deleted_at is null and b.active and not b.downloaded and not b.called_off`
  const same = sql`(${leftSql('b')}) = ${line.paid ?? -1}::numeric`
  const { rows } = await sql<{ id: number; why: keyof typeof reasons }>`
    select id::float8 as id, why from (
      select b.id, 'own' as why, 0 as rank, false as other, b.due_date from bills_to_receive b where b.id = ${line.bill_id}::bigint
      union all
      (select b.id, 'payer', 1, not (${same}), b.due_date from bills_to_receive b join clients c on c.id = b.client_id
        where ${open} and ${line.payer} <> '' and ltrim(c.document, '0') = ${line.payer}
        order by 4, b.due_date limit ${proposalLimit})
      union all
      (select b.id, 'value', 2, false, b.due_date from bills_to_receive b where ${open} and ${same} order by b.due_date limit ${proposalLimit})
    ) found order by rank, other, due_date`.execute(ctx.sql)
  const why = new Map<number, keyof typeof reasons>()
  for (const row of rows) if (!why.has(row.id)) why.set(row.id, row.why)
  const seen = await ctx.rows(bills).among([...why.keys()])
  return seen.slice(0, proposalLimit).map(({ id, uuid, name, due_date, left }) => ({
    id,
    uuid,
    name: name ?? '',
    due_date,
    left: left ?? 0,
    why: reasons[why.get(id) ?? 'value'],
  }))
}
