import { digitsAt, wordsAt, type ColumnField } from '#features/billing/bills/remittance/columns.ts'
import type { RemittanceFacts, RemittanceOrder, RemittedAccount } from '#features/billing/bills/remittance/orders.ts'

// How the remittance of each bank differs from Febraban's layout, as data. The source of a column is the manual that its bank's entry
// names, read in the copies that the public project eduardokum/laravel-boleto stores under `manuais/`; what no manual states is listed
// in `doubts`, which the screen shows as "a conferir com o banco".

/** What a bank charges after the due day, and in which unit it takes the rate. */
interface LateTerms {
  /** Code of "no interest" in column 118 of segment P. */
  readonly none: string
  /** Code of the interest that is charged. */
  readonly code: string
  readonly by: 'month' | 'day'
  /** Days from the due day to the day written for interest, and for the fine. */
  readonly interestFrom: 0 | 1
  readonly fineFrom: 0 | 1
}
export type RemittanceNeed = Exclude<keyof RemittedAccount, 'agency' | 'account' | 'wallet'>
export interface RemittanceLayout {
  readonly manual: string
  /** What no manual that was read states: the office checks it with the bank. */
  readonly doubts: readonly string[]
  /** What an account must have besides what its boletos need. */
  readonly needs: readonly RemittanceNeed[]
  /** The bank's own name in the header. */
  readonly name: string
  readonly versions: { readonly file: string; readonly lot: string }
  /** The agreement, twenty columns of both headers. */
  readonly agreement: (account: RemittedAccount) => string
  /** Identification of the title, twenty columns of segment P from 38 on. */
  readonly title: (account: RemittedAccount, shown: string) => string
  /** Column 58 of segment P. */
  readonly portfolio: (account: RemittedAccount) => string
  /** "Duplicata de serviço" in the bank's table: boletos print DS. */
  readonly species: string
  readonly late: LateTerms
  /** False: segment Q is only for new titles. */
  readonly repeatsPayer: boolean
  /** True: a movement other than the registration states only what identifies the title. */
  readonly isSpare: boolean
  /** False: the lot's trailer has no count and sum of titles. */
  readonly hasSums: boolean
  /** Columns that the bank has elsewhere, or otherwise. */
  readonly own: {
    readonly file?: (facts: RemittanceFacts) => readonly ColumnField[]
    readonly lot?: (facts: RemittanceFacts) => readonly ColumnField[]
    readonly P?: (facts: RemittanceFacts, order: RemittanceOrder) => readonly ColumnField[]
    readonly Q?: () => readonly ColumnField[]
    readonly R?: () => readonly ColumnField[]
  }
}

const onlyDigits = (shown: string) => shown.replace(/\D/g, '')
/** Charges by month from the day after the due day; "no interest" is 3 (Febraban 10.06, C018 and C019). */
const monthly = { none: '3', code: '2', by: 'month', interestFrom: 1, fineFrom: 1 } as const satisfies LateTerms

/** Agency and account of Itaú: four and five digits with zeros before them, and their common check digit. Columns from `at` on. */
const itauAccount = (at: number, { agency, account, account_digit }: RemittedAccount) => [
  digitsAt(at, at + 4, agency),
  wordsAt(at + 5, at + 5),
  digitsAt(at + 6, at + 17, account),
  wordsAt(at + 18, at + 18),
  digitsAt(at + 19, at + 19, account_digit),
]

