// Where something stands on Earth, as people write it and as it is kept: decimal degrees of WGS 84 with six decimals, some 11 cm.

/** North and east are positive. */
export interface Point {
  readonly lat: number
  readonly lng: number
}
export type Axis = keyof Point

/** What somebody may have meant. */
interface PointChoice {
  readonly at: Point
  readonly said: string
}
/** A point that was read, with what was done to what was typed; or several it may be, which are asked about. */
export type PointReading =
  | { readonly at: Point; readonly changed?: string }
  | { readonly asked: string; readonly among: readonly PointChoice[] }

/** The most degrees of each axis. */
export const limits = { lat: 90, lng: 180 } as const

/** Characters of each at most, blanks included: what is longer is none. */
const longest = { coordinate: 100, point: 200, address: 4_000 } as const

/** The letters of each half of the world, as licences write them, in Portuguese too. */
const letters = { lat: /[NS]/, lng: /[EWLO]/ } as const
const negative = /[SWO]/

/**
 * A latitude or longitude in decimal degrees, comma or dot, or in degrees, minutes and seconds, the hemisphere before or
 * after: '-22,906', '22°54'21,60" S', '22S5421,60', 'S 22 54 21.6'. Six decimals; null when it is not one.
 */
export function coordinate(text: string, axis: Axis): number | null {
  if (text.length > longest.coordinate) return null
  const given = tidy(text)
  const [letter, ...more] = given.match(/[NSEWLO]/g) ?? []
  if (more.length || (letter !== undefined && !letters[axis].test(letter))) return null
  const sign = given.startsWith('-') || (letter !== undefined && negative.test(letter)) ? -1 : 1
  const degrees = letter === undefined ? (decimal(given) ?? arc(given)) : (arc(given) ?? decimal(given))
  if (degrees === null || degrees > limits[axis]) return null
  return sixth(sign * degrees)
}

const tidy = (text: string) => text.trim().toUpperCase().replaceAll('−', '-')
/** Never minus zero. */
const sixth = (degrees: number) => Math.round(degrees * 1e6) / 1e6 + 0
const amount = (text: string) => Number(text.replace(',', '.'))

/** '-22,906' → 22.906; the hemisphere's letter stands outside. */
function decimal(text: string): number | null {
  const [, found] = /^[-+]?\s*[NSEWLO]?\s*(\d{1,3}(?:[.,]\d+)?)\s*°?\s*[NSEWLO]?$/.exec(text) ?? []
  return found === undefined ? null : amount(found)
}

/** Degrees, minutes and seconds, apart by signs, spaces or, between degrees and minutes, the hemisphere's letter. */
function arc(text: string): number | null {
  const spaced = text.replace(/^[-+]/, '').trim()
  const packed = /^(\d{1,3})[NSEWLO](\d\d)(\d\d(?:[.,]\d+)?)$/.exec(spaced)
  const parts =
    packed ??
    /^[NSEWLO]?\s*(\d{1,3})\s*[°º:\s]\s*(\d{1,2})\s*['\u2019\u2032:\s]\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:["\u201d\u2033]|''|\u2019\u2019)?\s*[NSEWLO]?$/.exec(
      spaced,
    )
  if (!parts) return null
  const [degrees = 0, minutes = 0, seconds = 0] = parts.slice(1).map(amount)
  return minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3_600 : null
}

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`
/** How addresses of maps say a place: the mark itself before the middle of what is shown. */
const addresses = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`[?&](?:q|query|ll|destination|daddr)=(?:loc:)?${number}(?:,|%2C)(?:\\+|%20)?${number}`, 'i'),
  new RegExp(`[?&]mlat=${number}&mlon=${number}`),
  new RegExp(`^geo:${number},${number}`, 'i'),
  new RegExp(`/(?:place|search|dir)/(?:[^/]*/)?${number},(?:\\+|%20)?${number}`),
  new RegExp(`@${number},${number}`),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${number}/${number}`),
] as const

/**
 * Both coordinates of a place at once, pasted from a licence, a spreadsheet or a map: '-22,906; -47,0606', '22S5421 47W0338',
 * `22°54'21" S 47°03'38" W`, 'https://…/@-22.906,-47.0606,17z'. Null when there are not two.
 */
export function readPoint(text: string): PointReading | null {
  if (text.length > longest.address) return null
  const address = /^\s*(https?:|geo:)/i.test(text)
  if (address) {
    for (const form of addresses) {
      const [, lat = '', lng = ''] = form.exec(text) ?? []
      const at = pointOf(lat, lng)
      if (at) return { at }
    }
    return null
  }
  if (text.length > longest.point) return null
  const found = splits(text).flatMap(([first, second]) => meaningOf(first, second) ?? [])
  const [only] = found
  if (!only) return null
  if (found.length === 1) return only
  return { asked: 'Há mais de um jeito de ler estas coordenadas.', among: found.flatMap(choicesOf) }
}

