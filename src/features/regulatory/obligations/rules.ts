import { monthlyServices } from '#features/regulatory/anatel/layouts.ts'
import { obligationNames } from '#features/regulatory/obligations/called.ts'
import { cutoffDay, dueDay, fustLegalDay, funttelLegalDay, type Period } from '#parts/period/period.ts'

/** How sure the rule is: official text (A), sources that agree (B), one source (C), usage nobody confirmed (D). */
export type Mark = 'A' | 'B' | 'C' | 'D'

/** A date of every year, 'MM-DD'. */
export interface Yearly {
  readonly opens?: string
  /** The office's own deadline. */
  readonly cutoff?: string
  readonly due: string
  /** Years from the date to the year it speaks of: last year's figures are -1. */
  readonly year: 0 | -1
  /** The half of that year it speaks of. */
  readonly half?: 1 | 2
  /** One of several of a year: the month of its due date names it. */
  readonly one?: true
}
/** Days of a month's obligation, by the month it speaks of. */
interface Monthly {
  readonly due: (of: Period) => string
  readonly cutoff?: (of: Period) => string
}

/** What providers owe the regulator, and when. Data: the calendar is reckoned from it by `duties.ts`. */
export interface Rule {
  readonly id: string
  readonly name: string
  /** For a day of a calendar. */
  readonly short: string
  /** Anatel's numbers of the services that owe it; null for any. */
  readonly services: readonly string[] | null
  /** Slugs of the tax regimes that do not. */
  readonly exempt?: readonly string[]
  /** Only providers with licensed stations. */
  readonly licensed?: true
  /** Paid in a bank: what moves its day when banks are closed, and by which rule. What is none of this is due on the day itself. */
  readonly paid?: string
  readonly when: { readonly monthly: Monthly } | { readonly yearly: readonly Yearly[] } | { readonly once: string }
  /** Due days the rule holds for, first and last; two rules of one id are two ages of it. */
  readonly since?: string
  readonly until?: string
  readonly basis: string
  readonly mark: Mark
  readonly note?: string
  /** Its coleta determines whether it is done. */
  readonly told?: 'coleta'
}

/** Smaller sources and usage: worth a look before one relies on it. */
export const isDoubtful = ({ mark }: Pick<Rule, 'mark'>) => mark === 'C' || mark === 'D'

/** Does a coleta determine whether this obligation is done? Nobody marks it by hand. */
export const isDecidedByColeta = (id: string | null) => rules.some(rule => rule.id === id && rule.told === 'coleta')

const broadband = ['045'] as const
const telecom = [...monthlyServices, '010'] as const
const simples = ['simples-nacional'] as const
const fundPaid = 'paga-se antes, pela Portaria 1.992/2021'
const feesPaid = 'nenhuma regra adia o pagamento, e paga-se antes'
const fees = 'Estações licenciadas em 31 de dezembro; redes só de fibra ou de radiação restrita não pagam.'

