// The files of the yearly collection of infrastructure (Despacho Decisório 6/2021/SUE), each layout as dated data.

/** What is filed, a file for each. */
export const infrastructureKinds = {
  estacoes: { name: 'Estações', file: 'ESTACOES' },
  proprios: { name: 'Enlaces próprios', file: 'ENLACES_PROPRIOS' },
  contratados: { name: 'Enlaces contratados', file: 'ENLACES_CONTRATADOS' },
  satelites: { name: 'Enlaces de satélite', file: 'ENLACES_SATELITE' },
} as const
export type InfrastructureKind = keyof typeof infrastructureKinds

/** How sure we are: consultancies agreed on it, only some file it so, or nobody has shown its header. */
export const layoutStates = {
  legado: { name: 'Legado', said: 'layout de 2021 a 2024, como as consultorias o enviavam: confira antes de enviar.' },
  conferir: { name: 'A conferir', said: 'layout não confirmado pela Anatel: confira antes de enviar.' },
  rascunho: {
    name: 'Rascunho',
    said: 'ninguém publicou o cabeçalho de 2025. Os nomes das colunas são um rascunho: confira com o exemplo do site antes de enviar.',
  },
} as const
export type LayoutState = keyof typeof layoutStates

/** Layouts that go together, and the years of reference they hold. Until 2024 what was filed in February spoke of the year before. */
export const layoutFamilies = {
  '2025': { name: 'De 2025 em diante', from: 2024, until: null },
  '2021': { name: 'Legado, de 2021 a 2024', from: 2020, until: 2023 },
} as const
export type LayoutFamily = keyof typeof layoutFamilies

/** What the rest of the product calls each column, whatever a layout writes. */
export type InfrastructureColumn =
  | 'cnpj'
  | 'year'
  | 'station'
  | 'number'
  | 'lat'
  | 'lng'
  | 'ibge'
  | 'address'
  | 'opening'
  | 'type'
  | 'own'
  | 'contracted'
  | 'satellite'
  | 'from'
  | 'to'
  | 'link'
  | 'medium'
  | 'capacity'
  | 'swap'
  | 'wkt'
  | 'srid'
  | 'supplier'
  | 'satellite_code'
  | 'uplink'
  | 'downlink'
  | 'uplink_mhz'
  | 'uplink_mbps'
  | 'downlink_mhz'
  | 'downlink_mbps'

export interface InfrastructureLayout {
  readonly id: string
  readonly kind: InfrastructureKind
  readonly family: LayoutFamily
  readonly standing: LayoutState
  /** In their order: what each holds, and what the header says. */
  readonly columns: readonly (readonly [name: InfrastructureColumn, header: string])[]
}

const begin = [
  ['cnpj', 'CNPJ'],
  ['year', 'ANO'],
] as const
const ends = [
  ['from', 'ESTACAO_A_ID'],
  ['to', 'ESTACAO_B_ID'],
] as const

