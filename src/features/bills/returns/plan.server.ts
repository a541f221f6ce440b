import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showMoney } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { bills } from '#features/bills/bills.ts'
import { leftCents } from '#features/bills/receive.server.ts'
import { readReturn, type ReturnFile, type ReturnLine } from '#features/bills/returns/cnab240.ts'
import { motivesOf, movementOf } from '#features/bills/returns/layouts.ts'
import type { ReturnVerdict, ToldReturn, ToldReturnLine } from '#features/bills/returns/told.ts'
import { nameOfBank } from '#features/bills/slip/banks.ts'
import { checkingAccounts } from '#features/bills/slip/accounts.ts'
import type { Ctx } from '#server/operation.ts'

type ListedAccount = ListedOf<typeof checkingAccounts>
type ReturnedBill = ListedOf<typeof bills>
interface KnownSlip {
  readonly id: number
  readonly bill_id: number
  readonly number: number
  readonly shown: string
  readonly value: number
  readonly cancelled: boolean
}

/** A line of a return with what it is about, as it stands now. */
export interface PlannedLine {
  readonly line: ReturnLine
  readonly verdict: ReturnVerdict
  readonly said: string
  readonly note: string | null
  /** Of what the bank tells twice, in this file or another, the same. */
  readonly reference: string
  readonly slip: KnownSlip | null
  readonly bill: ReturnedBill | null
}
export interface PlannedReturn {
  readonly file: ReturnFile
  readonly account: ListedAccount
  readonly sha256: string
  readonly lines: readonly PlannedLine[]
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
  const own = all.filter(({ account }) => named.has(bareAccount(account)))
  const [found, ...others] = own
  if (!found)
    throw invalid({
      file: `O arquivo é da conta ${[...named].slice(0, 3).join(', ')} do banco ${file.bank}, que não está entre as contas correntes.`,
    })
  if (others.length)
    throw invalid({
      file: `Mais de uma conta corrente tem estes números: ${join(own.map(({ name }) => name))}. Corrija o cadastro antes.`,
    })
  return found
}

/** Throws where the bank says another company than the account's. */
async function refuseOthers(ctx: Ctx, file: ReturnFile, { empresa_id, name }: ListedAccount) {
  const { rows } = await sql<{ cnpj: string | null }>`select cnpj from empresas where id = ${empresa_id}`.execute(
    ctx.sql,
  )
  const own = rows[0]?.cnpj?.replace(/^0+/, '')
  if (own && file.company && file.company !== own)
    throw invalid({ file: `O arquivo é de outra empresa: o CNPJ nele não é o da beneficiária da conta ${name}.` })
}

async function slipsOf(
  ctx: Ctx,
  account: number,
  lines: readonly ReturnLine[],
): Promise<ReadonlyMap<number, KnownSlip>> {
  const { rows } = await sql<KnownSlip>`
    select id::float8 as id, bill_id::float8 as bill_id, number::float8 as number, shown, value::float8 as value,
      cancelled_at is not null as cancelled
    from bill_slips where checking_account_id = ${account} and number = any(${lines.map(({ number }) => number)}::bigint[])`.execute(
    ctx.sql,
  )
  return new Map(rows.map(row => [row.number, row]))
}

/** The same thing told by the bank is called the same in every file; in one file, the second time it happened is another. */
function referencesOf(account: number, lines: readonly ReturnLine[]): readonly string[] {
  const seen = new Map<string, number>()
  return lines.map(({ number, movement, occurred_on, paid_cents }) => {
    const said = [account, number, movement, occurred_on, paid_cents].join('/')
    const times = (seen.get(said) ?? 0) + 1
    seen.set(said, times)
    return `${said}/${times}`
  })
}

/** What each line of a file is about and what would come of it; nothing is written. */
export async function planReturn(ctx: Ctx, bytes: Buffer): Promise<PlannedReturn> {
  const file = readReturn(bytes)
  if (typeof file === 'string') throw invalid({ file })
  const account = await accountOf(ctx, file)
  await refuseOthers(ctx, file, account)
  const references = referencesOf(account.id, file.lines)
  const slips = await slipsOf(ctx, account.id, file.lines)
  const seen = await ctx.rows(bills).among([...new Set([...slips.values()].map(({ bill_id }) => bill_id))])
  const { rows } = await sql<{ reference: string }>`
    select reference from bank_return_lines where reference = any(${[...references]}::text[])`.execute(ctx.sql)
  const world = {
    own: bareAccount(account.account),
    slips,
    bills: new Map(seen.map(bill => [bill.id, bill])),
    known: new Set(rows.map(({ reference }) => reference)),
    left: new Map(seen.map(bill => [bill.id, leftCents(bill)])),
  }
  const lines = file.lines.map((line, at) => planned(line, references[at] ?? '', world))
  return { file, account, sha256: createHash('sha256').update(bytes).digest('hex'), lines }
}

