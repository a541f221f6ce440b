import { stationNumber } from '#kernel/brasil.ts'
import {
  layoutsIn,
  linkMedia,
  satelliteMedium,
  type LayoutFamily,
} from '#features/regulatory/anatel/infrastructure-layouts.ts'
import {
  isWritableCell,
  typeInFile,
  type FiledConnection,
  type FiledNetwork,
  type FiledStation,
} from '#features/regulatory/infrastructure/network.ts'

// What the yearly files will hold, and what will not be in them and why: nothing is mended or left out in silence.

/** What is wrong with some rows: they stay out, or go and are to be looked at. `of` says of what. */
export const filingRules = {
  'fora-de-uso': { out: true, of: 'estacoes', one: 'estação inativa', many: 'estações inativas' },
  repetidas: { out: true, of: 'estacoes', one: 'com nome repetido', many: 'com nome repetido' },
  places: { out: true, of: 'estacoes', one: 'sem coordenadas', many: 'sem coordenadas' },
  abroad: {
    out: true,
    of: 'estacoes',
    one: 'em nenhum município: fora do Brasil, ou no mar sem que se diga',
    many: 'em nenhum município: fora do Brasil, ou no mar sem que se diga',
  },
  municipio: { out: true, of: 'estacoes', one: 'sem município', many: 'sem município' },
  openings: { out: true, of: 'estacoes', one: 'sem dizer se tem abertura', many: 'sem dizer se têm abertura' },
  types: { out: true, of: 'estacoes', one: 'sem tipo', many: 'sem tipo' },
  escrita: {
    out: true,
    of: 'estacoes',
    one: 'com ponto e vírgula, aspas ou quebra de linha no nome, no número ou no endereço',
    many: 'com ponto e vírgula, aspas ou quebra de linha no nome, no número ou no endereço',
  },
  towns: { out: false, of: 'estacoes', one: 'fora do seu município', many: 'fora do seu município' },
  numbers: { out: false, of: 'estacoes', one: 'sem número', many: 'sem número' },
  'odd-numbers': { out: false, of: 'estacoes', one: 'com número a conferir', many: 'com número a conferir' },
  endereco: { out: false, of: 'estacoes', one: 'sem endereço', many: 'sem endereço' },
  licences: { out: false, of: 'estacoes', one: 'com licença vencida', many: 'com licença vencida' },
  vizinhas: { out: false, of: 'estacoes', one: 'a menos de 30 m de outra', many: 'a menos de 30 m de outra' },
  isoladas: { out: false, of: 'estacoes', one: 'ponta de enlace sem enlace', many: 'pontas de enlace sem enlace' },
  inativas: { out: true, of: 'enlaces', one: 'conexão inativa', many: 'conexões inativas' },
  inexistentes: { out: true, of: 'enlaces', one: 'ainda não existe', many: 'ainda não existem' },
  pontas: {
    out: true,
    of: 'enlaces',
    one: 'com uma ponta que não vai no arquivo de estações',
    many: 'com uma ponta que não vai no arquivo de estações',
  },
  meio: {
    out: true,
    of: 'enlaces',
    one: 'sem meio que o arquivo tenha (fibra, rádio ou cabo metálico)',
    many: 'sem meio que o arquivo tenha (fibra, rádio ou cabo metálico)',
  },
  capacidade: { out: true, of: 'enlaces', one: 'sem capacidade', many: 'sem capacidade' },
  prestadora: {
    out: true,
    of: 'enlaces',
    one: 'contratado, sem o CNPJ de quem fornece',
    many: 'contratados, sem o CNPJ de quem fornece',
  },
  satelite: {
    out: true,
    of: 'enlaces',
    one: 'por satélite: o código, as frequências e as capacidades do canal não estão no cadastro',
    many: 'por satélite: o código, as frequências e as capacidades do canal não estão no cadastro',
  },
  mbps: {
    out: false,
    of: 'enlaces',
    one: 'com capacidade que parece estar em Mbps',
    many: 'com capacidade que parece estar em Mbps',
  },
  abertas: {
    out: false,
    of: 'enlaces',
    one: 'de propriedade ainda não finalizada',
    many: 'de propriedades ainda não finalizadas',
  },
} as const satisfies Readonly<Record<string, { out: boolean; of: 'estacoes' | 'enlaces'; one: string; many: string }>>
export type FilingRule = keyof typeof filingRules

