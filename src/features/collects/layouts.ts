/** The lookups whose tokens Anatel's files write. */
export type TokenColumn = 'TIPO_CLIENTE' | 'TIPO_ATENDIMENTO' | 'TIPO_MEIO' | 'TIPO_PRODUTO' | 'TIPO_TECNOLOGIA'
export type ColumnName = 'CNPJ' | 'ANO' | 'MES' | 'COD_IBGE' | TokenColumn | 'VELOCIDADE' | 'ACESSOS'

export interface Column {
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
  readonly title: string
  /** Anatel's code of the service. */
  readonly service: string
  /** The months it was current, 'AAAA-MM'; null while it is. */
  readonly from: string
  readonly until: string | null
  /** Older layouts are read, never written. */
  readonly written: boolean
  readonly columns: readonly Column[]
}

const column = (name: ColumnName, type: Column['type'], size: number): Column => ({
  name,
  header: name,
  type,
  size,
  required: true,
})

/** Anatel, sistema Coletas, "Acessos - SCM": every column is required. VELOCIDADE in Mbps. */
export const scm: Layout = {
  id: 'scm',
  title: 'Acessos - SCM',
  service: '045',
  from: '2022-06',
  until: null,
  written: true,
  columns: [
    column('CNPJ', 'text', 14),
    column('ANO', 'integer', 4),
    column('MES', 'integer', 2),
    column('COD_IBGE', 'integer', 7),
    column('TIPO_CLIENTE', 'token', 2),
    column('TIPO_ATENDIMENTO', 'token', 6),
    column('TIPO_MEIO', 'token', 20),
    column('TIPO_PRODUTO', 'token', 30),
    column('TIPO_TECNOLOGIA', 'token', 25),
    column('VELOCIDADE', 'speed', 31),
    column('ACESSOS', 'integer', 8),
  ],
}

/** The DICI of 2021: the same columns, the last under an older name. */
export const scm2021: Layout = {
  ...scm,
  id: 'scm-2021',
  title: 'Acessos - SCM (DICI 2021)',
  from: '2021-02',
  until: '2022-05',
  written: false,
  columns: scm.columns.map(each => (each.name === 'ACESSOS' ? { ...each, header: 'QT_ACESSOS' } : each)),
}

/** Every layout an imported file may follow, the current one first. */
export const scmLayouts: readonly Layout[] = [scm, scm2021]

export const headerOf = (layout: Layout) => layout.columns.map(({ header }) => header)

const usual: Readonly<Record<string, readonly string[]>> = {
  fibra: ['FTTH', 'FTTB', 'ETHERNET'],
  radio: ['Wi-Fi', 'ETHERNET', 'FWA', 'LTE', 'NR', 'WIMAX'],
  cabo_metalico: ['xDSL', 'ETHERNET'],
  cabo_coaxial: ['HFC', 'Cable Modem'],
  satelite: ['VSAT', 'DTH'],
}
const paired = new Set(Object.values(usual).flat())

/** Whether a technology is rarely seen on a medium. Of tokens outside the table nothing is said. */
export const isUnusualPair = (medium: string, technology: string) =>
  paired.has(technology) && usual[medium]?.includes(technology) === false
