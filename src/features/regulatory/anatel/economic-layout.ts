/** Describes a layout of the semestral economic-financial file: title, validity and columns. */
export interface EconomicLayout {
  readonly id: string
  readonly title: string
  /** The quarters it was current, by the month they end in: 'AAAA-MM'; null while it is. */
  readonly from: string
  readonly until: string | null
  readonly written: boolean
  /** Anatel's own text confirms all of it; if false, the written file comes with a warning. */
  readonly confirmed: boolean
  readonly header: readonly string[]
}

/** As two who file it agree on; CN and the punctuation of the CNPJ they do not. */
export const economic: EconomicLayout = {
  id: 'economico',
  title: 'Econômico-financeiro',
  from: '2022-03',
  until: null,
  written: true,
  confirmed: false,
  header: ['CN', 'DADO_INFORMADO', 'SERVICO', 'UNIDADE_DA_FEDERACAO_UF', 'VALORES', 'CNPJ', 'DATA'],
}

/** The 2021 layout has no area code and no date. It is here to explain old files; new ones do not use it. */
const economic2021: EconomicLayout = {
  ...economic,
  id: 'economico-2021',
  title: 'Econômico-financeiro (DICI 2021)',
  from: '2021-03',
  until: '2021-12',
  written: false,
  header: ['DADO_INFORMADO', 'SERVICO', 'UNIDADE_DA_FEDERACAO_UF', 'VALORES', 'CNPJ'],
}
export const economicLayouts: readonly EconomicLayout[] = [economic, economic2021]

/** The layout the file of a quarter, by its last month 'AAAA-MM', is written in; null when there is none. */
export const economicLayoutAt = (at: string) =>
  economicLayouts.find(({ written, from, until }) => written && from <= at && at <= (until ?? at)) ?? null

/** How the file says a service, by Anatel's code: the fixed telephony of small providers owes none. */
export const economicServices = { '045': 'SCM', '750': 'SeAC' } as const
export type EconomicService = (typeof economicServices)[keyof typeof economicServices]

/** The three figures of a state in a quarter, as the file names them and as people do. */
export const indicators = {
  rol: { name: 'Receita_Operacional_Líquida_ROL', label: 'ROL (R$)' },
  capex: { name: 'Capital_Expenditure_CAPEX', label: 'CAPEX (R$)' },
  traffic: { name: 'Tráfego_Dados_Total_MB', label: 'Tráfego (MB)' },
} as const
export type Indicator = keyof typeof indicators
export const indicatorNames = ['rol', 'capex', 'traffic'] as const satisfies readonly Indicator[]

/** A state's three figures of a quarter: reais, reais, MB. */
export interface Figures {
  readonly service: EconomicService
  readonly state: string
  readonly quarter: number
  readonly rol: number
  readonly capex: number
  readonly traffic: number
}
