import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { join } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { leftCents } from '#features/billing/bills/payments/receive.server.ts'
import type { PreviewedReturn, PreviewedReturnLine } from '#features/billing/bills/returns/api.ts'
import { returnOf, readTitles, type ReturnFile, type ReturnLine } from '#features/billing/bills/returns/cnab240.ts'
import { frameReturn } from '#features/billing/bills/returns/frame.ts'
import { applied, type ReturnVerdict } from '#features/billing/bills/returns/verdicts.ts'
import type { LineState } from '#features/billing/bills/returns/returned.ts'
import {
  plannedLine,
  referencesOf,
  strangerReference,
  waits,
  type KnownSlip,
  type PlannedLine,
} from '#features/billing/bills/returns/verdict.ts'
import { nameOfBank } from '#features/billing/bills/slip/banks.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import type { Ctx } from '#server/operation.ts'

type ListedAccount = ListedOf<typeof checkingAccounts>
export interface PlannedReturn {
  readonly file: ReturnFile
  readonly account: ListedAccount
  readonly sha256: string
  readonly lines: readonly PlannedLine[]
  /** References that wait for a bill since another reading. */
  readonly waiting: ReadonlySet<string>
  /** References of titles that could not be read, and that no other reading brought. */
  readonly unread: ReadonlySet<string>
  /** A reading of these bytes is in force. */
  readonly again: boolean
}

/** The number of an account without its digit, nor zeros before it. */
const bareAccount = (account: string | null) =>
  (account ?? '').split('-')[0]?.replace(/\D/g, '').replace(/^0+/, '') ?? ''

/** The account a return is of. Throws a 422 where it is none of those the user sees, or could be two. */
async function accountOf(ctx: Ctx, file: ReturnFile): Promise<ListedAccount> {
  const named = new Set(file.lines.map(({ account }) => account))
  if (!named.size) throw invalid({ file: 'O arquivo não fala de nenhum boleto.' })
  const all = await ctx
    .rows(checkingAccounts)
    .list(
      listQuery(checkingAccounts, { 'filter[bank]': String(Number(file.bank)), active: 'true', pagination: 'false' }),
    )
  const matching = all.filter(({ account }) => named.has(bareAccount(account)))
  const [found, ...others] = matching
  if (!found)
    throw invalid({
      file: `O arquivo é da conta ${[...named].slice(0, 3).join(', ')} do banco ${file.bank}, que não está entre as contas correntes.`,
    })
  if (others.length)
    throw invalid({
      file: `Mais de uma conta corrente tem estes números: ${join(matching.map(({ name }) => name))}. Corrija o cadastro antes.`,
    })
  return found
}

/** Throws where the bank says another company than the account's. */
async function refuseOthers(ctx: Ctx, file: ReturnFile, { empresa_id, name }: ListedAccount) {
  const { rows } = await sql<{ cnpj: string | null }>`select cnpj from empresas where id = ${empresa_id}`.execute(
    ctx.sql,
  )
  const cnpj = rows[0]?.cnpj?.replace(/^0+/, '')
  if (cnpj && file.company && file.company !== cnpj)
    throw invalid({ file: `O arquivo é de outra empresa: o CNPJ nele não é o da beneficiária da conta ${name}.` })
}

async function slipsOf(
  ctx: Ctx,
  account: number,
  lines: readonly ReturnLine[],
): Promise<ReadonlyMap<number, KnownSlip>> {
  const { rows } = await sql<KnownSlip>`
    select s.id::float8 as id, s.bill_id::float8 as bill_id, s.number::float8 as number, s.shown, s.value::float8 as value,
      s.due_date::text as due_date, nullif(m.due_date, s.due_date)::text as next_due, ltrim(coalesce(c.document, ''), '0') as payer, s.cancelled_at is not null as cancelled
    from bill_slips s join bills_to_receive b on b.id = s.bill_id left join clients c on c.id = b.client_id
    left join lateral (
      select o.due_date from bank_remittance_orders o where o.slip_id = s.id and o.movement = '06' and not o.undone
      order by o.id desc limit 1) m on true
    where s.checking_account_id = ${account} and s.number = any(${lines.map(({ number }) => number)}::bigint[])`.execute(
    ctx.sql,
  )
  return new Map(rows.map(row => [row.number, row]))
}

/** References that readings not undone have: of what is dealt with, and of what waits for a bill. */
async function inForce(ctx: Ctx, { lines }: ReturnFile, references: readonly string[], unread: readonly string[]) {
  const asked = references.flatMap((reference, at) => {
    const line = lines[at]
    return line ? [reference, strangerReference(line, reference)] : []
  })
  const { rows } = await sql<{ reference: string; state: LineState }>`
    select reference, state from bank_return_lines
    where reference = any(${[...asked, ...unread]}::text[]) and state in ('espera', 'aplicada', 'colocada', 'devolvida', 'explicada')`.execute(
    ctx.sql,
  )
  const those = (waits: boolean) =>
    new Set(rows.filter(({ state }) => (state === 'espera') === waits).map(({ reference }) => reference))
  return { known: those(false), waiting: those(true) }
}

/** Titles that are read, or planned, before others have their turn. */
const atOnce = 500