const pointOf = (lat: string, lng: string): Point | null => {
  const [north, east] = [coordinate(lat, 'lat'), coordinate(lng, 'lng')]
  return north === null || east === null ? null : { lat: north, lng: east }
}

/** Each way to make two of one text. */
function splits(text: string): readonly (readonly [string, string])[] {
  const given = tidy(text).replace(/^[([{]|[)\]}]$/g, '')
  const found = new Map<string, readonly [string, string]>()
  for (const { index } of given.matchAll(/[\s,;/|]/g)) {
    const first = given.slice(0, index).replace(/[\s,;/|]+$/, '')
    const second = given.slice(index + 1).replace(/^[\s,;/|]+/, '')
    found.set(`${first}\n${second}`, [first, second])
  }
  return [...found.values()]
}

/** The square that holds Brazil, its islands and its sea. */
const brazil = { south: -36, north: 7, west: -74.1, east: -27 } as const
export const isInBrazil = ({ lat, lng }: Point) =>
  lat >= brazil.south && lat <= brazil.north && lng >= brazil.west && lng <= brazil.east
/** Whether it can be a latitude, or a longitude, of Brazil. */
export const fitsBrazil = (degrees: number, axis: Axis) =>
  axis === 'lat' ? degrees >= brazil.south && degrees <= brazil.north : degrees >= brazil.west && degrees <= brazil.east

const hasLetter = (text: string) => /[NSEWLO]/.test(text)
const isSigned = (text: string) => hasLetter(text) || /^[-+]/.test(text)

function meaningOf(first: string, second: string): PointReading | null {
  const straight = pointOf(first, second)
  const turned = pointOf(second, first)
  if (hasLetter(first) || hasLetter(second)) {
    const at = straight ?? turned
    // One letter says which is which, and nothing of the other's sign.
    return at && (isSigned(first) && isSigned(second) ? { at } : judge(at, at, [first, second]))
  }
  if (straight) return judge(straight, turned, [first, second])
  return turned && (isInBrazil(turned) ? { at: turned, changed: swapped } : judge(turned, turned, [second, first]))
}
const swapped = 'A longitude veio antes da latitude: foram postas em ordem.'

/** What lies in Brazil is taken as it was typed; otherwise whoever typed it is asked what they meant. */
function judge(straight: Point, turned: Point | null, typed: readonly [string, string]): PointReading {
  const unsigned = typed.some(each => !isSigned(each))
  if (isInBrazil(straight)) return { at: straight }
  const meant = [straight, ...(turned && turned !== straight ? [turned] : [])].flatMap(at =>
    (unsigned ? signsOf(at) : [at]).filter(isInBrazil),
  )
  return { asked: 'Este ponto fica fora do Brasil. Qual é o certo?', among: [...meant, straight].map(choiceOf) }
}

const signsOf = ({ lat, lng }: Point): readonly Point[] => [
  { lat: -Math.abs(lat) + 0, lng: -Math.abs(lng) + 0 },
  { lat: Math.abs(lat), lng: -Math.abs(lng) + 0 },
]
const choicesOf = (reading: PointReading) => ('at' in reading ? [choiceOf(reading.at)] : reading.among)
const choiceOf = (at: Point): PointChoice => ({ at, said: decimals(at) })

/** '-22,906000, -47,060600'. */
export const decimals = ({ lat, lng }: Point) => `${sixDecimals(lat)}; ${sixDecimals(lng)}`
export const sixDecimals = (degrees: number) => degrees.toFixed(6).replace('.', ',')

/** The point of a line that holds both coordinates; null where one is missing. */
export const pointIn = ({ lat, lng }: { readonly lat?: unknown; readonly lng?: unknown }): Point | null =>
  typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null

/** Degrees, minutes and seconds with two decimals, as licences write a place: 22°54'21,60" S 047°03'38,16" W. */
export const degrees = ({ lat, lng }: Point) => `${degreesOf(lat, 'lat')} ${degreesOf(lng, 'lng')}`

/** One of the two: 22°54'21,60" S. */
export function degreesOf(value: number, axis: Axis): string {
  // In hundredths of a second: rounding once, so that no part ever reads 60.
  const whole = Math.round(Math.abs(value) * 360_000)
  const two = (part: number) => String(part).padStart(2, '0')
  const [seconds, minutes] = [whole % 6_000, Math.floor(whole / 6_000) % 60]
  const degree = String(Math.floor(whole / 360_000)).padStart(axis === 'lat' ? 2 : 3, '0')
  const [positive, negatively] = axis === 'lat' ? (['N', 'S'] as const) : (['E', 'W'] as const)
  return `${degree}°${two(minutes)}'${two(Math.floor(seconds / 100))},${two(seconds % 100)}" ${value < 0 ? negatively : positive}`
}
