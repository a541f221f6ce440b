import type { Tone } from '#kernel/field.ts'

/** What comes of a line of a return. */
export const returnVerdicts = {
  recebe: 'Recebimento',
  registra: 'Registro',
  recusa: 'Recusa',
  baixa: 'Baixa no banco',
  informa: 'Só informa',
  repetida: 'Já processada',
  conflito: 'A conferir',
  'sem-boleto': 'Sem boleto aqui',
  'outra-conta': 'De outra conta',
  ilegivel: 'Ilegível',
} as const
export type ReturnVerdict = keyof typeof returnVerdicts
export const verdictTones: Readonly<Record<ReturnVerdict, Tone>> = {
  recebe: 'ok',
  registra: 'ok',
  recusa: 'erro',
  baixa: 'atencao',
  informa: 'neutro',
  repetida: 'neutro',
  conflito: 'atencao',
  'sem-boleto': 'erro',
  'outra-conta': 'erro',
  ilegivel: 'erro',
}
/** What *Aplicar* writes. */
export const applied: ReadonlySet<ReturnVerdict> = new Set(['recebe', 'registra', 'recusa', 'baixa'])

/** A line of a return in words, with the bill it is of. */
export interface ToldReturnLine {
  readonly at: number
  readonly verdict: ReturnVerdict
  /** 'Liquidação: por meio eletrônico'. */
  readonly said: string
  /** What is to be known besides. */
  readonly note: string | null
  readonly number: string
  readonly bill: { readonly uuid: string; readonly name: string } | null
  readonly day: string | null
  /** Reais. */
  readonly value: number | null
  readonly paid: number | null
  /** What the bank charges for it. */
  readonly fee: number | null
}
/** Records of a file that are not read, and why. */
export interface ToldSkip {
  readonly at: number
  readonly count: number
  readonly why: string
}
export interface ToldReturn {
  readonly name: string
  readonly bank: string
  readonly account: { readonly id: number; readonly name: string }
  readonly created_on: string | null
  readonly sequence: number
  /** SHA-256 of the file: what is applied is what was looked at. */
  readonly sha256: string
  readonly counts: Readonly<Partial<Record<ReturnVerdict, number>>>
  /** Reais of the receipts. */
  readonly received: number
  /** Reais of what the bank charges on all lines. */
  readonly fees: number
  /** Lines whose money belongs to no bill: applied, they wait in the tray until somebody places them. */
  readonly waiting: number
  /** Whether it brings anything that no other reading brought. */
  readonly news: boolean
  readonly skipped: readonly ToldSkip[]
  /** Where the bank's own sums contradict its lines; such a file is applied only once a person says that it was checked. */
  readonly doubts: readonly string[]
  readonly lines: readonly ToldReturnLine[]
}