export interface FilingFinding {
  readonly rule: FilingRule
  /** Of stations or of connections, as the rule says. */
  readonly ids: readonly number[]
}
/** What will be written, and why the rest is not. */
export interface FilingPlan {
  readonly stations: readonly FiledStation[]
  readonly links: Readonly<Record<'proprios' | 'contratados', readonly FiledConnection[]>>
  /** Stations by what reaches them, written or left out: a station says what is there. */
  readonly reached: Readonly<Record<'proprios' | 'contratados' | 'satelites', ReadonlySet<number>>>
  readonly findings: readonly FilingFinding[]
  /** The count of the stations of the network, filed or left out. */
  readonly told: number
}

const byText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
/** Takes a network apart for the layouts of a family; `today` is 'AAAA-MM-DD'. */
export function planOf(network: FiledNetwork, family: LayoutFamily, today: string): FilingPlan {
  const found = new Map<FilingRule, number[]>()
  const tell = (rule: FilingRule, id: number) => {
    const ids = found.get(rule)
    if (ids) ids.push(id)
    else found.set(rule, [id])
  }
  const names = countOf(network.stations.filter(({ active }) => active).map(({ name }) => name))
  const stations = network.stations.filter(station => {
    const rule = wrongWithStation(station, family, names)
    if (rule) tell(rule, station.id)
    return rule === null
  })
  const written = new Map(stations.map(station => [station.id, station]))
  const links: Record<'proprios' | 'contratados', FiledConnection[]> = { proprios: [], contratados: [] }
  const satellites = stations.flatMap(({ id, medium }) => (medium === satelliteMedium ? [id] : []))
  const reached = { proprios: new Set<number>(), contratados: new Set<number>(), satelites: new Set(satellites) }
  for (const each of network.connections) {
    const rule = wrongWithLink(each, written, family)
    const kind = each.own ? 'proprios' : 'contratados'
    if (each.active && each.exists)
      for (const id of [each.from, each.to]) reached[each.medium === satelliteMedium ? 'satelites' : kind].add(id)
    // Since 2025 a station names its satellite, which has no own row.
    if (rule === 'satelite' && family === '2025') continue
    if (rule) tell(rule, each.id)
    else links[kind].push(each)
  }
  for (const [rule, id] of doubtsOfStations(stations, network.connections, today)) tell(rule, id)
  for (const each of [...links.proprios, ...links.contratados])
    for (const rule of doubtsOfLink(each)) tell(rule, each.id)
  const nameOf = (id: number) => written.get(id)?.name ?? ''
  const inOrder = (some: readonly FiledConnection[]) =>
    some.toSorted(
      (one, other) =>
        byText(nameOf(one.from), nameOf(other.from)) || byText(nameOf(one.to), nameOf(other.to)) || one.id - other.id,
    )
  return {
    stations: stations.toSorted((one, other) => byText(one.name, other.name)),
    links: { proprios: inOrder(links.proprios), contratados: inOrder(links.contratados) },
    reached,
    findings: rulesInOrder.flatMap(rule => {
      const ids = found.get(rule)
      return ids ? [{ rule, ids }] : []
    }),
    told: network.stations.length,
  }
}

const rulesInOrder = Object.keys(filingRules).filter((rule): rule is FilingRule => rule in filingRules)

function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Answers the first reason why a station is left out, or null: users fix one at a time. */
function wrongWithStation(
  station: FiledStation,
  family: LayoutFamily,
  names: ReadonlyMap<string, number>,
): FilingRule | null {
  if (!station.active) return 'fora-de-uso'
  if ((names.get(station.name) ?? 0) > 1) return 'repetidas'
  if (!station.place) return 'places'
  if (station.match === 'exterior') return 'abroad'
  if (station.ibge === null && !station.in_ocean) return 'municipio'
  if (station.opening === null) return 'openings'
  const asksType = layoutsIn(family).some(({ columns }) => columns.some(([name]) => name === 'type'))
  if (asksType && typeInFile(station) === null) return 'types'
  return [station.name, station.number ?? '', station.address].every(isWritableCell) ? null : 'escrita'
}