async function readInTurns(bytes: Uint8Array): Promise<ReturnFile | string> {
  const frame = frameReturn(bytes)
  if (typeof frame === 'string') return frame
  const read: ReturnType<typeof readTitles>[number][] = []
  for (let from = 0; from < frame.titles.length; from += atOnce) {
    await nextTurn()
    read.push(...readTitles(frame, from, from + atOnce))
  }
  await nextTurn()
  return returnOf(frame, read)
}

/** What each line of a file is about and what would come of it; nothing is written. */
export async function planReturn(ctx: Ctx, bytes: Uint8Array): Promise<PlannedReturn> {
  const file = await readInTurns(bytes)
  if (typeof file === 'string') throw invalid({ file })
  const account = await accountOf(ctx, file)
  await refuseOthers(ctx, file, account)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const references = referencesOf(account.id, file.lines)
  const unread = file.unread.map(({ at }) => unreadReference(sha256, at))
  const slips = await slipsOf(ctx, account.id, file.lines)
  const seen = await ctx.rows(bills).among([...new Set([...slips.values()].map(({ bill_id }) => bill_id))])
  const { known, waiting } = await inForce(ctx, file, references, unread)
  const world = {
    own: bareAccount(account.account),
    slips,
    bills: new Map(seen.map(bill => [bill.id, bill])),
    known,
    waiting,
    left: new Map(seen.map(bill => [bill.id, leftCents(bill)])),
  }
  const lines: PlannedLine[] = []
  for (const [at, line] of file.lines.entries()) {
    if (at % atOnce === 0) await nextTurn()
    lines.push(plannedLine(line, references[at] ?? '', world))
  }
  const again = await sql`select 1 from bank_returns where sha256 = ${sha256} and undone_at is null limit 1`.execute(
    ctx.sql,
  )
  return {
    file,
    account,
    sha256,
    lines,
    waiting,
    again: again.rows.length > 0,
    unread: new Set(unread.filter(each => !known.has(each) && !waiting.has(each))),
  }
}

/** A plan in words; lines that cannot be read are among the others, in the order of the file. */
export function returnInWords(name: string, plan: PlannedReturn): PreviewedReturn {
  const { file, account, sha256, lines, waiting, unread } = plan
  const all = [...lines.map(lineInWords), ...file.unread.map(unreadLine)].toSorted((one, other) => one.at - other.at)
  const counts: Partial<Record<ReturnVerdict, number>> = {}
  for (const { verdict } of all) counts[verdict] = (counts[verdict] ?? 0) + 1
  const received = lines.reduce((sum, { verdict, line }) => sum + (verdict === 'recebe' ? line.paid_cents : 0), 0)
  return {
    name,
    bank: `${file.bank} · ${nameOfBank(file.bank)}`,
    account: { id: account.id, name: account.name },
    created_on: file.created_on || null,
    sequence: file.sequence,
    sha256,
    counts,
    received: received / 100,
    fees: lines.reduce((sum, { line }) => sum + line.fee_cents, 0) / 100,
    waiting: waitingOf(lines, waiting).length + unread.size,
    news: bringsNews(plan),
    skipped: file.skipped,
    doubts: file.doubts,
    lines: all,
  }
}

/** Whether a reading brings anything that no other one brought: a file that is read twice leaves no second trace. */
export const bringsNews = ({ lines, unread, waiting, again }: PlannedReturn) =>
  unread.size > 0 ||
  lines.some(each => applied.has(each.verdict)) ||
  waitingOf(lines, waiting).length > 0 ||
  (!again && lines.some(({ verdict }) => verdict === 'informa'))

/** What a title that cannot be read is called: there is nothing of it but its place in the file. */
export const unreadReference = (sha256: string, at: number) => `${sha256}/${at}`

/** Those whose money is to wait for a bill, and does not since another reading. */
export const waitingOf = (lines: readonly PlannedLine[], waiting: ReadonlySet<string>) =>
  lines.filter(each => waits(each) && !waiting.has(each.reference))

const lineInWords = ({ line, verdict, said, note, slip, bill }: PlannedLine): PreviewedReturnLine => ({
  at: line.at,
  verdict,
  said,
  note,
  number: slip?.shown ?? line.shown.trim(),
  bill: bill && { uuid: bill.uuid, name: bill.name ?? '' },
  day: line.occurred_on,
  value: line.cents / 100,
  paid: line.paid_cents ? line.paid_cents / 100 : null,
  fee: line.fee_cents ? line.fee_cents / 100 : null,
})
const unreadLine = ({ at, why }: { readonly at: number; readonly why: string }): PreviewedReturnLine => ({
  at,
  verdict: 'ilegivel',
  said: why,
  note: null,
  number: '',
  bill: null,
  day: null,
  value: null,
  paid: null,
  fee: null,
})

/** Throws where the file is not the one that was looked at. */
export function refuseOtherFile({ sha256 }: PlannedReturn, looked: string) {
  if (sha256 !== looked) throw problem('conflict', 'Este não é o arquivo que foi conferido: confira de novo.')
}

/** Throws where the bank's own sums contradict its lines: whether such a file is whole, a person decides. */
export function refuseDoubts({ file: { doubts } }: PlannedReturn) {
  if (doubts.length) throw problem('conflict', `${doubts.join(' ')} Confira o arquivo e confirme.`)
}
