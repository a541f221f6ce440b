import type { RowLock } from '#kernel/resource.ts'

/** An issued boleto has one of these states, by the bank's last answer. */
export const slipStates = {
  'nao-registrado': 'Não registrado no banco',
  registrando: 'Aguardando o registro',
  registrado: 'Registrado no banco',
  recusado: 'Recusado ou baixado pelo banco',
} as const
export type SlipState = keyof typeof slipStates
export const isSlipState = (name: unknown): name is SlipState => typeof name === 'string' && name in slipStates

/** What is printed on a boleto does not change under it. */
export const slipLock = {
  when: ['slip_state', Object.keys(slipStates)],
  fields: [
    'client',
    'checking_account',
    'issue_date',
    'due_date',
    'value',
    'discount',
    'discount_until',
    'fees',
    'tariff',
    'traffic_ticket',
    'bar_code',
  ],
  why: 'O boleto desta conta já foi emitido: cancele o boleto antes de mudar o que está nele.',
} as const satisfies RowLock

/** A party printed on a boleto, with name, CPF or CNPJ, and address. */
export interface SlipParty {
  readonly name: string
  /** As it is shown, with its mask. */
  readonly document: string
  readonly address: string
}

/** All that is printed on a boleto. */
export interface SlipSheet {
  /** Three digits. */
  readonly bank: string
  readonly bars: string
  readonly number: string
  readonly beneficiary: SlipParty
  readonly payer: SlipParty
  /** '4277-3 / 172278'. */
  readonly agency: string
  readonly wallet: string
  /** The office's number of the bill. */
  readonly document: string
  /** 'AAAA-MM-DD'. */
  readonly issue_date: string
  readonly due_date: string
  readonly processed_on: string
  readonly cents: number
  /** The receiver reads these, one a line. */
  readonly instructions: readonly string[]
  /** The payer reads what it is for, one a line. */
  readonly about: readonly string[]
  /** What the QR code says, and cents it asks for: what the bill costs on the day of printing. Null where there is no key. */
  readonly pix: { readonly text: string; readonly cents: number } | null
  /** The bank answered that it has the boleto, and not as a test: before, nobody can pay it by its bars. */
  readonly registered: boolean
}

/** A boleto prints this while its bank did not register it. */
export const notRegistered = 'NÃO REGISTRADO NO BANCO — não pagável pelo código de barras'
