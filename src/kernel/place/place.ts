import { decimals, limits, sixth, type Axis, type Point } from '#kernel/coordinates.ts'
import { axisNames, halvesIn, itemsOf, wholeHalf, type PlaceHalf, type PlaceItems } from '#kernel/place/halves.ts'
import { commaWays, foldPlace, tokensIn } from '#kernel/place/tokens.ts'

// A place as people write it, read from the whole text: what it is, what it may be, or why it is none. Nothing of a text is passed over:
// words around the numbers are returned, and a number that is in no half refuses the text.

/** What a text may mean. */
export interface PointChoice {
  readonly at: Point
  readonly said: string
}
export type PointReading =
  /** `changed`: what is not as it was written, or was left out of it. */
  | { readonly at: Point; readonly changed?: string }
  | { readonly asked: string; readonly among: readonly PointChoice[] }
  | { readonly why: string }
export type CoordinateReading =
  | { readonly degrees: number }
  | { readonly asked: string; readonly signs: readonly number[] }
  | { readonly why: string }

/** Characters of a text at most, blanks included. */
const longestPlace = 200
const tooLong = `O texto passa de ${longestPlace} caracteres: deixe só as coordenadas.`
const nothing = 'Não há coordenadas neste texto.'
const choiceOf = (at: Point): PointChoice => ({ at, said: decimals(at) })

/** Values a half may have: two where its sign and its letter contradict each other. */
function signedOf({ size, letter, dash }: PlaceHalf): readonly number[] {
  const byLetter = letter === null ? null : letter === 'S' || letter === 'W' ? -1 : 1
  const byDash = dash === null ? null : dash === '-' ? -1 : 1
  const signs = new Set([byLetter, byDash].filter(sign => sign !== null))
  return size === 0 || !signs.size ? [sixth(size)] : [...signs].map(sign => sixth(sign * size))
}
const contradiction = 'O sinal e a letra do hemisfério se contradizem. Qual é o certo?'

/** One coordinate alone: '-22,906', `22°54'21,60" S`, '22S5421,60'. */
export function readCoordinate(text: string, axis: Axis): CoordinateReading {
  if (text.length > longestPlace) return { why: tooLong }
  const folded = foldPlace(text)
  if (hasExponent(folded)) return { why: exponent }
  const { tokens, left } = tokensIn(folded)
  const items = itemsOf(tokens)
  if (!items.numbers.length)
    return { why: left.length ? `“${shorten(left.join(' '))}” não é uma coordenada.` : nothing }
  if (left.length) return { why: `Não se sabe o que é “${shorten(left.join(' '))}”: deixe só a coordenada.` }
  const half = wholeHalf(items, axis)
  if ('why' in half) return half
  if (half.axis && half.axis !== axis) return { why: `É uma ${axisNames[half.axis]}, e não uma ${axisNames[axis]}.` }
  const [degrees = 0, other] = signedOf(half)
  return other === undefined ? { degrees } : { asked: contradiction, signs: [degrees, other] }
}
const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** A sheet that ran out of room, or took a coordinate for a number: '-2,01E+01'. */
const hasExponent = (folded: string) => /\d[.,]\d+E[-+]?\d|\dE[-+]\d/i.test(folded)
const exponent = 'A planilha trocou a coordenada por notação científica. Formate a coluna como texto e cole de novo.'

/** The two halves as a table has them, each in a cell of its own; one cell may have both. */
export function readPair(lat: string, lng: string): PointReading {
  const [north, east] = [lat.trim(), lng.trim()]
  if (!north || !east) {
    const whole = readPlaceText(north || east)
    return 'why' in whole && (north || east) ? { why: `Falta a ${north ? 'longitude' : 'latitude'}.` } : whole
  }
  const [one, other] = [readCoordinate(north, 'lat'), readCoordinate(east, 'lng')]
  if ('why' in one || 'why' in other) {
    const turned = [readCoordinate(east, 'lat'), readCoordinate(north, 'lng')] as const
    // Letters say which is which, whatever the column.
    if (/[NSLEWO]/i.test(north) && turned.every(each => !('why' in each))) return pairOf(turned[0], turned[1], swapped)
    if (north === east) return readPlaceText(north)
    const wrong = 'why' in one ? `Latitude: ${one.why}` : ''
    return { why: [wrong, 'why' in other ? `Longitude: ${other.why}` : ''].filter(Boolean).join(' ') }
  }
  return pairOf(one, other)
}
const swapped = 'A longitude veio antes da latitude: foram postas em ordem.'

