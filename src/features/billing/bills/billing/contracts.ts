import { bankDayFrom } from '#kernel/calendar.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { showDate } from '#kernel/show.ts'
import { lastDay, next, type Period } from '#parts/period/period.ts'

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

/** Bills of a month fall due in it, or in the next one. */
export const dueMonths = { mesmo: 'no próprio mês', seguinte: 'no mês seguinte' } as const
export type DueMonth = keyof typeof dueMonths
export interface BillingChoice {
  readonly month: Period
  readonly due: DueMonth
  /** What falls due on a day banks are closed moves to the next they open. */
  readonly rolls: boolean
  readonly today: string
}

export interface BillingLine {
  /** 'contrato', or the extra service's own: 'extra:12'. */
  readonly key: string
  readonly name: string
  /** Reais. */
  readonly value: number
}
export interface PlannedBill {
  readonly client: Contract['client']
  readonly company: string | null
  readonly lines: readonly BillingLine[]
  /** Reais. */
  readonly total: number
  readonly due: string
  /** What is to be known of it before it is made. */
  readonly notes: readonly string[]
}
/** Why a client is not billed for a month. */
export const exceptionKinds = {
  'ja-faturado': 'Já faturados neste mês',
  encerrado: 'Contrato encerrado',
  'sem-valor': 'Sem valor no contrato',
  'sem-dia': 'Sem dia da cobrança',
  vencido: 'Com vencimento que já passou',
  inativo: 'Clientes inativos',
  prospecto: 'Prospectos',
} as const
export type ExceptionKind = keyof typeof exceptionKinds
export interface BillingException {
  readonly kind: ExceptionKind
  readonly client: Contract['client']
  readonly reason: string
  /** This bill prevents another. */
  readonly bill: string | null
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
  const first = `${lastDay(choice.month).slice(0, 8)}01`
  if (ends && ends < first) return except('encerrado', `Terminou em ${showDate(ends)}.`)
  if (!day) return except('sem-dia', 'O cadastro não diz em que dia se cobra.')
  const said = billingDay(day, choice.due === 'mesmo' ? choice.month : next(choice.month))
  const due = choice.rolls ? bankDayFrom(said) : said
  if (due < choice.today) return except('vencido', `Venceria em ${showDate(due)}.`)
  const notes = [
    ...(due !== said ? [`o dia ${showDate(said)} não é útil`] : []),
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

/** A billing that was done: what it made, and what of that can still be undone. */
export interface BillingRun {
  readonly uuid: string
  readonly created_at: string
  readonly by: string | null
  readonly bills: number
  readonly total: number
  /** Of its bills, those with money, settled or called off: they stay. */
  readonly kept: number
}
export interface BillingPreview {
  readonly month: string
  readonly due: DueMonth
  readonly rolls: boolean
  readonly finance_type: { readonly id: number; readonly name: string } | null
  readonly bills: readonly PlannedBill[]
  readonly exceptions: readonly BillingException[]
  readonly runs: readonly BillingRun[]
}
/** A billing answers its sums, and why each requested bill was not made. */
export interface BillingResult {
  readonly bills: number
  readonly total: number
  readonly left: readonly { readonly client: string; readonly reason: string }[]
}
