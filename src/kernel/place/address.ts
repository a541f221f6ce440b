import type { Axis, Point } from '#kernel/coordinates.ts'
import {
  joinNotes,
  sayLeft,
  pointOf,
  readCoordinate,
  readPlaceText,
  type CoordinateReading,
  type PointReading,
} from '#kernel/place/place.ts'

// The address of a map, taken apart as an address: each pair of coordinates in it is a pin, what was looked for, or the centre of the view.

const parts = ['pin', 'query', 'centre'] as const
type AddressPart = (typeof parts)[number]
type FoundPair = readonly [AddressPart, PointReading]

/** Characters at most. */
const longestAddress = 4_000
const tooLong = 'O texto é longo demais: deixe só as coordenadas, ou o endereço do mapa.'
/** Characters of a part that may be a place. */
const longestPart = 200

const parameters: Readonly<Record<AddressPart, readonly string[]>> = {
  pin: ['marker', 'markers', 'pt', 'sp', 'whatshere[point]'],
  query: [
    'q',
    'query',
    'daddr',
    'saddr',
    'destination',
    'origin',
    'waypoints',
    'to',
    'from',
    'route',
    'rtext',
    'viewpoint',
    'cbll',
    'latlng',
    'coordinate',
    'loc',
  ],
  centre: ['ll', 'center', 'centre', 'cp', 'sll'],
}
/** Where the point itself is called what others call the centre. */
const placesByCentre = /(?:^|\.)(?:waze\.com|maps\.apple\.com)$/
const shortKinds =
  /^(?:(?:maps\.)?(?:app\.)?goo\.gl|g\.co|bit\.ly|tinyurl\.com|t\.co|is\.gd|wa\.me|(?:www\.)?waze\.com\/ul\/h|ul\.waze\.com)/
const shortWhy = 'Um link curto não diz o lugar: abra o link antes, e cole o endereço que o navegador mostrar.'
const noneWhy = 'O endereço não diz as coordenadas: abra o mapa, marque o ponto e copie o endereço outra vez.'
const centreNote = 'O endereço só diz o centro do mapa, que pode não ser o ponto.'

function readAddress(address: string): PointReading {
  const found = /^geo:/i.test(address) ? pairsOfGeo(address) : pairsOfMap(address)
  if (typeof found === 'string') return { why: found }
  for (const part of parts) {
    const readings = found.flatMap(([of, reading]) => (of === part ? [reading] : []))
    const unclear = readings.find(reading => 'asked' in reading)
    if (unclear) return unclear
    const points = apart(readings.flatMap(reading => ('at' in reading ? [reading.at] : [])))
    const [only] = points
    if (!only) continue
    if (points.length > 1) return pointOf(points, manyPlaces(points))
    return part === 'centre' ? { at: only, changed: centreNote } : { at: only }
  }
  return { why: noneWhy }
}

const manyPlaces = ({ length }: readonly Point[]) => `O texto traz ${length} lugares. Qual é o certo?`
const pointsOf = (reading: PointReading) =>
  'at' in reading ? [reading.at] : 'among' in reading ? reading.among.map(({ at }) => at) : []

/** Drops points within 20 m of an earlier one: texts often repeat a place, rounded. The first is most exact. */
function apart(points: readonly Point[]): readonly Point[] {
  const near = 0.0002
  return points.filter(
    (at, i) => points.findIndex(one => Math.abs(one.lat - at.lat) < near && Math.abs(one.lng - at.lng) < near) === i,
  )
}

/** RFC 5870, with the `q` of Android: 'geo:0,0?q=-22.9,-47.06(Torre)'. */
function pairsOfGeo(address: string): readonly FoundPair[] {
  const [, body = '', search = ''] = /^geo:([^?;]*)[^?]*(?:\?(.*))?$/is.exec(address) ?? []
  const asked = new URLSearchParams(search).getAll('q').flatMap(value => readPart('pin', value))
  const [lat = '', lng = ''] = body.split(',')
  return [...asked, ...(Number(lat) === 0 && Number(lng) === 0 ? [] : readPart('query', `${lat}, ${lng}`))]
}