function pairOf(lat: CoordinateReading, lng: CoordinateReading, changed?: string): PointReading {
  const [norths, easts] = [valuesOf(lat), valuesOf(lng)]
  return pointOf(
    norths.flatMap(north => easts.map(east => ({ lat: north, lng: east }))),
    contradiction,
    changed,
  )
}
const valuesOf = (reading: CoordinateReading): readonly number[] =>
  'why' in reading ? [] : 'signs' in reading ? reading.signs : [reading.degrees]

/** One point is read; several need a choice. */
export function pointOf(points: readonly Point[], asked: string, changed?: string): PointReading {
  const choices = [...new Map(points.map(at => [decimals(at), choiceOf(at)])).values()]
  const [only] = choices
  if (!only) return { why: nothing }
  if (choices.length > 1) return { asked, among: choices }
  return changed ? { at: only.at, changed } : { at: only.at }
}

/** Altitudes and reference systems of our own coordinates: numbers that are no part of the place. */
const besides = [
  /\b(?:ALT(?:ITUDE)?|ELEV(?:ACAO|ATION)?|COTA)\b\.?[\s:=]{0,3}-?\d{1,5}(?:[.,]\d{1,4})?(?:\s?M(?:ETROS?)?\b\.?)?/gi,
  /\b(?:SIRGAS[\s-]?2000|WGS[\s-]?84|(?:EPSG|SRID)[\s:=]{0,2}(?:4326|4674))\b/gi,
] as const
const otherSystem = /\b(?:SAD[\s-]?69|PSAD\w*|CORREGO ALEGRE|UTM|NAD[\s-]?\d\d|EPSG|SRID)\b/i
/** Longitude first: the point of WKT and of GeoJSON. */
const longitudeFirst = /\bPOINT\s?(?:Z|M|ZM)?\s?\(\s?([^()]{3,100})\)|"?COORDINATES"?\s?:\s?\[([^[\]]{3,100})\]/i

/** Both coordinates of a place written in one text, in any usual form; addresses of maps are read by `readPoint`. */
export function readPlaceText(text: string, order: 'lat' | 'lng' = 'lat'): PointReading {
  if (text.length > longestPlace) return { why: tooLong }
  const folded = foldPlace(text)
  if (hasExponent(folded)) return { why: exponent }
  const [, wkt, json] = longitudeFirst.exec(folded) ?? []
  const inner = wkt ?? json
  if (inner !== undefined) {
    const [lng = '', lat = ''] = inner.trim().split(/[\s,]+/)
    return readPair(lat, lng)
  }
  const left: string[] = []
  let rest = folded
  for (const found of besides)
    rest = rest.replace(found, said => {
      left.push(said)
      return ' '
    })
  const [system] = otherSystem.exec(rest) ?? []
  if (system) return { why: `As coordenadas dizem ser em ${system}: converta-as antes para SIRGAS 2000.` }
  const readings = commaWays(rest).map(way => readWay(way, order))
  const read = readings.filter(reading => !('why' in reading))
  if (!read.length) return readings[0] ?? { why: nothing }
  const points = read.flatMap(reading =>
    'at' in reading ? [reading.at] : 'among' in reading ? reading.among.map(({ at }) => at) : [],
  )
  const [first] = read
  const notes = [first && 'changed' in first ? first.changed : '', left.length ? sayLeft(left) : '']
  const asked =
    first && 'asked' in first ? first.asked : 'Há mais de um jeito de ler estas coordenadas. Qual é o certo?'
  return pointOf(points, asked, joinNotes(...notes))
}
export const joinNotes = (...notes: readonly (string | undefined)[]) => notes.filter(Boolean).join(' ')
export const sayLeft = (words: readonly string[]) => `Ficou de fora: “${shorten(words.join(' '))}”.`

