import { daysTo } from '#kernel/clock.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import type { bills } from '#features/billing/bills/bill/bills.ts'
import type { ReturnLine } from '#features/billing/bills/returns/cnab240.ts'
import { isKnownMovement, motivesOf, movementOf } from '#features/billing/bills/returns/layouts.ts'
import type { ReturnVerdict } from '#features/billing/bills/returns/verdicts.ts'

// What is to be done with each line of a return whose frame is proved. Money moves only where the bank speaks of the boleto that was
// issued: its whole nosso número, what it is worth, when it is due and who pays it; everything else waits for a person.

type ReturnedBill = ListedOf<typeof bills>
export interface KnownSlip {
  readonly id: number
  readonly bill_id: number
  readonly number: number
  /** The whole nosso número, as it was printed. */
  readonly shown: string
  readonly value: number
  readonly due_date: string
  /** The due day that a remittance requests of the bank; null where none does, or the bank has it already. */
  readonly next_due: string | null
  /** CNPJ or CPF of the client, without zeros before it; '' where there is none. */
  readonly payer: string
  readonly cancelled: boolean
}

/** A line of a return has its slip and bill in their current state. */
export interface PlannedLine {
  readonly line: ReturnLine
  readonly verdict: ReturnVerdict
  readonly said: string
  readonly note: string | null
  /** It is equal if the bank repeats the line, in this file or another. */
  readonly reference: string
  readonly slip: KnownSlip | null
  readonly bill: ReturnedBill | null
}
/** What is known of the account a return is of, before its first line is planned. */
export interface PlanWorld {
  /** The number of the account, without its digit or zeros before it. */
  readonly own: string
  readonly slips: ReadonlyMap<number, KnownSlip>
  readonly bills: ReadonlyMap<number, ReturnedBill>
  /** References of what other readings, which were not undone, dealt with; and of what waits for a bill since then. */
  readonly known: ReadonlySet<string>
  readonly waiting: ReadonlySet<string>
  /** Cents each bill owes once the lines before this one are written. */
  readonly left: Map<number, number>
}

/** What comes of one line; what its bill owes afterwards is written into `world.left`. */
export function plannedLine(line: ReturnLine, reference: string, world: PlanWorld): PlannedLine {
  const movement = movementOf(line.movement)
  const said = [movement.said, join(motivesOf(movement, line.motives))].filter(Boolean).join(': ')
  const same = world.slips.get(line.number) ?? null
  const slip = same?.shown === line.shown ? same : null
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
  const stranger = (verdict: ReturnVerdict, note: string): PlannedLine => {
    const whole = strangerReference(line, reference)
    return { ...(world.known.has(whole) ? of('repetida') : of(verdict, note)), reference: whole }
  }
  if (line.account !== world.own) return stranger('outra-conta', `É da conta ${line.account}.`)
  // A bank charges some of its fees on no boleto at all.
  if (!line.number) return movement.deed === 'informa' ? of('informa') : stranger('ilegivel', 'Sem nosso número.')
  if (!slip || !bill) return stranger('sem-boleto', strangerNote(line, same))
  if (world.known.has(reference)) return of('repetida')
  if (line.paid_cents > 0 && !isKnownMovement(line.movement))
    return of('conflito', 'Não conhecemos este movimento, e o banco escreve um valor pago.')
  if (movement.deed === 'vencimento' && (slip.next_due === null || (line.due_on ?? slip.next_due) !== slip.next_due))
    return of('informa', dueNote(line, slip))
  if (movement.deed !== 'recebe') return of(movement.deed, slip.cancelled ? 'O boleto foi cancelado aqui.' : null)
  const owed = world.left.get(bill.id) ?? 0
  const refused = refusalOf(line, bill, owed) ?? contradictionOf(line, slip)
  if (refused) return of('conflito', refused)
  const left = Math.max(0, owed - (line.paid_cents - line.added_cents + line.discount_cents))
  world.left.set(bill.id, left)
  return of('recebe', differenceOf(line, slip, left))
}

