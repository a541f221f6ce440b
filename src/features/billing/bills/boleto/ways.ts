import type { BillCost } from '#features/billing/bills/bill/charges.ts'
import type { SlipState } from '#features/billing/bills/slip/sheet.ts'

/** How an open bill is paid on a day: what a screen, a mail, a statement and a paper hand out. */
export interface WaysToPay {
  readonly cost: BillCost
  /** Digits that a bank takes: of a boleto it registered, or of one made elsewhere and typed here. */
  readonly line: string | null
  /** Copia e cola over what the bill costs on the day. */
  readonly pix: string | null
  /** The digits of our boleto while no bank takes them: the office needs them to register it by hand, and a payer must not get them. */
  readonly unregistered: string | null
  /** Nosso número; null where the boleto is none of ours. */
  readonly number: string | null
  readonly state: SlipState | null
  /** Why the bank did not take it. */
  readonly refusal: string | null
}

/** Why a bill has no digits to pay with; null where it has. */
export const whyNoLine = ({ line, state }: Pick<WaysToPay, 'line' | 'state'>): string | null =>
  line
    ? null
    : state === 'recusado'
      ? 'O banco não aceitou o boleto: peça outro ao escritório.'
      : state === 'registrado'
        ? 'O boleto foi registrado só para teste (homologação): ninguém consegue pagá-lo.'
        : state === null
          ? null
          : 'O boleto ainda não foi registrado no banco: até lá ele não pode ser pago.'

/** What a payer without any way asks for, and how: a letter nobody reads the answer to does not invite one. */
const askOffice = { mail: 'respondendo a este e-mail', office: 'ao escritório' } as const

/** The ways in lines of text, for mails and papers; the reason, where there is none. `to`: who gives one then. */
export function waysInWords(
  { why, ...ways }: Pick<WaysToPay, 'line' | 'pix'> & { readonly why: string | null },
  to: keyof typeof askOffice,
): readonly string[] {
  return [
    ...(ways.line ? [`Linha digitável: ${ways.line}`] : []),
    ...(ways.pix ? [`Pix copia e cola: ${ways.pix}`] : []),
    ...(!ways.line && !ways.pix ? [why ?? `Para pagar, peça o boleto ou os dados do Pix ${askOffice[to]}.`] : []),
  ]
}
