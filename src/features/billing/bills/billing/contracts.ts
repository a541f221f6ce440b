import { bankDayFrom } from '#kernel/calendar.ts'
import type { DueMonth, ExceptionKind } from '#features/billing/bills/billing/kinds.ts'
import type { BillingException, BillingLine, PlannedBill } from '#features/billing/bills/billing/schema.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { showDate } from '#kernel/show.ts'
import { firstDay, lastDay, next, type Period } from '#parts/period/period.ts'

/** What a client pays for every month, as its record says. */
export interface Contract {
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly company: string | null
  readonly active: boolean
  readonly prospect: boolean
  /** Reais. */
  readonly value: number | null
  readonly service: string | null
  /** Of the month, 1 to 31. */
  readonly day: number | null
  readonly ends: string | null
  readonly extras: readonly { readonly id: number; readonly name: string; readonly value: number | null }[]
  /** The bill it has for the month already. */
  readonly billed: { readonly uuid: string; readonly name: string } | null
}

export interface BillingChoice {
  readonly month: Period
  readonly due: DueMonth
  /** What falls due on a day banks are closed moves to the next they open. */
  readonly rolls: boolean
  readonly today: string
}

/** The 31st of a month that has none is its last day. */
export function billingDay(day: number, month: Period): string {
  const last = lastDay(month)
  return day >= Number(last.slice(8)) ? last : `${last.slice(0, 8)}${String(day).padStart(2, '0')}`
}

/** Plans a client's monthly bill, or answers why not. */
export function billOf(contract: Contract, choice: BillingChoice): PlannedBill | BillingException {
  const { client, company, value, service, day, ends, extras, billed } = contract
  const except = (kind: ExceptionKind, reason: string): BillingException => ({
    kind,
    client,
    reason,
    bill: billed?.uuid ?? null,
  })
  if (contract.prospect) return except('prospecto', 'Ainda não é cliente.')
  if (billed) return except('ja-faturado', billed.name)
  if (!contract.active) return except('inativo', 'O cadastro está inativo.')
  const lines = [
    ...(cents(value) > 0 ? [{ key: 'contrato', name: service ?? 'Mensalidade', value: value ?? 0 }] : []),
    ...extras.flatMap(extra =>
      cents(extra.value) > 0 ? [{ key: `extra:${extra.id}`, name: extra.name, value: extra.value ?? 0 }] : [],
    ),
  ]
  if (!lines.length) return except('sem-valor', 'Nem mensalidade, nem serviço extra com valor.')
  if (ends && ends < firstDay(choice.month)) return except('encerrado', `Terminou em ${showDate(ends)}.`)
  if (!day) return except('sem-dia', 'O cadastro não diz em que dia se cobra.')
  const wanted = billingDay(day, choice.due === 'mesmo' ? choice.month : next(choice.month))
  const due = choice.rolls ? bankDayFrom(wanted) : wanted
  if (due < choice.today) return except('vencido', `Venceria em ${showDate(due)}.`)
  const notes = [
    ...(due !== wanted ? [`o dia ${showDate(wanted)} não é útil`] : []),
    ...(ends && ends < lastDay(choice.month) ? [`o contrato termina em ${showDate(ends)}`] : []),
    ...(cents(value) > 0 ? [] : ['só serviços extras']),
    ...extras.filter(extra => cents(extra.value) <= 0).map(extra => `${extra.name}, sem valor, não entra`),
  ]
  return { client, company, lines, total: linesTotal(lines), due, notes }
}

/** Reais of some lines. */
export const linesTotal = (lines: readonly Pick<BillingLine, 'value'>[]) =>
  lines.reduce((sum, { value }) => sum + cents(value), 0) / 100

export const isPlanned = (found: PlannedBill | BillingException): found is PlannedBill => 'lines' in found
