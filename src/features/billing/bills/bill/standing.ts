import type { Tone } from '#kernel/field.ts'

/**
 * The server computes the state of a bill, so that lists can filter by it. What counts is the last day to pay in time: a bill due on
 * a day banks are closed falls due on the next they open. `parcial` applies only before that day.
 */
export const billStates = {
  'em-atraso': 'Em atraso',
  'vence-hoje': 'Vence hoje',
  parcial: 'Parcial',
  'a-vencer': 'A vencer',
  paga: 'Paga',
  cancelada: 'Cancelada',
} as const
export type BillState = keyof typeof billStates
export const isBillState = (name: unknown): name is BillState => typeof name === 'string' && name in billStates

export const billTones = {
  'em-atraso': 'erro',
  'vence-hoje': 'atencao',
  parcial: 'info',
  'a-vencer': 'info',
  paga: 'ok',
  cancelada: 'neutro',
} as const satisfies Record<BillState, Tone>

/** What is added to a bill's value; the discount is taken off. */
export const added = ['fees', 'tariff', 'traffic_ticket'] as const

export type BillAmounts = Readonly<Partial<Record<'value' | 'discount' | (typeof added)[number], number | null>>> & {
  readonly discount_until?: string | null
}
/** Reais to whole cents. */
export const cents = (reais: number | null | undefined) => Math.round((reais ?? 0) * 100)
/** What is to be paid, in cents, before a discount that applies only up to a day. */
export const netCents = (bill: BillAmounts) =>
  cents(bill.value) +
  added.reduce((sum, name) => sum + cents(bill[name]), 0) -
  (bill.discount_until ? 0 : cents(bill.discount))