function readWay(folded: string, order: Axis): PointReading {
  const { tokens, left } = tokensIn(folded)
  const items = itemsOf(tokens)
  const { numbers } = items
  const strange = left.find(word => /\p{N}/u.test(word))
  if (strange) return { why: `“${shorten(strange)}” não se lê como número.` }
  if (!numbers.length) return { why: nothing }
  const halves = numbers.length > 6 ? { why: `Há números demais: ${numbers.length}.` } : halvesIn(items)
  if ('why' in halves) return { why: left.length && isBare(items) ? nothing : whyNone(items, halves.why) }
  // A street and its number are no place.
  if (left.length && !halves.some(pair => pair.every(({ isPlain }) => isPlain))) return { why: nothing }
  const read = halves.map(pair => placed(pair, order))
  const points = read.flatMap(({ points: some }) => some)
  const notes = [read.every(({ isTurned }) => isTurned) ? swapped : '', left.length ? sayLeft(left) : '']
  if (!points.length) return { why: 'A latitude vai até 90°, e nenhuma das duas coordenadas é uma.' }
  return pointOf(
    points,
    halves.length > 1 ? 'Há mais de um jeito de ler estas coordenadas. Qual é o certo?' : contradiction,
    joinNotes(...notes),
  )
}

/** One whole number and nothing that makes it a coordinate: '12' of a street. */
const isBare = ({ numbers: [only, ...more] }: PlaceItems) => !more.length && /^\d+$/.test(only?.text ?? '')

/** Why the numbers of a text are no two halves: one coordinate alone, several points, one number too many. */
function whyNone({ numbers, gaps }: PlaceItems, why: string): string {
  const alone = wholeHalf({ numbers, gaps })
  if (!('why' in alone)) {
    const { axis } = alone
    return axis ? `Só há a ${axisNames[axis]}: falta a outra.` : 'Só há uma coordenada: falta a outra.'
  }
  if (numbers.length === 1) return alone.why
  if (numbers.filter(({ text }) => /[.,]/.test(text)).length > 2) return 'Há mais de um ponto: cole um por vez.'
  const [first, last] = [numbers[0], numbers.at(-1)]
  const isPair = (from: number, to?: number) => {
    const some = numbers.slice(from, to)
    return (
      some.length > 1 &&
      some.length < 7 &&
      !('why' in halvesIn({ numbers: some, gaps: gaps.slice(from, from + some.length + 1) }))
    )
  }
  // Of two that may be the one too many, a whole number beside decimals is.
  const isFirst = isPair(1) && (!isPair(0, -1) || (!/[.,]/.test(first?.text ?? '') && /[.,]/.test(last?.text ?? '')))
  const extra = isFirst ? first : isPair(0, -1) ? last : undefined
  return extra ? `Sobra “${extra.text}”: deixe só a latitude e a longitude.` : why
}

/** Two halves as points, latitude first unless they say otherwise. */
function placed([one, other]: readonly [PlaceHalf, PlaceHalf], order: Axis) {
  const known = one.axis ?? (other.axis && (other.axis === 'lat' ? 'lng' : 'lat'))
  // Beyond 90 degrees it is a longitude, wherever it is written.
  const isTurned = known === null && order === 'lat' && one.size > 90
  const isLatitude = isTurned ? false : (known ?? order) === 'lat'
  const [lat, lng] = isLatitude ? [one, other] : [other, one]
  if (lat.size > limits.lat) return { points: [], isTurned }
  const points = signedOf(lat).flatMap(north => signedOf(lng).map((east): Point => ({ lat: north, lng: east })))
  return { points, isTurned }
}
