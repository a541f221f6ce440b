import { unzipSync } from 'fflate'
import type { Point } from '#kernel/coordinates.ts'
import { doubtOf } from '#kernel/place/doubt.ts'
import { showInteger } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import {
  kmlLimits,
  mediumOfStyle,
  pointOfTuple,
  type KmlLeft,
  type KmlLine,
  type KmlPoint,
  type KmlRead,
} from '#features/network/stations/kml/kml.ts'
import { isOvergrown, partsOf } from '#parts/file/zip-parts.server.ts'
import { elementAt, readXml, textAt, type XmlElement } from '#parts/xml/xml.ts'

/** What a file of a map holds or, as a text, why it is not taken. `isHome`: whether a place is where stations are. Never throws. */
export function readKml(bytes: Uint8Array, isHome?: (at: Point) => boolean): KmlRead | string {
  if (!bytes.length) return 'O arquivo está vazio.'
  if (bytes.length > kmlLimits.bytes) return 'O arquivo passa de 5 MB. Divida-o, ou confira se é o certo.'
  try {
    const found = bytes[0] === 0x50 && bytes[1] === 0x4b ? unpacked(bytes) : { document: bytes, others: [] }
    if (typeof found === 'string') return found
    const read = placemarksIn(found.document, isHome)
    if (typeof read === 'string' || !found.others.length) return read
    const said = `O KMZ tem mais de um mapa, e só o primeiro foi lido: ficou de fora ${join(found.others.map(name => `“${name}”`))}.`
    return { ...read, notes: [said, ...read.notes] }
  } catch {
    return damaged
  }
}
const damaged = 'O arquivo está danificado: não é um KML nem um KMZ inteiro. Exporte-o de novo do programa de mapas.'

/** The document of a KMZ: `doc.kml`, or the first that is one; and the names of the other ones. */
function unpacked(bytes: Uint8Array): { readonly document: Uint8Array; readonly others: readonly string[] } | string {
  const parts = partsOf(bytes).filter(({ name }) => /\.kml$/i.test(name))
  const part = parts.find(({ name }) => name === 'doc.kml') ?? parts[0]
  if (!part) return 'O arquivo é um ZIP sem nenhum KML dentro.'
  if (isOvergrown([part], bytes.length, kmlLimits.unpacked))
    return 'O KMZ descompactado passa do tamanho que lemos. Divida-o em arquivos menores.'
  const document = unzipSync(bytes, { filter: ({ name }) => name === part.name })[part.name]
  const others = parts.filter(each => each !== part).map(({ name }) => name.slice(0, 120))
  return document ? { document, others: others.slice(0, 20) } : 'O KMZ está danificado.'
}

function placemarksIn(bytes: Uint8Array, isHome?: (at: Point) => boolean): KmlRead | string {
  if (bytes.length > kmlLimits.unpacked) return 'O KML passa do tamanho que lemos. Divida-o em arquivos menores.'
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  // No KML needs any; what defines entities may name files of ours, or grow without end.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return 'O arquivo traz definições próprias (DOCTYPE), que um KML não usa e não lemos. Exporte-o de novo do programa de mapas.'
  if (!/<(?:\w+:)?kml[\s>]/i.test(text)) return 'O arquivo não é um KML.'
  const root = readXml(text)
  if (!root) return damaged
  const places = elementsCalled(root, 'Placemark')
  if (!places.length)
    return elementsCalled(root, 'NetworkLink').length
      ? 'O arquivo só aponta para outro, na rede (NetworkLink). Abra-o no programa de mapas, salve os lugares num KML e envie-o.'
      : 'O arquivo não tem nenhum ponto nem linha.'
  if (places.length > kmlLimits.placemarks)
    return `O arquivo tem ${showInteger(places.length)} lugares; lemos até ${showInteger(kmlLimits.placemarks)} por vez. Divida-o.`
  const points: KmlPoint[] = []
  const lines: KmlLine[] = []
  const left: KmlLeft[] = []
  const counts = { cut: 0, hidden: 0, between: 0, besides: 0 }
  for (const place of places) {
    const whole = textAt(place, 'name') ?? ''
    const name = whole.slice(0, longestName).trim()
    if (whole.length > longestName) counts.cut++
    if (textAt(place, 'visibility') === '0') counts.hidden++
    if (textAt(place, 'description') !== null || elementAt(place, 'ExtendedData')) counts.besides++
    const said = { name, medium: mediumOfStyle(textAt(place, 'styleUrl') ?? '') }
    const shapes = shapesIn(place)
    if (!shapes.length) left.push({ name, why: strange })
    for (const shape of shapes) {
      const at = shape.tuples.map(pointOfTuple)
      const swapped = at.find(point => point && doubtOf(point)?.kind === 'trocadas')
      if (swapped)
        return `As coordenadas de “${name || 'um lugar sem nome'}” estão trocadas: num KML a longitude vem antes da latitude. Corrija o arquivo e envie de novo.`
      const [first, last] = [at[0], at.at(-1)]
      const why = whyLeft(shape, at, isHome)
      if (why !== null || !first || !last) left.push({ name, why: why ?? illegible })
      else if (shape.kind === 'point') points.push({ ...said, at: first })
      else {
        if (at.length > 2) counts.between++
        lines.push({ ...said, ends: [first, last] })
      }
    }
  }
  if (!points.length && !lines.length)
    return `Nada do arquivo pode ser lido: ${left
      .map(({ why }) => why.toLowerCase().replace(/\.$/, ''))
      .filter((why, i, all) => all.indexOf(why) === i)
      .join('; ')}.`
  return { points, lines, left, notes: notesOf(counts, root) }
}

