import type { Period } from '#parts/period/period.ts'

/** The lookups whose tokens Anatel's files write. */
export const tokenColumns = [
  'TIPO_CLIENTE',
  'TIPO_ATENDIMENTO',
  'TIPO_MEIO',
  'TIPO_PRODUTO',
  'TIPO_TECNOLOGIA',
] as const
export type TokenColumn = (typeof tokenColumns)[number]

export interface Sigla {
  readonly name: string
  /** As Anatel writes it. */
  readonly term: string | null
}
/** Maps the ids of each column to siglas. */
export type Siglas = Readonly<Record<TokenColumn, ReadonlyMap<number, Sigla>>>

export type ColumnName = 'CNPJ' | 'ANO' | 'MES' | 'UF' | 'COD_IBGE' | TokenColumn | 'VELOCIDADE' | 'ACESSOS'

export interface LayoutColumn {
  /** What the rest of the product calls it, whatever the layout writes. */
  readonly name: ColumnName
  /** What this layout's header says. */
  readonly header: string
  readonly type: 'text' | 'integer' | 'token' | 'speed'
  /** Characters at most. */
  readonly size: number
  readonly required: true
}

export interface Layout {
  readonly id: string
  /** How a file's name says it: 'SCM'. */
  readonly name: string
  readonly title: string
  /** Anatel's code of the service. */
  readonly service: string
  /** The months it was current, 'AAAA-MM'; null while it is. */
  readonly from: string
  readonly until: string | null
  /** Older layouts are read, never written. */
  readonly written: boolean
  /** Anatel's own text confirms it; if false, the written file comes with a warning. */
  readonly confirmed: boolean
  readonly columns: readonly LayoutColumn[]
}

const column = (name: ColumnName, type: LayoutColumn['type'], size: number): LayoutColumn => ({
  name,
  header: name,
  type,
  size,
  required: true,
})
const knownLayouts = {
  CNPJ: column('CNPJ', 'text', 14),
  ANO: column('ANO', 'integer', 4),
  MES: column('MES', 'integer', 2),
  UF: column('UF', 'text', 2),
  COD_IBGE: column('COD_IBGE', 'integer', 7),
  TIPO_CLIENTE: column('TIPO_CLIENTE', 'token', 2),
  TIPO_ATENDIMENTO: column('TIPO_ATENDIMENTO', 'token', 6),
  TIPO_MEIO: column('TIPO_MEIO', 'token', 20),
  TIPO_PRODUTO: column('TIPO_PRODUTO', 'token', 30),
  TIPO_TECNOLOGIA: column('TIPO_TECNOLOGIA', 'token', 25),
  VELOCIDADE: column('VELOCIDADE', 'speed', 31),
  ACESSOS: column('ACESSOS', 'integer', 8),
} satisfies Record<ColumnName, LayoutColumn>
/** What people call each column. */
export const meanings: Readonly<Record<ColumnName, string>> = {
  CNPJ: 'CNPJ do provedor',
  ANO: 'Ano',
  MES: 'Mês',
  UF: 'Estado',
  COD_IBGE: 'Município',
  TIPO_CLIENTE: 'Tipo de cliente',
  TIPO_ATENDIMENTO: 'Atendimento',
  TIPO_MEIO: 'Meio de acesso',
  TIPO_PRODUTO: 'Produto',
  TIPO_TECNOLOGIA: 'Tecnologia',
  VELOCIDADE: 'Velocidade',
  ACESSOS: 'Acessos',
}
export const columnNames = Object.keys(knownLayouts).filter((name): name is ColumnName => name in knownLayouts)
const columns = (...names: readonly ColumnName[]) => names.map(name => knownLayouts[name])

/** The DICI of 2021: the same columns, the last under an older name. */
const asIn2021 = (layout: Layout): Layout => ({
  ...layout,
  id: `${layout.id}-2021`,
  title: `${layout.title} (DICI 2021)`,
  from: '2021-02',
  until: '2022-05',
  written: false,
  columns: layout.columns.map(each => (each.name === 'ACESSOS' ? { ...each, header: 'QT_ACESSOS' } : each)),
})

