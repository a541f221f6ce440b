import type { Tone } from '#kernel/field.ts'

/** What comes of a line of a return. */
export const returnVerdicts = {
  recebe: { name: 'Recebimento', tone: 'ok' },
  registra: { name: 'Registro', tone: 'ok' },
  recusa: { name: 'Recusa', tone: 'erro' },
  baixa: { name: 'Baixa no banco', tone: 'atencao' },
  informa: { name: 'Só informa', tone: 'neutro' },
  repetida: { name: 'Já processada', tone: 'neutro' },
  conflito: { name: 'A conferir', tone: 'atencao' },
  'sem-boleto': { name: 'Sem boleto aqui', tone: 'erro' },
  'outra-conta': { name: 'De outra conta', tone: 'erro' },
  ilegivel: { name: 'Ilegível', tone: 'erro' },
} as const satisfies Record<string, { readonly name: string; readonly tone: Tone }>
export type ReturnVerdict = keyof typeof returnVerdicts
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
  readonly skipped: readonly ToldSkip[]
  /** Where the bank's own sums contradict its lines; such a file is applied only once a person says that it was checked. */
  readonly doubts: readonly string[]
  readonly lines: readonly ToldReturnLine[]
}
/** A return that was applied. */
export interface AppliedReturn {
  readonly uuid: string
  readonly name: string
  readonly account: string
  readonly user: string | null
  readonly applied_at: string
  readonly lines: number
  readonly applied: number
  readonly received: number
}