export const rules: readonly Rule[] = [
  {
    id: 'acessos',
    name: obligationNames.acessos,
    short: 'Acessos',
    services: monthlyServices,
    when: { monthly: { due: dueDay, cutoff: cutoffDay } },
    since: '2021-02-01',
    basis: 'Resolução 712/2019; Despacho Decisório 16/2020/SUE',
    mark: 'B',
    told: 'coleta',
  },
  {
    id: 'fust',
    name: obligationNames.fust,
    short: 'FUST',
    services: telecom,
    exempt: simples,
    paid: fundPaid,
    when: { monthly: { due: fustLegalDay } },
    basis: 'Lei 9.998/2000; Resolução 729/2020; Portaria 1.992/2021',
    mark: 'B',
    note: 'Mês sem receita também se declara, com zero.',
  },
  {
    id: 'funttel',
    name: obligationNames.funttel,
    short: 'FUNTTEL',
    services: telecom,
    exempt: simples,
    // It was due with FUST until the regulation of October 2024.
    paid: fundPaid,
    when: { monthly: { due: fustLegalDay } },
    until: '2024-10-31',
    basis: 'Lei 10.052/2000',
    mark: 'B',
  },
  {
    id: 'funttel',
    name: obligationNames.funttel,
    short: 'FUNTTEL',
    services: telecom,
    exempt: simples,
    paid: 'vence no último dia útil do mês, pelo regulamento de outubro de 2024',
    when: { monthly: { due: funttelLegalDay } },
    since: '2024-11-01',
    basis: 'Lei 10.052/2000; regulamento de arrecadação de outubro de 2024',
    mark: 'B',
  },
  {
    id: 'economico',
    name: obligationNames.economico,
    short: 'Econômico',
    services: ['045', '750'],
    when: {
      yearly: [
        { opens: '05-01', cutoff: '05-22', due: '05-31', year: -1, half: 2 },
        { opens: '08-01', cutoff: '08-22', due: '08-31', year: 0, half: 1 },
      ],
    },
    basis: 'Despacho Decisório 30/2020/SUE',
    mark: 'C',
    note: 'Confira as janelas de maio e de agosto, e os trimestres de cada uma.',
  },
  {
    id: 'infraestrutura',
    name: obligationNames.infraestrutura,
    short: 'Infraestrutura',
    services: telecom,
    when: { yearly: [{ due: '02-20', year: -1 }] },
    until: '2024-12-31',
    basis: 'Despacho Decisório 6/2021/SUE',
    mark: 'B',
  },
  {
    id: 'infraestrutura',
    name: obligationNames.infraestrutura,
    short: 'Infraestrutura',
    services: telecom,
    when: { yearly: [{ opens: '01-01', due: '03-31', year: -1 }] },
    since: '2025-01-01',
    basis: 'Despacho Decisório 6/2021/SUE, com as mudanças de 2025',
    mark: 'B',
    note: 'As estações precisam existir antes no cadastro da Anatel.',
  },
  {
    id: 'tff',
    name: obligationNames.tff,
    short: 'TFF',
    services: null,
    licensed: true,
    paid: feesPaid,
    when: { yearly: [{ due: '03-31', year: 0 }] },
    basis: 'Lei 5.070/1966',
    mark: 'B',
    note: fees,
  },
  {
    id: 'cfrp',
    name: obligationNames.cfrp,
    short: 'CFRP',
    services: null,
    licensed: true,
    paid: feesPaid,
    when: { yearly: [{ due: '03-31', year: 0 }] },
    basis: 'Lei 11.652/2008',
    mark: 'D',
    note: `${fees} Confira a guia e a base legal.`,
  },
  {
    id: 'condecine',
    name: obligationNames.condecine,
    short: 'Condecine',
    services: null,
    licensed: true,
    paid: feesPaid,
    when: { yearly: [{ due: '03-31', year: 0 }] },
    basis: 'MP 2.228-1/2001; Lei 12.485/2011',
    mark: 'D',
    note: `${fees} Paga-se à ANCINE, por CNPJ e fistel; confira a guia e a base legal.`,
  },
  {
    id: 'ato-distribuidoras',
    name: obligationNames['ato-distribuidoras'],
    short: 'Distribuidoras',
    services: broadband,
    when: { once: '2026-01-31' },
    basis: 'Exigência de distribuidoras, como a CPFL',
    mark: 'C',
    note: 'Confira com cada distribuidora que cede postes.',
  },
  {
    id: 'contratos-de-postes',
    name: obligationNames['contratos-de-postes'],
    short: 'Postes',
    services: broadband,
    when: { once: '2026-03-01' },
    basis: 'Exigência única de 2026',
    mark: 'C',
    note: 'Confira se o provedor usa postes de terceiros.',
  },
  {
    id: 'regularidade-de-rede',
    name: obligationNames['regularidade-de-rede'],
    short: 'Atestado',
    services: broadband,
    when: { once: '2026-03-31' },
    basis: 'Atesto da FENINFRA, exigido a partir de março de 2026',
    mark: 'C',
    note: 'Confira se o provedor contrata terceiros para a rede, e a validade do atestado.',
  },
  {
    id: 'inscricao-estadual',
    name: obligationNames['inscricao-estadual'],
    short: 'Inscrição',
    services: null,
    when: {
      yearly: [
        { opens: '01-01', due: '01-31', year: 0, half: 1 },
        { opens: '06-01', due: '06-30', year: 0, half: 2 },
      ],
    },
    basis: 'Prática de consultorias, em janeiro e junho',
    mark: 'C',
  },
]