function wrongWithLink(
  link: FiledConnection,
  written: ReadonlyMap<number, FiledStation>,
  family: LayoutFamily,
): FilingRule | null {
  if (!link.active) return 'inativas'
  if (!link.exists) return 'inexistentes'
  if (link.medium === satelliteMedium) return 'satelite'
  if (link.from === link.to || !written.has(link.from) || !written.has(link.to)) return 'pontas'
  if (link.medium === null || !linkMedia.includes(link.medium)) return 'meio'
  const layout = layoutsIn(family).find(({ kind }) => kind === (link.own ? 'proprios' : 'contratados'))
  const asksCapacity = layout?.columns.some(([name]) => name === 'capacity') === true
  if (asksCapacity && !(link.capacity !== null && link.capacity > 0)) return 'capacidade'
  return link.own || link.supplier?.length === 14 ? null : 'prestadora'
}

/** Gbps beyond which a capacity was rather meant in Mbps: of radio much sooner. */
const plausibleGbps = { radio: 50, other: 1_000 } as const
function doubtsOfLink({ capacity, medium, closed }: FiledConnection): readonly FilingRule[] {
  const limit = medium === 'radio' ? plausibleGbps.radio : plausibleGbps.other
  return [
    ...(capacity !== null && capacity >= limit ? (['mbps'] as const) : []),
    ...(closed ? [] : (['abertas'] as const)),
  ]
}

function doubtsOfStations(
  stations: readonly FiledStation[],
  connections: readonly FiledConnection[],
  today: string,
): readonly (readonly [FilingRule, number])[] {
  const joined = new Set(connections.filter(({ active }) => active).flatMap(({ from, to }) => [from, to]))
  const near = crowded(stations)
  return stations.flatMap(station => {
    const { id, number, address, valid_until, is_link } = station
    // A cloud or virtual station needs no licence.
    const licensed = station.type !== 'nuvem' && station.type !== 'virtual'
    const rules: readonly (readonly [FilingRule, boolean])[] = [
      ['towns', station.match === 'fora'],
      ['numbers', licensed && number === null],
      ['odd-numbers', number !== null && stationNumber(number) !== number],
      ['endereco', address === '' && !station.in_ocean],
      ['licences', valid_until !== null && valid_until < today],
      ['vizinhas', near.has(id)],
      ['isoladas', is_link && !joined.has(id)],
    ]
    return rules.flatMap(([rule, holds]) => (holds ? [[rule, id] as const] : []))
  })
}

/** Metres of a degree of latitude; so close, the Earth is flat. */
const degree = 111_320
const tooNear = 30
/** Stations within 30 m of another are found: they are most often duplicates. */
function crowded(stations: readonly FiledStation[]): ReadonlySet<number> {
  const placed = stations
    .flatMap(({ id, place }) => (place ? [{ id, ...place }] : []))
    .toSorted((one, other) => one.lat - other.lat)
  const found = new Set<number>()
  for (const [at, one] of placed.entries())
    for (let next = at + 1; next < placed.length; next++) {
      const other = placed[next]
      if (!other || (other.lat - one.lat) * degree > tooNear) break
      const [north, east] = [other.lat - one.lat, (other.lng - one.lng) * Math.cos((one.lat * Math.PI) / 180)]
      if (Math.hypot(north, east) * degree <= tooNear) for (const { id } of [one, other]) found.add(id)
    }
  return found
}

/** How many rows stay out, of all files or of those of stations or links. */
export const leftOutOf = ({ findings }: Pick<FilingPlan, 'findings'>, of?: 'estacoes' | 'enlaces') =>
  findings
    .filter(({ rule }) => filingRules[rule].out && (of === undefined || filingRules[rule].of === of))
    .reduce((sum, { ids }) => sum + ids.length, 0)

/** '2 sem coordenadas; 1 sem tipo'. */
export const findingsInWords = (findings: readonly FilingFinding[]) =>
  findings.map(({ rule, ids }) => `${ids.length} ${filingRules[rule][ids.length === 1 ? 'one' : 'many']}`).join('; ')

/** Why rows stay out, in words: 'Estações: 2 sem coordenadas. Enlaces: 1 sem capacidade.'; null where none does. */
export function reasonsInWords({ findings }: Pick<FilingPlan, 'findings'>): string | null {
  const parts = (['estacoes', 'enlaces'] as const).flatMap(of => {
    const out = findings.filter(({ rule }) => filingRules[rule].out && filingRules[rule].of === of)
    return out.length ? [`${of === 'estacoes' ? 'Estações' : 'Enlaces'}: ${findingsInWords(out)}.`] : []
  })
  return parts.join(' ') || null
}
