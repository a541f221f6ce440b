import { unzipSync } from 'fflate'
import { readXml } from 'hucre/xml'
import type { Point } from '#kernel/coordinates.ts'
import { doubtOf } from '#kernel/place/doubt.ts'
import { showInteger } from '#kernel/show.ts'
import {
  kmlLimits,
  mediumOfStyle,
  pointOfTuple,
  type KmlLeft,
  type KmlLine,
  type KmlPoint,
  type KmlRead,
} from '#features/stations/kml/kml.ts'
import { partsOf } from '#parts/file/zip-parts.server.ts'

/** What a file of a map holds or, as a text, why it is not taken. `isHome`: whether a place is where stations are. Never throws. */
export function readKml(bytes: Uint8Array, isHome?: (at: Point) => boolean): KmlRead | string {
  if (!bytes.length) return 'O arquivo está vazio.'
  if (bytes.length > kmlLimits.bytes) return 'O arquivo passa de 5 MB. Divida-o, ou confira se é o certo.'
  try {
    const found = bytes[0] === 0x50 && bytes[1] === 0x4b ? unpacked(bytes) : bytes
    return typeof found === 'string' ? found : placemarksIn(found, isHome)
  } catch {
    return 'O arquivo está danificado: não é um KML nem um KMZ inteiro. Exporte-o de novo do programa de mapas.'
  }
}

/** The document of a KMZ: `doc.kml`, or the first that is one. */
function unpacked(bytes: Uint8Array): Uint8Array | string {
  const parts = partsOf(bytes).filter(({ name }) => /\.kml$/i.test(name))
  const part = parts.find(({ name }) => name === 'doc.kml') ?? parts[0]
  if (!part) return 'O arquivo é um ZIP sem nenhum KML dentro.'
  // One that declares no size hides its own.
  if (part.originalSize > kmlLimits.unpacked || (part.size > 2 && part.originalSize === 0))
    return 'O KMZ descompactado passa do tamanho que lemos. Divida-o em arquivos menores.'
  return unzipSync(bytes, { filter: ({ name }) => name === part.name })[part.name] ?? 'O KMZ está danificado.'
}

function placemarksIn(bytes: Uint8Array, isHome?: (at: Point) => boolean): KmlRead | string {
  if (bytes.length > kmlLimits.unpacked) return 'O KML passa do tamanho que lemos. Divida-o em arquivos menores.'
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  // No KML needs any; what defines entities may name files of ours, or grow without end.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    return 'O arquivo traz definições próprias (DOCTYPE), que um KML não usa e não lemos. Exporte-o de novo do programa de mapas.'
  if (!/<(?:\w+:)?kml[\s>]/i.test(text)) return 'O arquivo não é um KML.'
  const { data } = readXml(text, { rowTag: 'Placemark', flatten: false, stripNamespaces: true })
  if (!data.length) return 'O arquivo não tem nenhum ponto nem linha.'
  if (data.length > kmlLimits.placemarks)
    return `O arquivo tem ${showInteger(data.length)} lugares; lemos até ${showInteger(kmlLimits.placemarks)} por vez. Divida-o.`
  const points: KmlPoint[] = []
  const lines: KmlLine[] = []
  const left: KmlLeft[] = []
  for (const row of data) {
    const name = textOf(row.name).slice(0, 120).trim()
    const said = { name, medium: mediumOfStyle(textOf(row.styleUrl)) }
    const shapes = shapesIn(row)
    if (!shapes.length) left.push({ name, why: 'Não é ponto nem linha.' })
    for (const shape of shapes) {
      const at = shape.tuples.map(pointOfTuple)
      const [first, last] = [at[0], at.at(-1)]
      const wrong = at.includes(null) || !first || !last ? 'As coordenadas não são legíveis.' : null
      const swapped = at.find(point => point && doubtOf(point)?.kind === 'trocadas')
      if (swapped)
        return `As coordenadas de “${name || 'um lugar sem nome'}” estão trocadas: num KML a longitude vem antes da latitude. Corrija o arquivo e envie de novo.`
      // A line may end at sea; a station there is registered by itself.
      const [doubt] = [first, last].flatMap(
        end => (end && doubtOf(end, shape.kind === 'point' ? isHome : undefined)) ?? [],
      )
      if (wrong || !first || !last) left.push({ name, why: wrong ?? '' })
      else if (doubt) left.push({ name, why: doubt.said })
      else if (shape.kind === 'point') points.push({ ...said, at: first })
      else if (at.length < 2) left.push({ name, why: 'A linha tem um ponto só.' })
      else lines.push({ ...said, ends: [first, last] })
    }
  }
  if (!points.length && !lines.length)
    return `Nada do arquivo pode ser lido: ${left
      .map(({ why }) => why.toLowerCase().replace(/\.$/, ''))
      .filter((why, i, all) => all.indexOf(why) === i)
      .join('; ')}.`
  return { points, lines, left }
}

interface KmlShape {
  readonly kind: 'point' | 'line'
  readonly tuples: readonly string[]
}
type XmlNode = Readonly<Record<string, unknown>>

/** Values of a row that hold more than a text come as JSON. */
function nodeIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    const read: unknown = JSON.parse(value)
    return read
  } catch {
    return value
  }
}
const isNode = (value: unknown): value is XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesOf = (value: unknown): readonly XmlNode[] =>
  (Array.isArray(value) ? value : [value]).map(nodeIn).filter(isNode)
const textOf = (value: unknown): string => {
  const node = nodeIn(value)
  if (isNode(node)) return typeof node['#text'] === 'string' ? node['#text'] : ''
  return typeof node === 'string' ? node : ''
}

/** Points and lines of a placemark, those of a MultiGeometry too. */
function shapesIn(node: XmlNode): readonly KmlShape[] {
  return Object.entries(node).flatMap(([tag, value]): readonly KmlShape[] => {
    const local = tag.slice(tag.indexOf(':') + 1)
    if (local === 'MultiGeometry') return nodesOf(value).flatMap(shapesIn)
    if (local !== 'Point' && local !== 'LineString') return []
    return nodesOf(value).map(shape => ({ kind: local === 'Point' ? 'point' : 'line', tuples: tuplesOf(shape) }))
  })
}

function tuplesOf(shape: XmlNode): readonly string[] {
  const [, said] = Object.entries(shape).find(([tag]) => tag.slice(tag.indexOf(':') + 1) === 'coordinates') ?? []
  return textOf(said)
    .trim()
    .replace(/(?<!\s)\s*,\s*/g, ',')
    .split(/\s+/)
    .filter(Boolean)
}
