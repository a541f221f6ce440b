import { sql } from 'kysely'
import * as z from 'zod'
import { can } from '#kernel/access.ts'
import { refusalIn, type Problem } from '#kernel/problem.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { issueBillBoleto } from '#features/billing/bills/boleto/api.ts'
import { issueBoleto } from '#features/billing/bills/boleto/boleto.server.ts'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import { mailReady, waitingClients } from '#features/billing/bills/closing/mails.server.ts'
import { issueNoteOfBill } from '#features/billing/bills/closing/note.server.ts'
import { issueNote } from '#features/billing/invoices/api.ts'
import { tellsEnd } from '#parts/progress/told.server.ts'
import { work } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'

/** Bills of one transaction, and clients of one. */
const chunk = 5

const noInput = z.object({})
interface ClosingMark {
  /** The last bill whose pieces were made, in the order of their ids. */
  readonly after: number
  readonly done: number
}

interface ClosingItem {
  readonly bill_id: number
  readonly bill: string
  readonly client: string
  readonly company: string | null
  readonly account: string | null
  readonly wants_note: boolean
  readonly wants_slip: boolean
  readonly service: string | null
}

/** What is wanted of some bills, locked: of two works on one bill the second finds what the first made. */
async function itemsOf(ctx: Ctx, ids: readonly number[]): Promise<readonly ClosingItem[]> {
  const { rows } = await sql<ClosingItem>`
    select i.bill_id::float8 as bill_id, b.uuid as bill, c.uuid as client, e.uuid as company, a.uuid as account,
      i.wants_note, i.wants_slip, i.service
    from bill_closing_items i join bills_to_receive b on b.id = i.bill_id join clients c on c.id = b.client_id
    left join empresas e on e.id = c.empresa_responsavel_id left join checking_accounts a on a.id = b.checking_account_id
    where i.bill_id = any(${[...ids]}::bigint[]) order by i.bill_id for update of i`.execute(ctx.sql)
  return rows
}

/** Does all of a step or none of it; answers why it was refused. Other failures are thrown: the work tries again. */
async function attemptStep(ctx: Ctx, act: () => Promise<unknown>): Promise<Problem | null> {
  await sql`savepoint closing_step`.execute(ctx.sql)
  try {
    await act()
    await sql`release savepoint closing_step`.execute(ctx.sql)
    return null
  } catch (thrown) {
    await sql`rollback to savepoint closing_step`.execute(ctx.sql)
    const refusal = await ctx.problemOf(thrown)
    if (refusal.status >= 500) throw thrown
    return refusal
  }
}

/** The page where a refused step is cured. */
function cureOf(refusal: Problem, step: 'note' | 'slip', { bill, client, company, account }: ClosingItem) {
  const names = Object.keys(refusal.detail.errors ?? {})
  const isOf = (of: string) => names.some(name => name === of || name.startsWith(`${of}.`) || name === `${of}_id`)
  if (isOf('empresa') && company) return `/empresas/${company}`
  if (isOf('client')) return `/clients/${client}`
  if (step === 'slip' && !names.length && account) return `/checking-accounts/${account}`
  return `/bills-to-receive/${bill}`
}

/** Makes note and boleto of each bill as far as they are wanted; what is refused is written down with its reason. */
async function makePieces(ctx: Ctx, ids: readonly number[]) {
  const seen = new Set((await ctx.rows(bills).among(ids)).map(({ id }) => id))
  for (const item of await itemsOf(ctx, ids)) {
    const { bill_id: id, service } = item
    const isSeen = seen.has(id)
    if (item.wants_note && isSeen) {
      const refusal = await attemptStep(ctx, () => issueNoteOfBill(ctx, id, service))
      await sql`
        update bill_closing_items set note_error = ${refusal && refusalIn(refusal).join(' ').slice(0, 500)},
          note_cure = ${refusal && cureOf(refusal, 'note', item)} where bill_id = ${id}`.execute(ctx.sql)
    }
    if (item.wants_slip && isSeen) {
      const refusal = await attemptStep(ctx, () => issueBoleto(ctx, id))
      await sql`
        update bill_closing_items set slip_error = ${refusal && refusalIn(refusal).join(' ').slice(0, 500)},
          slip_cure = ${refusal && cureOf(refusal, 'slip', item)} where bill_id = ${id}`.execute(ctx.sql)
    }
    if (!isSeen)
      await sql`
        update bill_closing_items set note_error = ${lost}, slip_error = ${lost}, mail_error = ${lost}
        where bill_id = ${id}`.execute(ctx.sql)
  }
}
const lost = 'Quem pediu o fechamento não vê mais esta conta, ou ela foi excluída.'

/** Brings bills to their clients: notes and boletos first, then a mail for each client whose bills wait for nothing. */
export const closeMonth = work<z.infer<typeof noInput>, ClosingMark>({
  name: 'bills-to-receive.fechar',
  of: billClosings,
  given: noInput,
  needs: () => ['bills-to-receive.fechar'],
  ended: tellsEnd<{ readonly name: string }>(billClosings, ({ name }, error) =>
    error === null ? `${name}: feito. O que não saiu está no quadro, com o motivo` : `${name}: parou no meio`,
  ),
  run: async (_, job) => {
    const look = await job.look()
    const { rows } = await sql<{ id: number }>`
      select i.bill_id::float8 as id from bill_closing_items i join bill_closings c on c.id = i.closing_id
      where c.uuid = ${job.id} and i.bill_id > ${job.mark?.after ?? 0} order by i.bill_id`.execute(look.sql)
    const ids = rows.map(({ id }) => id)
    const total = (job.mark?.done ?? 0) + ids.length
    let done = job.mark?.done ?? 0
    for (let at = 0; at < ids.length; at += chunk) {
      const some = ids.slice(at, at + chunk)
      await job.chunk(async ctx => {
        await makePieces(ctx, some)
        done += some.length
        return { mark: { after: some.at(-1) ?? 0, done }, rows_done: done, rows_total: total }
      })
    }
    const mark = { after: ids.at(-1) ?? job.mark?.after ?? 0, done }
    const clients = await waitingClients(look.sql, job.id)
    for (let at = 0; at < clients.length; at += chunk)
      await job.chunk(async ctx => {
        if (await mailReady(ctx, clients.slice(at, at + chunk))) ctx.after(async () => ctx.mail.sender?.nudge())
        return { mark, rows_done: done, rows_total: total }
      })
  },
})

/** Throws a 403 where a step is not the user's to do. */
export const lackingRight = (ctx: Ctx, steps: { readonly note: boolean; readonly slip: boolean }) =>
  (steps.note && !can(ctx.user, issueNote.id) && 'Seu perfil não emite notas: peça a quem cuida das permissões.') ||
  (steps.slip &&
    !can(ctx.user, issueBillBoleto.id) &&
    'Seu perfil não emite boletos: peça a quem cuida das permissões.') ||
  null