interface PlanWorld {
  readonly own: string
  readonly slips: ReadonlyMap<number, KnownSlip>
  readonly bills: ReadonlyMap<number, ReturnedBill>
  readonly known: ReadonlySet<string>
  /** Cents each bill owes once the lines before this one are written. */
  readonly left: Map<number, number>
}

function planned(line: ReturnLine, reference: string, world: PlanWorld): PlannedLine {
  const movement = movementOf(line.movement)
  const said = [movement.said, join(motivesOf(movement, line.motives))].filter(Boolean).join(': ')
  const slip = world.slips.get(line.number) ?? null
  const bill = (slip && world.bills.get(slip.bill_id)) ?? null
  const of = (verdict: ReturnVerdict, note: string | null = null): PlannedLine => ({
    line,
    verdict,
    said,
    note,
    reference,
    slip: verdict === 'outra-conta' ? null : slip,
    bill: verdict === 'outra-conta' ? null : bill,
  })
  if (line.account !== world.own) return of('outra-conta', `É da conta ${line.account}.`)
  if (!slip || !bill) return of('sem-boleto', `Nenhum boleto desta conta tem o número ${line.number}.`)
  if (world.known.has(reference)) return of('repetida')
  if (movement.deed !== 'recebe') return of(movement.deed, slip.cancelled ? 'O boleto foi cancelado aqui.' : null)
  const owed = world.left.get(bill.id) ?? 0
  const refused = refusalOf(line, bill, owed)
  if (refused) return of('conflito', refused)
  const left = Math.max(0, owed - (line.paid_cents - line.added_cents + line.discount_cents))
  world.left.set(bill.id, left)
  return of('recebe', differenceOf(line, slip, left))
}

/** Why money for a bill is not written by itself; null where it is. */
function refusalOf({ paid_cents }: ReturnLine, bill: ReturnedBill, owed: number): string | null {
  if (paid_cents <= 0) return 'O banco não diz quanto entrou.'
  if (bill.downloaded) return 'A conta já estava paga.'
  if (bill.called_off) return 'A conta foi cancelada: reabra, se o dinheiro é dela.'
  if (!bill.active) return 'A conta está inativa: reative antes.'
  return owed > 0 ? null : 'Outra linha deste arquivo já paga esta conta.'
}

function differenceOf(line: ReturnLine, slip: KnownSlip, left: number): string | null {
  const asked = Math.round(slip.value * 100)
  const parts = [
    ...(slip.cancelled ? ['Pago pelo boleto que foi cancelado aqui.'] : []),
    ...(line.paid_cents === asked
      ? []
      : [`Pago ${showMoney(line.paid_cents / 100)}, de um boleto de ${showMoney(slip.value)}.`]),
    ...(line.added_cents ? [`Juros e multa: ${showMoney(line.added_cents / 100)}.`] : []),
    ...(line.discount_cents ? [`Desconto: ${showMoney(line.discount_cents / 100)}.`] : []),
    ...(left ? [`Da conta ainda faltam ${showMoney(left / 100)}.`] : []),
  ]
  return parts.length ? parts.join(' ') : null
}

/** A plan as it is told; lines that cannot be read are among the others, in the order of the file. */
export function told(name: string, { file, account, sha256, lines }: PlannedReturn): ToldReturn {
  const all = [...lines.map(toldLine), ...file.unread.map(unreadLine)].toSorted((one, other) => one.at - other.at)
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
    lines: all,
  }
}

const toldLine = ({ line, verdict, said, note, slip, bill }: PlannedLine): ToldReturnLine => ({
  at: line.at,
  verdict,
  said,
  note,
  number: slip?.shown ?? String(line.number),
  bill: bill && { uuid: bill.uuid, name: bill.name ?? '' },
  day: line.occurred_on,
  value: line.cents / 100,
  paid: line.paid_cents ? line.paid_cents / 100 : null,
})
const unreadLine = ({ at, why }: { readonly at: number; readonly why: string }): ToldReturnLine => ({
  at,
  verdict: 'ilegivel',
  said: why,
  note: null,
  number: '',
  bill: null,
  day: null,
  value: null,
  paid: null,
})

/** Throws where the file is not the one that was looked at. */
export function refuseOtherFile({ sha256 }: PlannedReturn, looked: string) {
  if (sha256 !== looked) throw problem('conflict', 'Este não é o arquivo que foi conferido: confira de novo.')
}