const layouts: Readonly<Record<string, RemittanceLayout>> = {
  '001': {
    manual: 'Banco do Brasil, Particularidades BB, Leiaute CNAB 240, agosto de 2017',
    doubts: ['A carteira 17 é enviada como cobrança simples.'],
    needs: ['agency_digit', 'account_digit', 'wallet_variation'],
    name: 'BANCO DO BRASIL S.A.',
    versions: { file: '083', lot: '042' },
    // 07.0 and 11.1: nine digits of the agreement, 0014 (cobrança cedente), wallet and its variation.
    agreement: ({ agreement, wallet, wallet_variation }) =>
      `${agreement.padStart(9, '0')}0014${wallet.padStart(2, '0')}${wallet_variation.padStart(3, '0')}`,
    // 13.3P, agreements of seven digits: agreement and ten digits, to the left.
    title: (_, shown) => onlyDigits(shown),
    // 14.3P.
    portfolio: ({ wallet }) => (wallet === '17' ? '7' : '1'),
    species: '04',
    late: monthly,
    repeatsPayer: true,
    isSpare: false,
    hasSums: false,
    own: {
      // 38.3P and 39.3P are not read by the bank: zeros.
      P: () => [digitsAt(224, 227, 0)],
    },
  },
  '033': {
    manual: 'Santander, H7815, versão 2.9, abril de 2018',
    doubts: [
      'O dígito da agência vai como 0 quando não está na conta corrente.',
      'Só a carteira 101 é enviada como cobrança rápida com registro; as demais, como cobrança simples.',
    ],
    needs: ['account_digit', 'transmission_code'],
    name: 'BANCO SANTANDER',
    versions: { file: '040', lot: '030' },
    agreement: () => '',
    title: (_, shown) => onlyDigits(shown).padStart(13, '0'),
    // Nota 5.
    portfolio: ({ wallet }) => (wallet === '101' ? '5' : '1'),
    species: '04',
    // Notas 21, 22 and 33. The rate by month has two decimals in the table and five in nota 18: the amount by day is free of doubt.
    late: { none: '3', code: '1', by: 'day', interestFrom: 0, fineFrom: 0 },
    // Nota 13.
    repeatsPayer: false,
    isSpare: false,
    hasSums: false,
    own: {
      file: ({ company, account }) => [
        wordsAt(9, 16),
        digitsAt(17, 17, 2),
        digitsAt(18, 32, company.cnpj),
        digitsAt(33, 47, account.transmission_code),
        wordsAt(48, 72),
        wordsAt(152, 157),
        wordsAt(167, 240),
      ],
      lot: ({ account }) => [
        wordsAt(34, 53),
        digitsAt(54, 68, account.transmission_code),
        wordsAt(69, 73),
        wordsAt(200, 240),
      ],
      P: ({ account }, { shown }) => [
        digitsAt(18, 21, account.agency),
        digitsAt(22, 22, account.agency_digit || 0),
        digitsAt(23, 31, account.account),
        digitsAt(32, 32, account.account_digit),
        // Accounts of funds (FIDC), which the office has none of.
        digitsAt(33, 42, 0),
        wordsAt(43, 44),
        digitsAt(45, 57, onlyDigits(shown)),
        wordsAt(61, 62),
        // Notas 25 to 27: no protest, the profile's rule of write-off, reais.
        digitsAt(221, 223, 0),
        digitsAt(224, 224, 3),
        digitsAt(225, 229, 0),
        wordsAt(230, 240),
      ],
      // Nota 28: no carnê.
      Q: () => [digitsAt(210, 221, 0), wordsAt(222, 240)],
      R: () => [wordsAt(42, 65), wordsAt(90, 99), wordsAt(180, 240)],
    },
  },
  '237': {
    manual: 'Bradesco, 4008.524.0339, versão 06, julho de 2017',
    doubts: ['O código do convênio vai alinhado à direita, com zeros: o manual só diz que tem 20 posições.'],
    needs: ['agency_digit', 'account_digit', 'agreement'],
    name: 'BRADESCO',
    versions: { file: '084', lot: '042' },
    agreement: ({ agreement }) => agreement.padStart(20, '0'),
    // 13.3P and G069: wallet in three digits, five zeros, eleven digits and the check digit.
    title: ({ wallet }, shown) =>
      `${wallet.padStart(3, '0')}00000${shown.slice(shown.indexOf('/') + 1).replace('-', '')}`,
    portfolio: () => '1',
    species: '04',
    late: monthly,
    repeatsPayer: true,
    isSpare: false,
    hasSums: true,
    own: {},
  },
  '341': {
    manual: 'Itaú, Cobrança FEBRABAN 240, janeiro de 2017',
    doubts: [],
    needs: [],
    name: 'BANCO ITAU SA',
    versions: { file: '040', lot: '030' },
    agreement: () => '',
    // Wallet, eight digits, check digit.
    title: (_, shown) => onlyDigits(shown),
    portfolio: () => '0',
    // Nota 11.
    species: '08',
    // Nota 13: reais by day; columns 118 and 142 are zeros.
    late: { none: '0', code: '0', by: 'day', interestFrom: 1, fineFrom: 1 },
    repeatsPayer: true,
    // Nota 4, A.
    isSpare: true,
    hasSums: true,
    own: {
      file: ({ account }) => [...itauAccount(53, account), wordsAt(172, 225), digitsAt(226, 228, 0), wordsAt(229, 240)],
      lot: ({ account }) => [digitsAt(12, 13, 0), ...itauAccount(54, account)],
      P: ({ account }, { document, movement }) => [
        ...itauAccount(18, account),
        digitsAt(58, 62, 0),
        wordsAt(63, 77, movement === '01' ? document.slice(0, 10) : ''),
        digitsAt(106, 106, 0),
        digitsAt(142, 142, 0),
        // Notas 18 and 19: no protest, no write-off by the file.
        digitsAt(221, 221, movement === '01' ? 3 : 0),
        digitsAt(224, 239, 0),
      ],
      Q: () => [wordsAt(64, 73), digitsAt(154, 169, 0), digitsAt(210, 212, 0), wordsAt(213, 240)],
    },
  },
  '756': {
    manual: 'Sicoob, Layouts para troca de informações, CNAB 240, fevereiro de 2017',
    doubts: [],
    needs: ['agency_digit', 'account_digit'],
    name: 'SICOOB',
    versions: { file: '081', lot: '040' },
    agreement: () => '',
    // 13.3P: ten digits with the check digit, one instalment, modality 01, form A4 without envelope.
    title: (_, shown) => `${onlyDigits(shown).padStart(10, '0')}01014`,
    portfolio: ({ wallet }) => wallet,
    species: '04',
    // 27.3P to 29.3P and 14.3R to 16.3R: the due day itself is written.
    late: { none: '0', code: '2', by: 'month', interestFrom: 0, fineFrom: 0 },
    repeatsPayer: true,
    isSpare: false,
    hasSums: true,
    own: {
      file: () => [digitsAt(72, 72, 0), wordsAt(172, 240)],
      // 15.3P, 16.3P, 38.3P and 39.3P.
      P: () => [digitsAt(59, 59, 0), wordsAt(60, 60), digitsAt(224, 224, 0), wordsAt(225, 227)],
    },
  },
}
export const remittanceLayoutOf = (bank: string): RemittanceLayout | null => layouts[bank] ?? null
export const remittingBanks: readonly string[] = Object.keys(layouts)