/** Characters of a station's name. */
const longestName = 120
const illegible = 'As coordenadas não são legíveis.'
const strange = 'Não é ponto nem linha.'
/** Why a shape is not taken; null of one that is. */
function whyLeft({ kind }: KmlShape, at: readonly (Point | null)[], isHome?: (at: Point) => boolean): string | null {
  if (kind === 'other') return strange
  const [first, last] = [at[0], at.at(-1)]
  if (at.includes(null) || !first || !last) return illegible
  if (kind === 'point' && at.length > 1) return 'O ponto tem mais de um par de coordenadas.'
  // A line may end at sea; a station there is registered by itself.
  const [doubt] = [first, last].flatMap(end => doubtOf(end, kind === 'point' ? isHome : undefined) ?? [])
  if (doubt) return doubt.said
  return kind === 'line' && at.length < 2 ? 'A linha tem um ponto só.' : null
}

type KmlCounts = Readonly<Record<'cut' | 'hidden' | 'between' | 'besides', number>>
/** Elements that are no places, and what each is in words. */
const unreadElements = [
  ['NetworkLink', 'um apontador para outro arquivo', 'apontadores para outros arquivos'],
  ['GroundOverlay', 'uma imagem sobre o mapa', 'imagens sobre o mapa'],
  ['PhotoOverlay', 'uma foto', 'fotos'],
] as const
function notesOf({ cut, hidden, between, besides }: KmlCounts, root: XmlElement): readonly string[] {
  const said = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? one : `${showInteger(n)} ${many}`])
  const unread = unreadElements.flatMap(([tag, one, many]) => said(elementsCalled(root, tag).length, one, many))
  return [
    ...(unread.length ? [`O arquivo traz também o que não é lugar, e não foi lido: ${join(unread)}.`] : []),
    ...said(
      hidden,
      'Um lugar está oculto no programa de mapas, e entra como os outros.',
      'lugares estão ocultos no programa de mapas, e entram como os outros.',
    ),
    ...said(cut, 'Um nome foi cortado em 120 letras.', 'nomes foram cortados em 120 letras.'),
    ...said(
      between,
      'Uma linha tem pontos entre as pontas: só as pontas valem.',
      'linhas têm pontos entre as pontas: só as pontas valem.',
    ),
    ...said(
      besides,
      'Um lugar tem descrição ou dados próprios, que não são lidos.',
      'lugares têm descrição ou dados próprios, que não são lidos.',
    ),
  ]
}

interface KmlShape {
  readonly kind: 'point' | 'line' | 'other'
  readonly tuples: readonly string[]
}
/** Every element of a name, in the order of the document. */
const elementsCalled = (root: XmlElement, name: string): readonly XmlElement[] =>
  root.name === name ? [root] : root.children.flatMap(child => elementsCalled(child, name))

/** Shapes that become no station and no link. */
const otherShapes: ReadonlySet<string> = new Set(['Polygon', 'LinearRing', 'Model', 'Track', 'MultiTrack', 'Tour'])
/** The shapes of a placemark, those of a MultiGeometry too. */
const shapesIn = ({ children }: XmlElement): readonly KmlShape[] =>
  children.flatMap((child): readonly KmlShape[] => {
    if (child.name === 'MultiGeometry') return shapesIn(child)
    if (otherShapes.has(child.name)) return [{ kind: 'other', tuples: [] }]
    if (child.name !== 'Point' && child.name !== 'LineString') return []
    return [{ kind: child.name === 'Point' ? 'point' : 'line', tuples: tuplesOf(child) }]
  })

const tuplesOf = (shape: XmlElement): readonly string[] =>
  shape.children
    .filter(({ name }) => name === 'coordinates')
    .map(({ text }) => text)
    .join(' ')
    .trim()
    .replace(/(?<!\s)\s*,\s*/g, ',')
    .split(/\s+/)
    .filter(Boolean)
