import { ibgeDigits, isNoNumber, stationNumber } from '#kernel/brasil.ts'
import type { Point } from '#kernel/coordinates.ts'
import { doubtOf } from '#kernel/place/doubt.ts'
import { readPair, type PointReading } from '#kernel/place/place.ts'
import { showDate, showInteger } from '#kernel/show.ts'
import { bare, join, plain } from '#kernel/text.ts'
import { typedDate } from '#kernel/typed.ts'
import { pathBetween } from '#features/stations/geometry/geodesic.ts'
import { columnCalled } from '#features/intake/guess.ts'
import { titlesOf } from '#features/intake/mapping.ts'
import { stationWords } from '#features/anatel/station-words.ts'
import type { TextTable } from '#parts/table/table.ts'

// The stations of a client as a file of the regulator's has them: Mosaico's, the open data of licences, or a yearly file.

/** A station of theirs, each number once. */
export interface TheirStation {
  /** Of the file; the first of those with its number. */
  readonly line: number
  readonly number: string | null
  readonly name: string | null
  readonly place: Point | null
  /** What is to be looked at in its place, as a sentence. */
  readonly doubt: string | null
}
/** A line that could not be read, and why. */
interface UnreadLine {
  readonly line: number
  /** Of the station it is about, where that much is read. */
  readonly number: string | null
  readonly said: string
}
export interface TheirStations {
  readonly stations: readonly TheirStation[]
  readonly unread: readonly UnreadLine[]
  /** Lines of the file, of other entities, and those that told a station again. */
  readonly lines: number
  readonly others: number
  readonly repeated: number
  /** By what the client's lines were told from the others'; null where the file does not say whose they are. */
  readonly told_by: string | null
}
/** What tells a client's lines. */
export interface ClientWords {
  readonly document: string
  /** Only digits. */
  readonly fistels: readonly string[]
  readonly names: readonly string[]
}

const needed = { number: 'o número da estação', lat: 'a latitude', lng: 'a longitude' } as const

/** Where each column of a file of stations is; -1 where there is none. */
function columnsIn(header: readonly string[]) {
  const titles = titlesOf(header)
  const taken = new Set<number>()
  const at = (key: keyof typeof stationWords) => {
    const found = columnCalled(stationWords[key], titles, taken)
    if (found >= 0) taken.add(found)
    return found
  }
  const [number, lat, lng] = [at('number'), at('lat'), at('lng')]
  const [document, fistel, entity, name] = [at('document'), at('fistel'), at('entity'), at('name')]
  const [state, valid_until, city] = [at('state'), at('valid_until'), at('city')]
  return { number, lat, lng, document, fistel, entity, name, state, valid_until, city }
}
const missingIn = (columns: ReturnType<typeof columnsIn>) =>
  (['number', 'lat', 'lng'] as const).flatMap(key => (columns[key] < 0 ? [needed[key]] : []))
export const isStationHeader = (header: readonly string[]) => missingIn(columnsIn(header)).length === 0

/** What contradicts a line is judged by, as far as it is known. */
interface LineJudge {
  /** Whether a place is where stations are. */
  readonly isHome?: (at: Point) => boolean
  /** Whether a place is away from the municipality of this code. */
  readonly isAstray?: (at: Point, ibge: number) => boolean
  /** 'AAAA-MM-DD'. */
  readonly today?: string
}

/** Reads the client's lines of a table; as a text, why the table is no list of its stations. */
export function theirStations(
  { header, records }: Pick<TextTable, 'header' | 'records'>,
  client: ClientWords,
  judge: LineJudge = {},
) {
  const columns = columnsIn(header)
  const { number, lat, lng, document, fistel, entity, name } = columns
  const missing = missingIn(columns)
  if (missing.length)
    return `Este não é um arquivo de estações: falta a coluna que diz ${join(missing)}. Serve o de estações licenciadas dos dados abertos, o do Mosaico, ou um arquivo anual de estações.`
  if (!records.length) return 'O arquivo só tem o cabeçalho: não há estações com que comparar.'
  const whose = whoseLines(client, [
    ['pelo CNPJ', document, isDocument],
    ['pelo fistel', fistel, isFistel],
    ['pelo nome', entity, isName],
  ])
  const found = new Map<string, TheirStation>()
  const unread: UnreadLine[] = []
  const strangers = new Set<string>()
  let [others, repeated] = [0, 0]
  for (const { line, cells } of records) {
    if (!whose.isOwn(cells)) {
      others++
      if (strangers.size < 3) strangers.add(short(whose.saidBy(cells)))
      continue
    }
    const read = readStation(
      [number, lat, lng, name].map(place => (cells[place] ?? '').trim()),
      line,
      judge.isHome,
    )
    if ('said' in read) {
      unread.push(read)
      continue
    }
    const against = contradictionsIn(read, key => (cells[columns[key]] ?? '').trim(), judge)
    const key = read.number ?? `linha ${line}`
    const before = found.get(key)
    if (before) repeated++
    // One row a frequency: what the first leaves out another may tell.
    const chosen = !before || (!before.place && read.place) ? read : before
    const apart = before ? placesApart(before, read) : []
    found.set(key, { ...chosen, line: before?.line ?? line, doubt: added(chosen.doubt, line, [...against, ...apart]) })
  }
  if (others === records.length)
    return `De quem é este arquivo? Nenhuma linha é deste cliente, ${whose.by}: são de ${join([...strangers].map(text => `“${text}”`))}${strangers.size < 3 ? '' : ', entre outros'}. Confira o cliente escolhido, seu CNPJ e seus fistéis.`
  const told: TheirStations = {
    stations: [...found.values()],
    unread,
    lines: records.length,
    others,
    repeated,
    told_by: whose.by,
  }
  return told
}