/** Whether money may have come in with a line that settles no bill by itself: it waits for a person. */
export const waits = ({ verdict, line }: PlannedLine): boolean =>
  verdict === 'conflito' ||
  ((verdict === 'sem-boleto' || verdict === 'outra-conta' || verdict === 'ilegivel') &&
    (movementOf(line.movement).deed === 'recebe' || (line.paid_cents > 0 && !isKnownMovement(line.movement))))

/** Why a line is of no boleto of the account: its number was never issued, or was under another agreement, wallet or digit. */
const strangerNote = ({ number, shown }: ReturnLine, same: KnownSlip | null) =>
  same
    ? `O banco escreve ${shown.trim()}; o boleto daqui é o ${same.shown}: o convênio, a carteira ou o dígito não confere.`
    : `Nenhum boleto desta conta tem o número ${number}.`

/** States that the bank has another due day than we do; null where it has the same. */
const dueNote = ({ due_on }: ReturnLine, { due_date }: KnownSlip) =>
  due_on === null || due_on === due_date
    ? null
    : `No banco o boleto vence em ${showDate(due_on)}; aqui vence em ${showDate(due_date)}.`

/** Why money for a bill is not written by itself; null where it is. */
function refusalOf({ paid_cents }: ReturnLine, bill: ReturnedBill, owed: number): string | null {
  if (paid_cents <= 0) return 'O banco não diz quanto entrou.'
  if (bill.downloaded) return 'A conta já estava paga.'
  if (bill.called_off) return 'A conta foi cancelada: reabra, se o dinheiro é dela.'
  if (!bill.active) return 'A conta está inativa: reative antes.'
  return owed > 0 ? null : 'Outra linha deste arquivo já paga esta conta.'
}

/** Days from a payment to its credit above which one of the two was misread. */
const longestFloat = 7

/** What the bank says of a boleto that is not what was issued, or does not add up; null where all of it agrees. */
function contradictionOf(line: ReturnLine, slip: KnownSlip): string | null {
  const { cents, paid_cents, added_cents, discount_cents, due_on, payer, occurred_on, credited_on } = line
  const show = (amount: number) => showMoney(amount / 100)
  const due = cents + added_cents - discount_cents
  const float = credited_on === null ? 0 : daysTo(credited_on, occurred_on)
  if (cents !== Math.round(slip.value * 100))
    return `No banco o boleto é de ${show(cents)}; aqui ele é de ${showMoney(slip.value)}.`
  // Between the bank's change and the file that says so, a payment is of the new day already.
  const otherDay = due_on === slip.next_due ? null : dueNote(line, slip)
  if (otherDay) return otherDay
  if (payer && slip.payer && payer !== slip.payer)
    return 'No banco o pagador é outro: o CNPJ ou CPF não é o do cliente da conta.'
  if (paid_cents !== due) return `Pago ${show(paid_cents)}; com juros e descontos seriam ${show(due)}.`
  return float < 0 || float > longestFloat
    ? `Pago em ${showDate(occurred_on)}, e creditado só em ${showDate(credited_on ?? '')}: confira o dia.`
    : null
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

/** The reference of a line that is of no boleto here: another agreement has the same numbers. */
export const strangerReference = ({ shown }: ReturnLine, reference: string) => `${reference}/${shown.trim()}`

/** An event has the same reference in every file; when it repeats within one file, it counts as another. */
export function referencesOf(account: number, lines: readonly ReturnLine[]): readonly string[] {
  const seen = new Map<string, number>()
  return lines.map(({ number, movement, occurred_on, paid_cents }) => {
    const event = [account, number, movement, occurred_on, paid_cents].join('/')
    const times = (seen.get(event) ?? 0) + 1
    seen.set(event, times)
    return `${event}/${times}`
  })
}
