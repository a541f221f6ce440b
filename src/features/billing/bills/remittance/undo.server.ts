import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { showInstant } from '#kernel/show.ts'
import { undoRemittance } from '#features/billing/bills/remittance/api.ts'
import { bankRemittances } from '#features/billing/bills/remittance/remitted.ts'
import { doneAnswer } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/**
 * SQL: `what` of the line of a return that answers the order under `alias`, the last one; null where none does. The code of a line's
 * movement (Febraban, C044) is the third part of its reference.
 */
export const answerSql = (alias: string, what: string) => `(select ${what} from bank_return_lines l
  where l.slip_id = ${alias}.slip_id and l.created_at >= ${alias}.created_at and l.state not in ('repetida', 'desfeita')
    and split_part(l.reference, '/', 3) = any(case ${alias}.movement when '01' then array['02', '03', '06', '17']
      when '02' then array['09', '26'] else array['14', '26', '30'] end)
  order by l.id desc limit 1)`

/** Takes back a remittance that nobody sent: its orders wait again, and its number stays void. */
export const undoRemittanceRoute = serve(undoRemittance, async (ctx, { id, body: { reason } }) => {
  refuseOutsiders(ctx)
  const row = await ctx.rows(bankRemittances).hold(id)
  if (row.undone_at) throw problem('conflict', `Esta remessa já foi desfeita, em ${showInstant(row.undone_at)}.`)
  await sql`select 1 from checking_accounts where id = ${row.checking_account_id} for update`.execute(ctx.sql)
  const { rows } = await sql<{ answered: boolean; later: number | null }>`
    select coalesce(bool_or(${sql.raw(answerSql('o', '1'))} is not null), false) as answered,
      (select min(r.number) from bank_remittance_orders x join bank_remittances r on r.id = x.bank_remittance_id
        where not x.undone and x.bank_remittance_id <> ${row.id}
          and x.slip_id in (select slip_id from bank_remittance_orders where bank_remittance_id = ${row.id})
          and x.id > (select max(id) from bank_remittance_orders where bank_remittance_id = ${row.id}))::float8 as later
    from bank_remittance_orders o where o.bank_remittance_id = ${row.id}`.execute(ctx.sql)
  if (rows[0]?.answered)
    throw problem('conflict', 'O banco já respondeu a esta remessa: ela foi enviada, e não se desfaz.')
  if (rows[0]?.later)
    throw problem('conflict', `A remessa nº ${rows[0].later} trata de boletos desta: desfaça a outra antes.`)
  await sql`
    update bank_remittance_orders set undone = true, version = version + 1, updated_at = now()
    where bank_remittance_id = ${row.id}`.execute(ctx.sql)
  const undone = { undone_at: new Date().toISOString(), undone_by_id: ctx.user.id, reason }
  const after = await ctx.rows(bankRemittances).update(row.id, undone, undefined, 'desfazer')
  return doneAnswer(
    200,
    `Remessa nº ${row.number} desfeita: os boletos dela voltam a esperar. O número não é usado de novo.`,
    after,
  )
})
