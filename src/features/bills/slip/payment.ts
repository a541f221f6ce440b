import type { SlipState } from '#features/bills/slip/sheet.ts'

/** How a bill is paid, as far as it still is. */
export interface ToldPayment {
  /** What is typed of its boleto, ours or another house's. */
  readonly line: string | null
  /** Nosso número; null where the boleto is none of ours. */
  readonly number: string | null
  readonly state: SlipState | null
  /** Why the bank did not take it. */
  readonly refusal: string | null
  /** Copia e cola. */
  readonly pix: string | null
  /** What the line says otherwise than the bill. */
  readonly warnings: readonly string[]
}
