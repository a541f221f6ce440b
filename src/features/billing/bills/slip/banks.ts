import { mod10, restByWeights, restOf11 } from '#features/billing/bills/slip/digits.ts'

/** What of an account a bank puts under the bars; only digits, the check digits apart. */
export interface SlipAccount {
  readonly agency: string
  readonly account: string
  readonly account_digit: string
  readonly wallet: string
  readonly agreement: string
}
export type SlipAccountField = keyof SlipAccount

interface NumberedSlip {
  /** The bank's 25 digits. */
  readonly free: string
  /** Nosso número as it is printed. */
  readonly shown: string
}
/** How a bank numbers boletos: what it needs, how many digits each has, and what comes of them. */
interface BankRule {
  /** Each part has a number of digits, or a list of its allowed values. */
  readonly needs: Readonly<Partial<Record<SlipAccountField, number | readonly string[]>>>
  /** Digits of nosso número. */
  readonly digits: number
  readonly number: (account: SlipAccount, nosso: string) => NumberedSlip
  /** What agreement and wallet are called there. */
  readonly hint: string
}

/** What is left of eleven as a digit; a rest below two is 0. */
const plain11 = (rest: number) => (rest < 2 ? '0' : String(11 - rest))

/** Banks whose rule is published and reproduced by published boletos; of the others the free field is theirs to say. */
const rules: Readonly<Record<string, BankRule>> = {
  '001': {
    needs: { agency: 4, account: 8, agreement: 7, wallet: ['11', '17'] },
    digits: 10,
    hint: 'Convênio de 7 algarismos; carteira 11 ou 17',
    number: ({ agreement, wallet }, nosso) => ({
      free: `000000${agreement}${nosso}${wallet}`,
      shown: `${agreement}${nosso}`,
    }),
  },
  '033': {
    needs: { agency: 4, account: 9, agreement: 7, wallet: 3 },
    digits: 12,
    hint: 'Convênio: código do beneficiário, de 7 algarismos; carteira de 3, como 101',
    number: ({ agreement, wallet }, nosso) => {
      const rest = restOf11(nosso)
      const digit = rest === 10 ? '1' : plain11(rest)
      return { free: `9${agreement}${nosso}${digit}0${wallet}`, shown: `${nosso}-${digit}` }
    },
  },
  '237': {
    needs: { agency: 4, account: 7, wallet: 2 },
    digits: 11,
    hint: 'Carteira de 2 algarismos, como 09',
    number: ({ agency, account, wallet }, nosso) => {
      const rest = restOf11(`${wallet}${nosso}`, 7)
      const digit = rest === 1 ? 'P' : plain11(rest)
      return { free: `${agency}${wallet}${nosso}${account}0`, shown: `${wallet}/${nosso}-${digit}` }
    },
  },
  '341': {
    needs: { agency: 4, account: 5, account_digit: 1, wallet: ['109'] },
    digits: 8,
    hint: 'Carteira 109',
    number: ({ agency, account, account_digit, wallet }, nosso) => {
      const digit = mod10(`${agency}${account}${wallet}${nosso}`)
      return {
        free: `${wallet}${nosso}${digit}${agency}${account}${account_digit}000`,
        shown: `${wallet}/${nosso}-${digit}`,
      }
    },
  },
  '756': {
    needs: { agency: 4, account: 10, agreement: 7, wallet: ['1'] },
    digits: 7,
    hint: 'Convênio: código do beneficiário com o dígito, de até 7 algarismos; carteira 1 (modalidade 01)',
    number: ({ agency, agreement, wallet }, nosso) => {
      const digit = plain11(restByWeights(`${agency}${agreement.padStart(10, '0')}${nosso}`, [3, 1, 9, 7]))
      return { free: `${wallet}${agency}01${agreement}${nosso}${digit}001`, shown: `${nosso}-${digit}` }
    },
  },
}
export const ruleOf = (bank: string): BankRule | null => rules[bank] ?? null
/** Codes of the banks that number boletos here. */
export const slipBanks: readonly string[] = Object.keys(rules)

/** Banks by code, as their boletos call them. */
const names: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '033': 'Santander',
  '041': 'Banrisul',
  '077': 'Inter',
  '085': 'Ailos',
  '104': 'Caixa',
  '133': 'Cresol',
  '136': 'Unicred',
  '208': 'BTG Pactual',
  '237': 'Bradesco',
  '260': 'Nubank',
  '336': 'C6 Bank',
  '341': 'Itaú',
  '403': 'Cora',
  '422': 'Safra',
  '461': 'Asaas',
  '748': 'Sicredi',
  '756': 'Sicoob',
}
export const nameOfBank = (bank: string) => names[bank] ?? `Banco ${bank}`

/** '756-0', as beside the bank's name: mod 11; Caixa prints its own 0. */
export function bankWithDigit(bank: string): string {
  const rest = restOf11(bank)
  const digit = bank === '104' || rest === 0 ? '0' : rest === 1 ? 'X' : String(11 - rest)
  return `${bank}-${digit}`
}
