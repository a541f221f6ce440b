/** What a remittance asks the bank to do with a boleto (Febraban, C004). */
export const remittedMovements = { '01': 'Registro', '02': 'Baixa', '06': 'Mudança de vencimento' } as const
export type RemittedMovement = keyof typeof remittedMovements

/** What of an account a remittance states, as its boletos have it; digits only, the check digits apart. */
export interface RemittedAccount {
  readonly agency: string
  readonly agency_digit: string
  readonly account: string
  readonly account_digit: string
  readonly wallet: string
  readonly agreement: string
  /** Of the wallet, at Banco do Brasil. */
  readonly wallet_variation: string
  /** Identifies the sender, at Santander. */
  readonly transmission_code: string
}
/** What a remittance states of itself. */
export interface RemittanceFacts {
  /** Three digits. */
  readonly bank: string
  readonly company: { readonly name: string; readonly cnpj: string }
  readonly account: RemittedAccount
  /** Of the file, from 1 on without a gap. */
  readonly number: number
  /** 'AAAA-MM-DD' and 'HHMMSS', when it was made. */
  readonly day: string
  readonly time: string
}
export interface RemittedPayer {
  readonly name: string
  /** CPF or CNPJ, without a mask. */
  readonly document: string
  readonly address: string
  readonly district: string
  readonly zipcode: string
  readonly city: string
  readonly state: string
}
/** One boleto and what the bank is to do with it. */
export interface RemittanceOrder {
  readonly movement: RemittedMovement
  /** Nosso número as it is printed: '109/00000012-3'. */
  readonly shown: string
  /** The office's number of the bill. */
  readonly document: string
  /** What the office knows the boleto by; the bank repeats it in its returns. */
  readonly own: string
  readonly due_on: string
  readonly issued_on: string
  readonly cents: number
  /** Percent, as the boleto prints them. */
  readonly fine: number
  readonly interest: number
  /** For payment up to a day, that day included. */
  readonly discount: { readonly cents: number; readonly until: string } | null
  readonly payer: RemittedPayer
}
