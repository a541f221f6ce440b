import { longestItemName } from '#features/bills/bills.ts'

/** What an order's bill is for: the first line of its description, shortened at a word. */
export function itemNameOf(description: string): string {
  const line = description.trim().split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? ''
  if (line.length <= longestItemName) return line
  const short = line.slice(0, longestItemName - 1)
  const end = short.lastIndexOf(' ')
  return `${short.slice(0, end > 0 ? end : undefined).trimEnd()}…`
}

/** Why one of the three would not be made, and where that is set right. */
export interface PlanRefusal {
  readonly text: string
  /** The name, on the wire, of what is to be said otherwise. */
  readonly field: string
  /** Where it is set right, when that is not in the order itself. */
  readonly link: { readonly label: string; readonly path: string } | null
}
/** One of the three as it would be made, or why it would not. */
export type PlannedPiece<T> =
  | { readonly made: T; readonly refusal: null }
  | { readonly made: null; readonly refusal: PlanRefusal }

export interface OrderedBill {
  readonly due_date: string
  readonly value: number
  /** What it is for, as it is printed on the boleto. */
  readonly subject: string
  readonly finance_type: string
}
export interface OrderedNote {
  readonly company: string
  /** The number it would take, were it issued now: another order may be first. */
  readonly number: number | null
  readonly serie: number | null
  readonly service: string
  /** 'AAAA-MM-DD'. */
  readonly competence: string
  readonly value: number
  /** Percent and reais; null where the company's regime tells it elsewhere. */
  readonly iss_rate: number | null
  readonly iss_value: number | null
  /** Who takes the service, line by line, as it would be printed. */
  readonly taker: readonly string[]
  /** Who issues it: a city's system, or the built-in issuer, whose notes are worth nothing to the tax office. */
  readonly issuer: string
}
export interface OrderedSlip {
  readonly bank: string
  readonly account: string
  readonly due_date: string
  readonly value: number
}
export interface OfferedService {
  readonly codigo: string
  readonly descricao: string
}

/** What an order would bring about; what is not asked for is null. */
export interface OrderPlan {
  readonly bill: PlannedPiece<OrderedBill> | null
  readonly note: PlannedPiece<OrderedNote> | null
  readonly slip: PlannedPiece<OrderedSlip> | null
  /** What the company serves, for the note to be of one. */
  readonly services: readonly OfferedService[]
}
