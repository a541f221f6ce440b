import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { changeDueDay } from '#features/billing/bills/remittance/api.ts'
import { answerSql } from '#features/billing/bills/remittance/undo.server.ts'
import { goesByFile } from '#features/billing/bills/slip/registrations.ts'
import { liveSlip, refuseUnfit, type BillSlip } from '#features/billing/bills/slip/slips.server.ts'
import { record } from '#server/audit.ts'
import { doneAnswer, type Ctx, type Sql } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

// The due day of a boleto that the bank has. The bill has the new day at once; the boleto, when a return confirms it.

/** The last change that a remittance in force asks for, and the bank's answer to it. */
interface AskedDue {
  readonly number: number
  readonly due_date: string
  /** Null until the bank answers. */
  readonly code: string | null
  readonly said: string | null
}
async function askedDueOf(db: Sql, slip: number): Promise<AskedDue | null> {
  const { rows } = await sql<AskedDue>`
    select r.number::float8 as number, o.due_date::text as due_date,
      ${sql.raw(answerSql('o', `split_part(l.reference, '/', 3)`))} as code, ${sql.raw(answerSql('o', 'l.said'))} as said
    from bank_remittance_orders o join bank_remittances r on r.id = o.bank_remittance_id
    where o.slip_id = ${slip} and o.movement = '06' and not o.undone order by o.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

async function goesByRemittance(db: Sql, { checking_account_id, provider, registered_at }: BillSlip) {
  if (provider || !registered_at) return false
  const { rows } = await sql<{ registration: string }>`
    select registration from checking_accounts where id = ${checking_account_id} and deleted_at is null`.execute(db)
  return rows.some(goesByFile)
}

/** What the screen of a bill says of the due day of its boleto. */
export interface DueStanding {
  /** It may be changed, and a file notifies the bank. */
  readonly changes: boolean
  /** Where a change is; null where boleto and bill agree. */
  readonly text: string | null
}
export async function dueStandingOf(db: Sql, slip: BillSlip, due_date: string): Promise<DueStanding> {
  if (!(await goesByRemittance(db, slip))) return { changes: false, text: null }
  if (slip.due_date === due_date) return { changes: true, text: null }
  const asked = await askedDueOf(db, slip.id)
  const until = `até a resposta do banco, o boleto continua a vencer em ${showDate(slip.due_date)}`
  if (asked?.due_date !== due_date)
    return { changes: true, text: `O novo vencimento vai ao banco na próxima remessa: ${until}.` }
  if (asked.code === null)
    return { changes: false, text: `O novo vencimento foi ao banco na remessa nº ${asked.number}: ${until}.` }
  return {
    changes: true,
    text: `O banco não mudou o vencimento (${asked.said}): o boleto continua a vencer em ${showDate(slip.due_date)}. Escolha outro dia, ou cancele o boleto e emita outro.`,
  }
}

/** Throws where no file can notify the bank, or its answer to the last change is still to come. */
async function refuseUnmovable(ctx: Ctx, slip: BillSlip | null): Promise<BillSlip> {
  if (!slip) throw problem('conflict', 'Esta conta não tem boleto emitido: mude o vencimento na própria conta.')
  // A remittance that is being made has the day before or the day after, and none in between.
  await sql`select 1 from checking_accounts where id = ${slip.checking_account_id} for update`.execute(ctx.sql)
  if (!(await goesByRemittance(ctx.sql, slip)))
    throw problem(
      'conflict',
      'Só muda de vencimento o boleto que o banco registrou, numa conta corrente por remessa: cancele o boleto e emita outro.',
    )
  const asked = await askedDueOf(ctx.sql, slip.id)
  if (asked && asked.code === null)
    throw problem(
      'conflict',
      `A mudança para ${showDate(asked.due_date)} foi ao banco na remessa nº ${asked.number}: espere a resposta dele.`,
    )
  return slip
}

export const changeDueDayRoute = serve(changeDueDay, async (ctx, { id, body: { due_date } }) => {
  refuseOutsiders(ctx)
  const bill = await ctx.rows(bills).hold(id)
  if (bill.downloaded || bill.called_off) throw problem('conflict', 'Esta conta já foi paga ou cancelada.')
  const slip = await refuseUnmovable(ctx, await liveSlip(ctx.sql, bill.id))
  const { checking_account_id, client_id, issue_date, discount_until } = bill
  const cents = Math.round(slip.value * 100)
  refuseUnfit({ client_id, checking_account_id, due_date, cents }, dayIn(new Date()).day)
  if (due_date === bill.due_date) throw invalid({ due_date: 'Este já é o vencimento da conta.' })
  if (due_date < issue_date) throw invalid({ due_date: 'Vence antes da emissão.' })
  if (discount_until && due_date < discount_until)
    throw invalid({ due_date: `O desconto vale até ${showDate(discount_until)}: o vencimento não pode ser antes.` })
  await sql`
    update bills_to_receive set due_date = ${due_date}, version = version + 1, updated_at = now() where id = ${bill.id}`.execute(
    ctx.sql,
  )
  await record(ctx, bills, bill.id, 'mudar-vencimento', { due_date: [bill.due_date, due_date] })
  ctx.tell({ of: bills, uuid: bill.uuid })
  const message =
    due_date === slip.due_date
      ? 'O vencimento volta a ser o que o banco tem.'
      : `Novo vencimento: ${showDate(due_date)}. Ele vai ao banco na próxima remessa; até a resposta, o boleto continua a vencer em ${showDate(slip.due_date)}.`
  return doneAnswer(200, message, await ctx.rows(bills).find(bill.id))
})
