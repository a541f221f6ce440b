import { ibgeDigits, isNoNumber, stationNumber } from '#kernel/brasil.ts'
import type { Point } from '#kernel/coordinates.ts'
import { doubtOf } from '#kernel/place/doubt.ts'
import { readPair, type PointReading } from '#kernel/place/place.ts'
import { showDate } from '#kernel/show.ts'
import { join, foldText } from '#kernel/text.ts'
import { typedDate } from '#kernel/typed.ts'
import { stationWords } from '#features/regulatory/anatel/station-words.ts'
import { columnCalled } from '#features/regulatory/intake/titles.ts'
import { titlesOf } from '#features/regulatory/intake/mapping.ts'

// One line of a file of stations of the regulator's: which of its cells are read, and what they say.

/** A station as one line has it. */
export interface StationLine {
  readonly number: string | null
  readonly name: string | null
  readonly place: Point | null
  /** What speaks against it, each a sentence's middle: 'a situação é “Excluída”'. */
  readonly doubts: readonly string[]
  /** Columns of it that say something that cannot be read, and so were not looked at. */
  readonly unjudged: readonly JudgedColumn[]
}
export type JudgedColumn = 'valid_until' | 'city'
/** Why a line is no station, and the number it is about, where that much can be read. */
interface NoStation {
  readonly number: string | null
  readonly said: string
}
/** What contradicts a line is judged by, as far as it is known. */
export interface LineJudge {
  /** Whether a place is where stations are. */
  readonly isHome?: (at: Point) => boolean
  /** Whether a place is away from the municipality of this code. */
  readonly isAstray?: (at: Point, ibge: number) => boolean
  /** 'AAAA-MM-DD'. */
  readonly today?: string
}

const needed = { number: 'o número da estação', lat: 'a latitude', lng: 'a longitude' } as const
const sought = [
  'number', 'lat', 'lng', 'document', 'fistel', 'entity', 'name', 'state', 'valid_until', 'city',
] as const // prettier-ignore
type StationColumn = (typeof sought)[number]
export type StationColumns = Readonly<Record<StationColumn, number>>

/** Where each column of a file of stations is; -1 where there is none. */
export function columnsIn(header: readonly string[]): StationColumns {
  const titles = titlesOf(header)
  const taken = new Set<number>()
  const at = (key: StationColumn) => {
    const found = columnCalled(stationWords[key], titles, taken)
    if (found >= 0) taken.add(found)
    return found
  }
  const [number, lat, lng, document, fistel] = [at('number'), at('lat'), at('lng'), at('document'), at('fistel')]
  const [entity, name, state, valid_until, city] = [
    at('entity'),
    at('name'),
    at('state'),
    at('valid_until'),
    at('city'),
  ]
  return { number, lat, lng, document, fistel, entity, name, state, valid_until, city }
}
/** Answers names of missing columns that a list of stations needs. */
export const columnsMissing = (columns: StationColumns) =>
  (['number', 'lat', 'lng'] as const).flatMap(key => (columns[key] < 0 ? [needed[key]] : []))
export const isStationHeader = (header: readonly string[]) => columnsMissing(columnsIn(header)).length === 0

/** Reads the station of a line. */
export function readLine(cells: readonly string[], columns: StationColumns, judge: LineJudge): StationLine | NoStation {
  const cell = (key: StationColumn) => (cells[columns[key]] ?? '').trim()
  const [text, lat, lng] = [cell('number'), cell('lat'), cell('lng')]
  const number = stationNumber(text)
  const read = lat === '' && lng === '' ? null : readPair(lat, lng)
  if (read && !('at' in read))
    return { number, said: `as coordenadas não se leem: “${cutText(lat)}” e “${cutText(lng)}”. ${whyOf(read)}` }
  if (number === null && !isNoNumber(text)) return { number, said: `o número da estação não se lê: “${cutText(text)}”` }
  if (number === null && read === null) return { number, said: 'não diz número nem coordenadas' }
  const place = read?.at ?? null
  const doubts = [read?.changed, place && doubtOf(place, judge.isHome)?.said].flatMap(said =>
    said ? [midway(said)] : [],
  )
  const { against, unjudged } = againstIn(place, cell, judge)
  return { number, name: cell('name') || null, place, doubts: [...doubts, ...against], unjudged }
}

/** States in which a station is licensed and in use; 'LIC-LIC-01' is the register's, 'L' the older one's. */
const inUse = /^(licenc|lic-lic|l$|ativ|regular|vigente|em operacao|operando|aprovad|autorizad|deferid)/
/** 'Licença cancelada' begins as 'Licenciada' does. */
const outOfUse = /cancel|exclu|venc|suspens|encerr|extint|extinc|desativ|inativ|revog|cassad|indefer|\b(nao|sem)\b/
const isInUse = (state: string) => inUse.test(foldText(state)) && !outOfUse.test(foldText(state))
const endless = /^(indetermin|permanente)/

/** What a line says that speaks against its station being licensed where it is, and what of that cannot be read. */
function againstIn(
  place: Point | null,
  cell: (key: 'state' | JudgedColumn) => string,
  { isAstray, today }: LineJudge,
): { readonly against: readonly string[]; readonly unjudged: readonly JudgedColumn[] } {
  const [state, until, code] = [cell('state'), cell('valid_until'), cell('city')]
  const [end, ibge] = [typedDate(until.split(/[T ]/)[0] ?? ''), ibgeDigits(code)]
  const isUnread = (text: string) => text !== '' && !isNoNumber(text)
  return {
    against: [
      ...(state && !isInUse(state) ? [`a situação é “${cutText(state)}”`] : []),
      ...(end && today && end < today ? [`a licença terminou em ${showDate(end)}`] : []),
      ...(place && ibge && isAstray?.(place, Number(ibge)) ? [`o lugar fica fora do município ${ibge}`] : []),
    ],
    unjudged: [
      ...(!end && isUnread(until) && !endless.test(foldText(until)) ? (['valid_until'] as const) : []),
      ...(!ibge && isUnread(code) ? (['city'] as const) : []),
    ],
  }
}

/** A sentence in the middle of another. */
const midway = (said: string) => said.replace(/\.$/, '').replace(/^./, first => first.toLowerCase())
const whyOf = (reading: Exclude<PointReading, { readonly at: Point }>) =>
  ('why' in reading ? reading.why : reading.asked).replace(/\.$/, '')
export const cutText = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
/** “a”, “b” e “c”. */
export const quotedList = (texts: readonly string[]) => join(texts.map(text => `“${text}”`))