/** The stations as the agency's example file has them since the filing of 2025; the envelope is that of the monthly files. */
const stations2025: InfrastructureLayout = {
  id: 'estacoes-2025',
  kind: 'estacoes',
  family: '2025',
  standing: 'conferir',
  columns: [
    ...begin,
    ['station', 'ID_ESTACAO'],
    ['number', 'NU_ESTACAO_BDTA_ANATEL'],
    ['lat', 'LAT'],
    ['lng', 'LONG'],
    ['ibge', 'CO_MUNICIPIO_IBGE'],
    ['address', 'ENDERECO'],
    ['opening', 'SN_ABERTURA'],
    ['type', 'TP_ESTACAO'],
    ['own', 'SN_ENLACE_PROPRIO'],
    ['contracted', 'SN_ENLACE_CONTRATADO'],
    ['satellite', 'SN_ENLACE_SATELITE'],
  ],
}
/** The 2023 consultation describes these columns; their headers are derived as those of stations. */
const own2025: InfrastructureLayout = {
  id: 'proprios-2025',
  kind: 'proprios',
  family: '2025',
  standing: 'rascunho',
  columns: [
    ...begin,
    ['link', 'ID_ENLACE'],
    ['from', 'ID_ESTACAO_A'],
    ['to', 'ID_ESTACAO_B'],
    ['medium', 'TP_MEIO'],
    ['capacity', 'NU_CAPACIDADE_NOMINAL_GBPS'],
    ['swap', 'SN_SWAP'],
    ['wkt', 'GEOMETRIA_WKT'],
    ['srid', 'SRID'],
  ],
}
const contracted2025: InfrastructureLayout = {
  id: 'contratados-2025',
  kind: 'contratados',
  family: '2025',
  standing: 'rascunho',
  columns: [
    ...begin,
    ['link', 'ID_ENLACE'],
    ['from', 'ID_ESTACAO_A'],
    ['to', 'ID_ESTACAO_B'],
    ['medium', 'TP_MEIO'],
    ['capacity', 'NU_CAPACIDADE_NOMINAL_GBPS'],
    ['supplier', 'NU_CNPJ_PRESTADORA'],
  ],
}
const stations2021: InfrastructureLayout = {
  id: 'estacoes-2021',
  kind: 'estacoes',
  family: '2021',
  standing: 'legado',
  columns: [
    ...begin,
    ['station', 'ID'],
    ['number', 'NUMESTACAO'],
    ['lat', 'LAT'],
    ['lng', 'LONG'],
    ['ibge', 'COD_IBGE'],
    ['address', 'ENDERECO'],
    ['opening', 'ABERTURA'],
  ],
}
const own2021: InfrastructureLayout = {
  id: 'proprios-2021',
  kind: 'proprios',
  family: '2021',
  standing: 'legado',
  columns: [
    ...begin,
    ...ends,
    ['link', 'ENLACES_PROPRIOS_TERRESTRES_ID'],
    ['medium', 'ENLACES_PROPRIOS_TERRESTRES_MEIO'],
    ['capacity', 'ENLACES_PROPRIOS_TERRESTRES_C_NOMINAL'],
    ['swap', 'ENLACES_PROPRIOS_TERRESTRES_SWAP'],
    ['wkt', 'GEOMETRIA_WKT'],
    ['srid', 'SRID'],
  ],
}
const contracted2021: InfrastructureLayout = {
  id: 'contratados-2021',
  kind: 'contratados',
  family: '2021',
  standing: 'legado',
  columns: [
    ...begin,
    ...ends,
    ['link', 'ENLACES_CONTRATADOS_ID'],
    ['medium', 'ENLACES_CONTRATADOS_MEIO'],
    ['supplier', 'ENLACES_CONTRATADOS_PRESTADORA'],
  ],
}
const satellites2021: InfrastructureLayout = {
  id: 'satelites-2021',
  kind: 'satelites',
  family: '2021',
  standing: 'legado',
  columns: [
    ...begin,
    ['from', 'ESTACAO_A_ID'],
    ['link', 'ENLACES_SATELITES_ID'],
    ['satellite_code', 'ENLACES_SATELITES_COD_SATELITE'],
    ['uplink', 'ENLACES_SATELITES_FREQ_CENTRAL_CANAL_UPLINK_MHZ'],
    ['downlink', 'ENLACES_SATELITES_FREQ_CENTRAL_CANAL_DOWNLINK_MHZ'],
    ['uplink_mhz', 'ENLACES_SATELITES_CAP_USO_CANAL_UPLINK_MHZ'],
    ['uplink_mbps', 'ENLACES_SATELITES_CAP_USO_CANAL_UPLINK_MBPS'],
    ['downlink_mhz', 'ENLACES_SATELITES_CAP_USO_CANAL_DOWNLINK_MHZ'],
    ['downlink_mbps', 'ENLACES_SATELITES_CAP_USO_CANAL_DOWNLINK_MBPS'],
  ],
}

/** Lists all layouts of yearly files; since 2025 only the station reports a satellite. */
export const infrastructureLayouts: readonly InfrastructureLayout[] = [
  stations2025,
  own2025,
  contracted2025,
  stations2021,
  own2021,
  contracted2021,
  satellites2021,
]

/** Lists the families valid for a year, the required first: the site may still accept the older. */
export function familiesFor(year: number): readonly LayoutFamily[] {
  return year >= layoutFamilies['2025'].from ? ['2025', '2021'] : ['2021']
}
export const layoutsIn = (family: LayoutFamily) => infrastructureLayouts.filter(layout => layout.family === family)
export const headersOf = ({ columns }: Pick<InfrastructureLayout, 'columns'>) => columns.map(([, header]) => header)

/** Lists the media a link may have. */
export const linkMedia: readonly string[] = ['fibra', 'radio', 'cabo_metalico']
export const satelliteMedium = 'satelite'