function pairsOfMap(address: string): readonly FoundPair[] | string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url) return noneWhy
  const { host, hash, searchParams } = url
  const path = unescaped(url.pathname)
  const isTurned = /(?:^|\.)yandex\./.test(host)
  const partOf = (name: string) => parts.find(part => parameters[part].includes(name))
  const found: FoundPair[] = []
  // Google: !3dLAT!4dLNG is the mark, !1dLNG!2dLAT a stop on the way.
  for (const [, lat = '', lng = ''] of path.matchAll(/!3d(-?[\d.]{1,20})!4d(-?[\d.]{1,20})/g))
    found.push(...readPart('pin', `${lat}, ${lng}`))
  for (const [, lng = '', lat = ''] of path.matchAll(/!1d(-?[\d.]{1,20})!2d(-?[\d.]{1,20})/g))
    found.push(...readPart('query', `${lat}, ${lng}`))
  const segments = path.split('/')
  const verb = segments.find(segment => /^(?:place|search|dir)$/.test(segment))
  for (const segment of segments)
    if (segment.startsWith('@')) found.push(...readPart('centre', segment.slice(1).split(',').slice(0, 2).join(', ')))
    else if (verb && !segment.startsWith('data='))
      found.push(...readPart(verb === 'place' ? 'pin' : 'query', segment.replaceAll('+', ' ')))
  for (const [name, value] of searchParams) {
    const part = partOf(name.toLowerCase())
    const meant = part === 'centre' && placesByCentre.test(host) ? 'query' : part
    if (meant) found.push(...readMany(meant, value, isTurned && name !== 'rtext'))
  }
  for (const [lat, lng, part] of [
    ['mlat', 'mlon', 'pin'],
    ['lat', 'lon', 'query'],
    ['lat', 'lng', 'query'],
    ['latitude', 'longitude', 'query'],
  ] as const) {
    const [north, east] = [searchParams.get(lat), searchParams.get(lng)]
    if (north !== null && east !== null) found.push(...readPart(part, `${north}, ${east}`))
  }
  const [, view = ''] = /^#(?:map=)?[\d.]{1,6}\/(-?[\d.]{1,20}\/-?[\d.]{1,20})/.exec(hash) ?? []
  if (view) found.push(...readPart('centre', view.replace('/', ', ')))
  return found.length ? found : shortKinds.test(`${host}${path}`) ? shortWhy : noneWhy
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** One parameter may hold several places, '-22,-47;-23,-46', or one whose halves are so apart: '-22.9~-47.06'. */
function readMany(part: AddressPart, value: string, isTurned: boolean): readonly FoundPair[] {
  const given = value.replace(/^(?:ll\.|loc:)/i, '').replace(/^point\.([^_]*)_([^_]*).*$/, '$1, $2')
  const pieces = given.split(/[~;|]/)
  const isPair = pieces.length === 2 && pieces.every(piece => /^-?[\d.]{1,20}$/.test(piece))
  return isPair ? readPart(part, pieces.join(', '), isTurned) : pieces.flatMap(piece => readPart(part, piece, isTurned))
}

/** Names in brackets behind a place are no part of it. What is no place is a name, or a street: it is not counted. */
function readPart(part: AddressPart, text: string, isTurned = false): readonly FoundPair[] {
  if (text.length > longestPart || !/\d/.test(text)) return []
  const reading = readPlaceText(text.replace(/\([^()]*\)\s*$/, ''), isTurned ? 'lng' : 'lat')
  return 'why' in reading || ('changed' in reading && reading.changed !== undefined && !isTurned)
    ? []
    : [[part, reading]]
}

const addresses = /https?:\/\/\S+|geo:[^\n]+/gi

/** Both coordinates of a place at once, pasted from a licence, a spreadsheet, a conversation or a map. */
export function readPoint(text: string): PointReading {
  if (text.length > longestAddress) return { why: tooLong }
  const found = text.match(addresses) ?? []
  if (!found.length) return readPlaceText(text)
  const around = text.replace(addresses, ' ').trim()
  const beside = readPlaceText(around)
  // A text may contain coordinates and the link of a map: if they differ, both are offered as readings.
  const readings = [...found.map(readAddress), ...('why' in beside ? [] : [beside])]
  const [first] = readings
  if (!first || readings.length === 1)
    return first && 'at' in first && around
      ? { ...first, changed: joinNotes(first.changed, sayLeft([around])) }
      : (first ?? { why: noneWhy })
  const points = apart(readings.flatMap(pointsOf))
  return points.length ? pointOf(points, manyPlaces(points)) : first
}

/** Reads one coordinate, or a whole place pasted into one of its two boxes. The error describes what the text resembles most. */
export function readTyped(text: string, axis: Axis): CoordinateReading | PointReading {
  const one = readCoordinate(text, axis)
  if (!('why' in one)) return one
  const whole = readPoint(text)
  if (!('why' in whole)) return whole
  const isWhole = /https?:|geo:/i.test(text) || (text.match(/\d+(?:[.,]\d+)?/g) ?? []).length > 3
  return isWhole ? whole : one
}