/** Anatel, sistema Coletas, "Acessos - SCM": every column is required. VELOCIDADE in Mbps. */
export const scm: Layout = {
  id: 'scm',
  name: 'SCM',
  title: 'Acessos - SCM',
  service: '045',
  from: '2022-06',
  until: null,
  written: true,
  confirmed: true,
  columns: columns(
    'CNPJ',
    'ANO',
    'MES',
    'COD_IBGE',
    'TIPO_CLIENTE',
    'TIPO_ATENDIMENTO',
    'TIPO_MEIO',
    'TIPO_PRODUTO',
    'TIPO_TECNOLOGIA',
    'VELOCIDADE',
    'ACESSOS',
  ),
}
export const scm2021 = asIn2021(scm)

/** Fixed telephony, as consultancies file it today: Anatel's own text of its columns was not found. */
export const stfc: Layout = {
  ...scm,
  id: 'stfc',
  name: 'STFC',
  title: 'Acessos - STFC',
  service: '171',
  confirmed: false,
  columns: columns('CNPJ', 'ANO', 'MES', 'UF', 'COD_IBGE', 'TIPO_CLIENTE', 'TIPO_ATENDIMENTO', 'TIPO_MEIO', 'ACESSOS'),
}

/** Pay television (SeAC), as consultancies file it today: Anatel's own text of its columns was not found. */
export const tvpa: Layout = {
  ...scm,
  id: 'tvpa',
  name: 'TVPA',
  title: 'Acessos - TVPA (SeAC)',
  service: '750',
  confirmed: false,
  columns: columns('CNPJ', 'ANO', 'MES', 'COD_IBGE', 'TIPO_CLIENTE', 'TIPO_MEIO', 'TIPO_TECNOLOGIA', 'ACESSOS'),
}
export const tvpa2021 = asIn2021(tvpa)

/** Every monthly layout; of a service, the current one first. */
export const layouts: readonly Layout[] = [scm, scm2021, stfc, tvpa, tvpa2021]
/** Anatel's services with a file every month. */
export const monthlyServices: readonly string[] = [...new Set(layouts.map(({ service }) => service))]

/** Every layout an imported file of a service may follow, the current one first. */
export const layoutsOf = (service: string | null) => layouts.filter(layout => layout.service === service)

/** The layout a service's file of a month is written in; null when there is none. */
export function layoutFor(service: string | null, { year, month }: Period): Layout | null {
  const at = `${year}-${String(month).padStart(2, '0')}`
  const current = ({ written, from, until }: Layout) => written && from <= at && (until === null || at <= until)
  return layoutsOf(service).find(current) ?? null
}

/** Maps an access's fields, in the form's order, to the layout's columns. */
export const layoutNames = {
  client_type: 'TIPO_CLIENTE',
  attendance_type: 'TIPO_ATENDIMENTO',
  attendance_middle: 'TIPO_MEIO',
  product_type: 'TIPO_PRODUTO',
  technology_type: 'TIPO_TECNOLOGIA',
  speed: 'VELOCIDADE',
  amount: 'ACESSOS',
} as const satisfies Readonly<Record<string, ColumnName>>
export type AccessField = keyof typeof layoutNames
const everything = Object.keys(layoutNames).filter((key): key is AccessField => key in layoutNames)

/** Lists the fields an access needs in a month, in the form's order; all of them without a layout. */
export function requiredFields(service: string | null, period: Period): readonly AccessField[] {
  const layout = layoutFor(service, period)
  return layout ? layoutFields(layout) : everything
}
/** What of an access a layout has a column for, in the order of the form. */
export const layoutFields = (layout: Layout): readonly AccessField[] =>
  everything.filter(key => has(layout, layoutNames[key]))

/** Names the layouts without this column; a service without a layout needs every column. */
export const layoutsWithout = (key: AccessField) =>
  layouts.filter(layout => layout.written && !has(layout, layoutNames[key])).map(({ name }) => name)

export const headerOf = (layout: Layout) => layout.columns.map(({ header }) => header)
export const has = (layout: Layout, name: ColumnName) => layout.columns.some(each => each.name === name)

const usual: Readonly<Record<string, readonly string[]>> = {
  fibra: ['FTTH', 'FTTB', 'ETHERNET'],
  radio: ['Wi-Fi', 'ETHERNET', 'FWA', 'LTE', 'NR', 'WIMAX'],
  cabo_metalico: ['xDSL', 'ETHERNET'],
  cabo_coaxial: ['HFC', 'Cable Modem'],
  satelite: ['VSAT', 'DTH'],
}
const paired = new Set(Object.values(usual).flat())

/** True if a technology is rare on a medium. Tokens outside the table never are. */
export const isUnusualPair = (medium: string, technology: string) =>
  paired.has(technology) && usual[medium]?.includes(technology) === false