/** Further apart two lines of a station tell two places. Metres. */
const onePlace = 50
function placesApart(before: TheirStation, { place }: TheirStation): readonly string[] {
  if (!before.place || !place) return []
  const { distance } = pathBetween(before.place, place)
  return distance > onePlace
    ? [`o lugar fica a ${showInteger(Math.round(distance))} m do que diz a linha ${before.line}`]
    : []
}

/** States in which a station is licensed and in use. */
const inUse = /^(licenc|ativ|regular|vigente|em operacao|operando|aprovad|autorizad|deferid)/
/** What a line says that speaks against its station being licensed where it is. */
function contradictionsIn(
  { place }: TheirStation,
  cell: (key: 'state' | 'valid_until' | 'city') => string,
  { isAstray, today }: LineJudge,
): readonly string[] {
  const [state, end, ibge] = [
    cell('state'),
    typedDate(cell('valid_until').split(/[T ]/)[0] ?? ''),
    ibgeDigits(cell('city')),
  ]
  return [
    ...(state && !inUse.test(plain(state)) ? [`a situação é “${short(state)}”`] : []),
    ...(end && today && end < today ? [`a licença terminou em ${showDate(end)}`] : []),
    ...(place && ibge && isAstray?.(place, Number(ibge)) ? [`o lugar fica fora do município ${ibge}`] : []),
  ]
}

/** A doubt with more, each told of the first line that has it: a station has a line for each frequency. */
const added = (doubt: string | null, line: number, more: readonly string[]) =>
  more.reduce<string | null>(
    (all, each) => (all?.includes(each) ? all : [all, `Linha ${line}: ${each}.`].filter(Boolean).join(' ')),
    doubt,
  )

function readStation(
  cells: readonly string[],
  line: number,
  isHome?: (at: Point) => boolean,
): TheirStation | UnreadLine {
  const [text = '', lat = '', lng = '', name = ''] = cells
  const number = stationNumber(text)
  const unread = (said: string): UnreadLine => ({ line, number, said })
  const read = lat === '' && lng === '' ? null : readPair(lat, lng)
  if (read && !('at' in read))
    return unread(`as coordenadas não se leem: “${short(lat)}” e “${short(lng)}”. ${whyOf(read)}`)
  if (number === null && !isNoNumber(text)) return unread(`o número da estação não se lê: “${short(text)}”`)
  if (number === null && read === null) return unread('não diz número nem coordenadas')
  const doubts = read ? [read.changed, doubtOf(read.at, isHome)?.said].filter(Boolean) : []
  return {
    line,
    number,
    name: name === '' ? null : name,
    place: read?.at ?? null,
    doubt: doubts.join(' ') || null,
  }
}
/** A sentence in the middle of another. */
const whyOf = (reading: Exclude<PointReading, { readonly at: Point }>) =>
  ('why' in reading ? reading.why : reading.asked).replace(/\.$/, '')
const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const digits = (text: string) => text.replace(/\D/g, '')
type IsOwn = (client: ClientWords, text: string) => boolean
const isDocument: IsOwn = ({ document }, text) => bare(text).padStart(14, '0') === bare(document).padStart(14, '0')
const isFistel: IsOwn = ({ fistels }, text) => fistels.includes(digits(text).padStart(11, '0'))
const isName: IsOwn = ({ names }, text) => names.some(name => bare(name) === bare(text))

/** The surest of the columns a file has says whose its lines are. */
function whoseLines(client: ClientWords, ways: readonly (readonly [by: string, place: number, is: IsOwn])[]) {
  const [way] = ways.filter(([, place]) => place >= 0)
  if (!way) return { by: null, isOwn: () => true, saidBy: () => '' }
  const [by, place, is] = way
  const saidBy = (cells: readonly string[]) => (cells[place] ?? '').trim()
  return { by, isOwn: (cells: readonly string[]) => is(client, saidBy(cells)), saidBy }
}
