import * as fc from 'fast-check'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { KmlRead } from '#features/network/stations/kml/kml.ts'
import { proposalOf } from '#features/network/stations/kml/proposal.ts'
import { readKml } from '#features/network/stations/kml/read.server.ts'

const bytesOf = (inside: string) =>
  new TextEncoder().encode(`<?xml version="1.0"?><kml xmlns:gx="x"><Document>${inside}</Document></kml>`)
function read(inside: string): KmlRead {
  const found = readKml(bytesOf(inside))
  if (typeof found === 'string') throw new Error(found)
  return found
}

const tuple = fc.constantFrom('-47.06,-22.9', '-47.0, -22.8, 700', '-46.9,-22.7', '0,0', 'x,-22', '-58.38,-34.6', '')
const coordinates = fc.array(tuple, { maxLength: 4 }).map(all => `<coordinates>${all.join(' ')}</coordinates>`)
interface Shape {
  readonly xml: string
  /** How many of it there are. */
  readonly shapes: number
}
const single: fc.Arbitrary<Shape> = fc.oneof(
  coordinates.map(inside => ({ xml: `<Point>${inside}</Point>`, shapes: 1 })),
  coordinates.map(inside => ({ xml: `<LineString id="a">${inside}</LineString>`, shapes: 1 })),
  fc.constantFrom(
    { xml: '<Point/>', shapes: 1 },
    { xml: '<Polygon/>', shapes: 1 },
    { xml: '<Polygon><outerBoundaryIs><LinearRing/></outerBoundaryIs></Polygon>', shapes: 1 },
    { xml: '<gx:Track><gx:coord>-47 -22 0</gx:coord></gx:Track>', shapes: 1 },
    { xml: '<styleUrl>#enlace-fibra</styleUrl>', shapes: 0 },
    { xml: '<description><![CDATA[<Point/>]]></description>', shapes: 0 },
  ),
)
const many = fc.array(single, { maxLength: 3 }).map(all => ({
  xml: all.map(({ xml }) => xml).join(''),
  shapes: all.reduce((sum, { shapes }) => sum + shapes, 0),
}))
const nested = many.map(({ xml, shapes }) => ({ xml: `<MultiGeometry>${xml}</MultiGeometry>`, shapes }))
const placemark = fc
  .record({
    name: fc.constantFrom('<name>Torre</name>', '<name id="1"><![CDATA[A < B]]></name>', '<name/>', ''),
    shapes: fc.array(fc.oneof(many, nested), { maxLength: 3 }),
  })
  .map(({ name, shapes }) => ({
    xml: `<Placemark>${name}${shapes.map(({ xml }) => xml).join('')}</Placemark>`,
    // A place without a shape is left out as one.
    parts: Math.max(
      1,
      shapes.reduce((sum, each) => sum + each.shapes, 0),
    ),
  }))

test('nothing of a map disappears: each shape is a point, a line, or left out with a reason', () => {
  const taken = { points: 0, left: 0 }
  fc.assert(
    fc.property(fc.array(placemark, { minLength: 1, maxLength: 6 }), placemarks => {
      const all = placemarks.map(({ xml }) => xml)
      const found = read(
        `<Folder>${all.join('\n')}</Folder><Placemark><Point><coordinates>-47,-22</coordinates></Point></Placemark>`,
      )
      const { points, lines, left } = found
      const parts = placemarks.reduce((sum, each) => sum + each.parts, 0)
      expect(points.length + lines.length + left.length).toBe(parts + 1)
      expect(left.filter(({ why }) => why === '')).toEqual([])
      const { stations, links, loose } = proposalOf(
        found,
        { stations: [], joined: [] },
        { tolerance: 200, isTaken: (_key, isTwin) => !isTwin },
      )
      expect(stations.map(({ key }) => key)).toEqual(points.map((_, at) => at))
      expect(links.length + loose.length).toBe(lines.length)
      expect(new Set(links.map(({ key }) => key)).size).toBe(links.length)
      taken.points += points.length
      taken.left += left.length
    }),
    { numRuns: 300 },
  )
  expect(Math.min(taken.points, taken.left)).toBeGreaterThan(100)
})

const point = '<Point><coordinates>-47,-22</coordinates></Point>'
test('what is no place, and what is changed, is said beside what is read', () => {
  const { notes, lines } = read(
    `<NetworkLink/><GroundOverlay/><GroundOverlay/>
    <Placemark><name>${'a'.repeat(130)}</name><visibility>0</visibility>${point}</Placemark>
    <Placemark><description>Torre de 40 m</description>${point}</Placemark>
    <Placemark><LineString><coordinates>-47,-22 -46.9,-22 -46.8,-22</coordinates></LineString></Placemark>`,
  )
  expect(lines).toHaveLength(1)
  expect(notes).toEqual([
    'O arquivo traz também o que não é lugar, e não foi lido: um apontador para outro arquivo e 2 imagens sobre o mapa.',
    'Um lugar está oculto no programa de mapas, e entra como os outros.',
    'Um nome foi cortado em 120 letras.',
    'Uma linha tem pontos entre as pontas: só as pontas valem.',
    'Um lugar tem descrição ou dados próprios, que não são lidos.',
  ])
})

test('each map of a KMZ is read, or said to be left out', () => {
  const map = bytesOf(`<Placemark>${point}</Placemark>`)
  const found = readKml(zipSync({ 'doc.kml': map, 'torres.kml': map, 'a.png': new Uint8Array(3) }))
  expect(found).toMatchObject({
    notes: ['O KMZ tem mais de um mapa, e só o primeiro foi lido: ficou de fora “torres.kml”.'],
  })
  expect(readKml(bytesOf('<NetworkLink/>'))).toMatch(/só aponta para outro/)
})

test('two points of one place are two, and two pairs of one point are none', () => {
  const { points, left } = read(
    `<Placemark>${point}<Point><coordinates>-48,-22</coordinates></Point></Placemark>
    <Placemark><Point><coordinates>-47,-22 -46,-22</coordinates></Point></Placemark>`,
  )
  expect(points.map(({ at }) => at.lng)).toEqual([-47, -48])
  expect(left.map(({ why }) => why)).toEqual(['O ponto tem mais de um par de coordenadas.'])
})
