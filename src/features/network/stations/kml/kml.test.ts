import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { kmlLimits, pointOfTuple } from '#features/network/stations/kml/kml.ts'
import { proposalOf, type KnownNetwork } from '#features/network/stations/kml/proposal.ts'
import { readKml } from '#features/network/stations/kml/read.server.ts'
import { kmlOf } from '#features/network/stations/kml/write.ts'
import type { MapLink, MapStation } from '#features/network/stations/map/schema.ts'

// Files of maps come from everywhere: what they say is proposed, what they cannot mean is told, and what would harm is refused.

const kml = (inside: string, head = '<?xml version="1.0"?>') =>
  new TextEncoder().encode(`${head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`)
const place = (name: string, coordinates: string) =>
  `<Placemark><name>${name}</name><Point><coordinates>${coordinates}</coordinates></Point></Placemark>`
const line = (name: string, ...coordinates: readonly string[]) =>
  `<Placemark><name>${name}</name><LineString><coordinates>${coordinates.join(' ')}</coordinates></LineString></Placemark>`
const read = (bytes: Uint8Array) => {
  const found = readKml(bytes)
  if (typeof found === 'string') throw new Error(found)
  return found
}

test('points and lines are read with their names, whatever the prefix, the folder and the packing', () => {
  const inside = `<Folder>${place('Torre &amp; Cia', '-47.06,-22.9,700')}<Folder>${line('A', '-47.06,-22.9', '-47.0,-22.8', '-46.9,-22.7')}</Folder></Folder>`
  const plain = read(kml(inside))
  expect(plain).toEqual({
    points: [{ name: 'Torre & Cia', at: { lat: -22.9, lng: -47.06 }, medium: null }],
    lines: [
      {
        name: 'A',
        ends: [
          { lat: -22.9, lng: -47.06 },
          { lat: -22.7, lng: -46.9 },
        ],
        medium: null,
      },
    ],
    left: [],
    notes: ['Uma linha tem pontos entre as pontas: só as pontas valem.'],
  })
  const prefixed = new TextEncoder().encode(
    '<kml:kml xmlns:kml="x"><kml:Placemark><kml:name>P</kml:name><kml:MultiGeometry><kml:Point><kml:coordinates>-47, -22, 0</kml:coordinates></kml:Point><kml:Point><kml:coordinates>-46,-22</kml:coordinates></kml:Point></kml:MultiGeometry></kml:Placemark></kml:kml>',
  )
  expect(read(prefixed).points.map(({ at }) => at.lng)).toEqual([-47, -46])
  expect(read(zipSync({ 'doc.kml': kml(inside), 'files/a.png': new Uint8Array(9) }))).toEqual(plain)
  expect(
    read(kml(`<Placemark><name><![CDATA[A < B]]></name><Point><coordinates>-47,-22</coordinates></Point></Placemark>`))
      .points[0]?.name,
  ).toBe('A < B')
})

test('what cannot be read is counted with its reason, and the rest is taken', () => {
  const { points, lines, left } = read(
    kml(
      place('Boa', '-47,-22') +
        place('Sem número', 'NaN,-22') +
        place('Sem fim', 'Infinity,-22') +
        place('Vazia', '') +
        place('Longe', '2.35,48.85') +
        '<Placemark><name>Área</name><Polygon/></Placemark>' +
        line('Ponto só', '-47,-22') +
        line('Quebrada', '-47,-22', '-46,x'),
    ),
  )
  expect([points.length, lines.length]).toEqual([1, 0])
  expect(left.map(({ name, why }) => `${name}: ${why}`)).toEqual([
    'Sem número: As coordenadas não são legíveis.',
    'Sem fim: As coordenadas não são legíveis.',
    'Vazia: As coordenadas não são legíveis.',
    'Longe: Este ponto fica fora do Brasil.',
    'Área: Não é ponto nem linha.',
    'Ponto só: A linha tem um ponto só.',
    'Quebrada: As coordenadas não são legíveis.',
  ])
})

