import { sql } from 'kysely'
import * as z from 'zod'
import { can, type User } from '#kernel/access.ts'
import { problem, refusalIn, type Problem } from '#kernel/problem.ts'
import { join } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import { closingRights } from '#features/billing/bills/closing/steps.ts'
import { issueNoteOfBill } from '#features/billing/bills/closing/note.server.ts'
import { issueSlipOfBill } from '#features/billing/bills/closing/slip.server.ts'
import { attemptWork } from '#parts/progress/attempt.server.ts'
import { tellsEnd } from '#parts/progress/told.server.ts'
import { work } from '#server/jobs/work.ts'
import type { Ctx } from '#server/operation.ts'

/** Bills of one transaction. */
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
  /** The account of its boleto, where the bill has none. */
  readonly account_id: number | null
}

/** What is wanted of some bills, locked: of two works on one bill the second finds what the first made. */
async function itemsOf(ctx: Ctx, ids: readonly number[]): Promise<readonly ClosingItem[]> {
  const { rows } = await sql<ClosingItem>`
    select i.bill_id::float8 as bill_id, b.uuid as bill, c.uuid as client, e.uuid as company, a.uuid as account,
      i.wants_note, i.wants_slip, i.service, i.account_id::float8 as account_id
    from bill_closing_items i join bills_to_receive b on b.id = i.bill_id join clients c on c.id = b.client_id
    left join empresas e on e.id = c.empresa_responsavel_id left join checking_accounts a on a.id = b.checking_account_id
    where i.bill_id = any(${[...ids]}::bigint[]) order by i.bill_id for update of i`.execute(ctx.sql)
  return rows
}

const lostActs = { note: 'não emite notas', slip: 'não emite boletos' } as const
/** Rights are read anew with each transaction: a step that its requester lost the right to is refused, and the others go on. */
const rightRefusal = (user: User, step: keyof typeof lostActs) =>
  can(user, closingRights[step])
    ? null
    : problem('forbidden', `Quem pediu o fechamento ${lostActs[step]}: quem pode tenta de novo.`)

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
    const { bill_id: id, service, account_id, wants_note, wants_slip } = item
    if (!seen.has(id)) {
      await sql`
        update bill_closing_items set made = true, note_error = ${lost}, slip_error = ${lost}, mail_error = ${lost}
        where bill_id = ${id}`.execute(ctx.sql)
      continue
    }
    const refusalOf = async (step: 'note' | 'slip', act: () => Promise<void>) =>
      rightRefusal(ctx.user, step) ?? (await attemptWork(ctx, act)).refusal ?? null
    const note = wants_note ? await refusalOf('note', () => issueNoteOfBill(ctx, id, service)) : null
    const slip = wants_slip ? await refusalOf('slip', () => issueSlipOfBill(ctx, id, account_id)) : null
    await sql`
      update bill_closing_items set made = true,
        note_error = ${note && inWords(note)}, note_cure = ${note && cureOf(note, 'note', item)},
        slip_error = ${slip && inWords(slip)}, slip_cure = ${slip && cureOf(slip, 'slip', item)}
      where bill_id = ${id}`.execute(ctx.sql)
  }
}
/** What is missing in one sentence, and each other reason in its own. */
function inWords(refusal: Problem): string {
  const said = refusalIn(refusal)
  const missing = said.flatMap(each => /^Falta: (.+)\.$/.exec(each)?.[1] ?? [])
  const others = said.filter(each => !/^Falta: .+\.$/.test(each))
  return [...(missing.length ? [`Falta: ${join(missing)}.`] : []), ...others].join(' ').slice(0, 500)
}
const lost = 'Quem pediu o fechamento não vê mais esta conta, ou ela foi excluída.'

/** Makes notes and boletos of bills; a mail for each client whose bills wait for nothing follows from the chore. */
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
  },
})