test.each<readonly [string, Uint8Array, RegExp]>([
  ['nothing', new Uint8Array(), /está vazio/],
  ['too many bytes', new Uint8Array(kmlLimits.bytes + 1), /passa de 5 MB/],
  ['no KML', new TextEncoder().encode('<gpx><Placemark/></gpx>'), /não é um KML/],
  ['words', new TextEncoder().encode('Nome;Latitude'), /não é um KML/],
  ['no UTF-8', Uint8Array.from([0x3c, 0x6b, 0x6d, 0x6c, 0x3e, 0xff, 0xfe]), /danificado/],
  ['half a KMZ', zipSync({ 'doc.kml': kml(place('A', '-47,-22')) }).slice(0, 90), /danificado/],
  ['a ZIP of something else', zipSync({ 'a.txt': new Uint8Array(3) }), /sem nenhum KML/],
  ['a bomb', zipSync({ 'doc.kml': new Uint8Array(kmlLimits.unpacked + 1) }), /descompactado passa/],
  ['nothing in it', kml(''), /nenhum ponto nem linha/],
  ['nothing legible', kml(place('A', 'NaN,NaN')), /Nada do arquivo pode ser lido: as coordenadas não são legíveis\./],
  ['swapped halves', kml(place('Torre', '-22.9,-47.06')), /As coordenadas de “Torre” estão trocadas/],
  ['too many places', kml(place('A', '-47,-22').repeat(kmlLimits.placemarks + 1)), /lemos até 2\.000/],
  [
    'entities that name files',
    kml(place('&x;', '-47,-22'), '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    /definições próprias/,
  ],
  ['entities that grow', kml('', '<!DOCTYPE k [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>'), /definições próprias/],
])('a file with %s is refused in a sentence', (_what, bytes, why) => {
  expect(readKml(bytes)).toMatch(why)
})

test('what lies very deep ends in a sentence too', () => {
  const deep = 200_000
  expect(typeof readKml(kml(`<Placemark>${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}</Placemark>`))).toBe('string')
})

test('half a coordinate is none', () => {
  expect(pointOfTuple('-47.0600004,-22.9')).toEqual({ lat: -22.9, lng: -47.06 })
  for (const tuple of ['', '-47', '-47,', ',-22', '-47,-22,x', '-47,-91', '-181,-22', '1e3,2', '0x10,2'])
    expect(pointOfTuple(tuple)).toBeNull()
})

const known: KnownNetwork = {
  stations: [
    { id: 1, name: 'Pico', at: { lat: -22.9, lng: -47.06 } },
    { id: 2, name: 'Vale', at: { lat: -22.8, lng: -47.0 } },
    { id: 3, name: 'Sem lugar', at: null },
  ],
  joined: [],
}
const usual = { tolerance: 200, isTaken: (_key: number, isTwin: boolean) => !isTwin }

test('points that are there already, or twice in the file, are said to be so', () => {
  const file = read(
    kml(
      place('Outra', '-47.06,-22.9001') +
        place('sem lugar', '-47.3,-22.3') +
        place('Nova', '-47.5,-22.5') +
        place('Nova de novo', '-47.5,-22.5001'),
    ),
  )
  expect(proposalOf(file, known, usual).stations.map(({ twin }) => twin)).toEqual([
    'Já existe: Pico, a 11\u00a0m',
    'Já existe uma estação com este nome',
    null,
    'Repete Nova do arquivo',
  ])
})

test('a line is a link between the stations its ends are near, and is loose otherwise', () => {
  const file = read(
    kml(
      place('Nova', '-47.5,-22.5') +
        line('boa', '-47.06,-22.9005', '-47.5,-22.5') +
        line('de novo', '-47.5,-22.5', '-47.06,-22.9') +
        line('longe', '-47.06,-22.905', '-47.0,-22.8') +
        line('em si', '-47.06,-22.9', '-47.06,-22.9001') +
        line('no nada', '-40,-10', '-41,-11'),
    ),
  )
  const { links, loose } = proposalOf(file, known, usual)
  expect(links).toMatchObject([
    {
      name: 'boa',
      ends: [
        { kind: 'known', id: 1 },
        { kind: 'new', key: 0 },
      ],
    },
  ])
  expect(loose.map(({ name, why }) => `${name}: ${why}`)).toEqual([
    'de novo: Nova e Pico já são unidas por um enlace, ou por outra linha.',
    'longe: Uma ponta não cai numa estação: a mais próxima, Pico, fica a 554\u00a0m.',
    'em si: As duas pontas caem em Pico.',
    'no nada: Nenhuma ponta cai numa estação.',
  ])
  // A wider reach takes it; a station that is left out is none to end at.
  expect(proposalOf(file, known, { ...usual, tolerance: 600 }).links).toHaveLength(2)
  expect(proposalOf(file, known, { ...usual, isTaken: () => false }).links).toEqual([])
  const joined = [[1, 2]] as const
  expect(proposalOf(file, { ...known, joined }, { ...usual, tolerance: 600 }).links).toHaveLength(1)
})

test('what goes out comes back in: names, places and media', () => {
  const client = { id: 9, uuid: 'c', name: 'Serra' }
  const station = (id: number, name: string, latitude: number, longitude: number): MapStation => ({
    id,
    uuid: `s${id}`,
    name,
    client,
    attendance_middle: null,
    technology_type: null,
    status: null,
    station_number: null,
    shared: false,
    icon_url: '/map/radio.svg',
    latitude,
    longitude,
  })
  const hostile = `A & "B" <b>]]>\u0007 ' ção`
  const stations = [station(1, hostile, -22.9, -47.06), station(2, 'Vale', -22.8, -47)]
  const link: MapLink = {
    id: 1,
    uuid: 'k',
    station_link_uuid: 'l',
    station_1_id: 1,
    latitude_1: -22.9,
    longitude_1: -47.06,
    station_2_id: 2,
    latitude_2: -22.8,
    longitude_2: -47,
    attendance_middle: { id: 2, uuid: 'm', name: 'Rádio' },
    capacity: 1,
    exists: true,
    swap: false,
    own_link: true,
    status: null,
  }
  const file = kmlOf({ title: 'Serra & Cia', stations, links: [link], markOf: () => 'radio' })
  const found = read(new TextEncoder().encode(file))
  const { points, lines, left } = found
  expect(left).toEqual([])
  expect(points).toEqual([
    { name: `A & "B" <b>]]> ' ção`, at: { lat: -22.9, lng: -47.06 }, medium: 'radio' },
    { name: 'Vale', at: { lat: -22.8, lng: -47 }, medium: 'radio' },
  ])
  expect(lines).toMatchObject([{ ends: [{ lat: -22.9 }, { lat: -22.8 }], medium: 'radio' }])
  const { links } = proposalOf(found, { stations: [], joined: [] }, usual)
  expect(links).toMatchObject([{ ends: [{ key: 0 }, { key: 1 }] }])
})
