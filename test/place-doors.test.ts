import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { theirStations } from '#features/regulatory/infrastructure/theirs.ts'
import { seriesIn } from '#features/network/stations/series.ts'
import { readKml } from '#features/network/stations/kml/read.server.ts'
import { sixth } from '#kernel/coordinates.ts'
import { readTyped } from '#kernel/place/address.ts'
import { doubtOf } from '#kernel/place/doubt.ts'
import { isInTown } from '#parts/address/judge.server.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import { importing } from './support/importing.ts'
import { cnpj } from './support/drafts.ts'
import { dataOf, rowsOf } from './support/world.ts'

// Whatever door a place comes by, it is the same place, or in the same doubt.

/** Divinópolis/MG. */
const ibge = '3122306'
type Outcome = 'read' | 'refused' | 'asked' | 'zero' | 'trocadas' | 'sinal' | 'exterior' | 'mar'
const table: readonly (readonly [lat: string, lng: string, Outcome])[] = [
  ['-20,142222', '-44,8875', 'read'],
  ['-20.142222', '-44.887500', 'read'],
  [`20°08'32"S`, `44°53'15"W`, 'read'],
  [`S 20°08'32"`, `O 44°53'15"`, 'read'],
  ['20 08 32 S', '44 53 15 W', 'read'],
  ['20S0832', '44W5315', 'read'],
  ['20S083200', '44W531500', 'read'],
  ['200832S', '0445315W', 'read'],
  [`20°08.5333' S`, `44°53.25' W`, 'read'],
  ['20d08m32sS', '44d53m15sW', 'read'],
  ['20-08-32 S', '44-53-15 W', 'read'],
  ['20 graus 8 minutos 32 segundos Sul', '44 graus 53 minutos 15 segundos Oeste', 'read'],
  ['20˚08´32´´S', '44˚53´15´´W', 'read'],
  ['−20,142222', '\u200b−44,8875', 'read'],
  ['Lat: -20,142222', 'Long: -44,8875', 'read'],
  [`20°68'32"S`, `44°53'15"W`, 'refused'],
  ['20142222', '44887500', 'refused'],
  ['-2,01E+01', '-4,49E+01', 'refused'],
  ['aqui', 'ali', 'refused'],
  ['-20,142222', '44 S', 'refused'],
  ['-20,142222 N', '-44,8875', 'asked'],
  [`-20°08'32"N`, `44°53'15"W`, 'asked'],
  ['0', '0', 'zero'],
  ['00S0000', '00W0000', 'zero'],
  ['-44,8875', '-20,142222', 'trocadas'],
  ['20,142222', '44,8875', 'sinal'],
  [`20°08'32"N`, `44°53'15"W`, 'sinal'],
  [`20°08'32"S`, `44°53'15"E`, 'sinal'],
  ['20N0832', '44W5315', 'sinal'],
  ['40,7128', '-100,006', 'exterior'],
  // Within the square around Brazil: Buenos Aires, Assunção, Santa Cruz de la Sierra, and the open sea.
  ['-34,6037', '-58,3816', 'mar'],
  ['-25,2637', '-57,5759', 'mar'],
  ['-17,7834', '-63,1821', 'mar'],
  ['-23,5', '-41,2', 'mar'],
]
const tower = { lat: -20.142222, lng: -44.8875 }
const isTower = (at: { readonly lat: number; readonly lng: number } | null | undefined) =>
  at != null && Math.abs(at.lat - tower.lat) < 1e-5 && Math.abs(at.lng - tower.lng) < 1e-5
/** What the square around Brazil cannot tell is told by the server, whom the form and the series ask. */
const known = (outcome: Outcome) => outcome !== 'mar'

/** What the two boxes of the form come to. */
function inBoxes(lat: string, lng: string): Outcome | 'elsewhere' {
  const [north, east] = [readTyped(lat, 'lat'), readTyped(lng, 'lng')]
  if ('why' in north || 'why' in east) return 'refused'
  if (!('degrees' in north) || !('degrees' in east)) return 'asked'
  const at = { lat: north.degrees, lng: east.degrees }
  const doubt = doubtOf(at)
  return doubt ? (table.find(([, , outcome]) => outcome === doubt.kind)?.[2] ?? 'elsewhere') : 'read'
}

describe('a place', () => {
  const { world, call, judged, preview } = importing()

  test.each(table)('%s and %s in the boxes of the form are %s', (lat, lng, outcome) =>
    expect(inBoxes(lat, lng)).toBe(known(outcome) ? outcome : 'read'),
  )

  test.each(table)('%s and %s in a line of a series are %s', (lat, lng, outcome) => {
    const [line] = seriesIn(`Torre Alta; ${lat}; ${lng}`, 'Torre 1')
    expect(line?.name).toBe(outcome === 'refused' && !line?.wrong ? '' : 'Torre Alta')
    expect(line?.wrong === undefined).toBe(outcome === 'read' || !known(outcome))
    expect(isTower(line?.at)).toBe(outcome === 'read')
  })

  test('in a file of the regulator it is the same one, with what is doubtful beside it', async () => {
    const outlines = await openOutlines()
    const told = theirStations(
      {
        header: ['NumEstacao', 'Latitude', 'Longitude'],
        records: table.map(([lat, lng], at) => ({ line: at + 2, cells: [String(at + 1), lat, lng] })),
      },
      { document: '', fistels: [], names: [] },
      { isHome: at => isInTown(outlines, at) },
    )
    if (typeof told === 'string') throw new Error(told)
    const found = table.map((_, at) => told.stations.find(({ number }) => number === String(at + 1)))
    expect(found.map(station => station !== undefined)).toEqual(
      table.map(([, , outcome]) => !['refused', 'asked'].includes(outcome)),
    )
    expect(found.map(station => isTower(station?.place) && station?.doubt === null)).toEqual(
      table.map(([, , outcome]) => outcome === 'read'),
    )
  })

  test('in a spreadsheet it is taken where it is in its municipality, and refused with what it may be elsewhere', async () => {
    const document = cnpj(8_190_001)
    await world().make(clients, 'A1', { name: 'Dono dos Lugares', document, client_users: [] })
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const uuid = await judged('stations', [
      ['Nome', 'Cliente', 'Código IBGE', 'Latitude', 'Longitude'],
      ...table.map(([lat, lng], at) => [`Torre ${at}`, document, ibge, quoted(lat), quoted(lng)]),
      // Belo Horizonte under the code of Divinópolis.
      ['Torre de fora', document, ibge, '-19,9167', '-43,9345'],
    ])
    const { data } = await preview(uuid)
    const rows = data.toSorted((one, other) => one.row - other.row)
    expect(rows.map(({ verdict }) => verdict)).toEqual([
      ...table.map(([, , outcome]) => (outcome === 'read' ? 'criar' : 'recusada')),
      'recusada',
    ])
    const message = (at: number) => rows[at]?.problems.map(each => each.message).join(' ')
    const at = (outcome: Outcome) => table.findIndex(each => each[2] === outcome)
    expect(message(at('trocadas'))).toMatch(/trocadas.* -20,142222; -44,887500/)
    expect(message(at('sinal'))).toContain('-20,142222; -44,887500')
    expect(message(at('mar'))).toContain('no mar, ou fora do Brasil?')
    expect(message(at('asked'))).toContain('se contradizem')
    expect(message(table.length)).toMatch(/ficam em Belo Horizonte\/MG, e não em Divinópolis\/MG/)
  })

  test('in a KML it is proposed where there are municipalities, and left out with why elsewhere', async () => {
    const outlines = await openOutlines()
    const numbers = table.filter(([lat, lng]) => [lat, lng].every(text => /^-?\d+(,\d+)?$/.test(text)))
    expect(numbers.length).toBeGreaterThan(6)
    for (const [lat, lng, outcome] of numbers) {
      const [east, north] = [lng, lat].map(text => text.replace(',', '.'))
      const file = `<kml><Placemark><Point><coordinates>${east},${north}</coordinates></Point></Placemark></kml>`
      const read = readKml(new TextEncoder().encode(file), where => isInTown(outlines, where))
      expect([lat, lng, typeof read === 'string' ? [] : read.points.map(({ at }) => at)]).toEqual([
        lat,
        lng,
        outcome === 'read' ? [tower] : [],
      ])
    }
  })

  test('over the API it is stored as it is sent, rounded as in the form, and says where it is', async () => {
    const [client] = rowsOf(await call('GET', 'clients?pagination=false&columns=id'))
    const [city] = rowsOf(await call('GET', `cities?filter[ibge]=${ibge}`))
    const places = [
      [{ lat: -20.1422221, lng: -44.8874999 }, { lat: -20.142222, lng: -44.8875 }, 'dentro'],
      // A half is rounded one way, whoever rounds it.
      [{ lat: -20.1422005, lng: -44.8875 }, { lat: sixth(-20.1422005), lng: -44.8875 }, 'dentro'],
      [{ lat: -19.9167, lng: -43.9345 }, { lat: -19.9167, lng: -43.9345 }, 'fora'],
      [{ lat: -34.6037, lng: -58.3816 }, { lat: -34.6037, lng: -58.3816 }, 'exterior'],
      [{ lat: 0, lng: 0 }, { lat: 0, lng: 0 }, 'exterior'],
      [{ lat: -44.8875, lng: -20.142222 }, { lat: -44.8875, lng: -20.142222 }, 'exterior'],
    ] as const
    for (const [given, stored, match] of places) {
      const reply = await call('POST', 'stations', {
        name: `Torre ${given.lat}`,
        client_id: client?.id,
        station_type: 'propria',
        opening: 'sim',
        address: [{ ...given, city_id: city?.id }],
      })
      expect([reply.status, reply.body.errors]).toEqual([201, undefined])
      const made = dataOf(reply)
      expect(made).toMatchObject({ town_match: match, address: [stored] })
      const finished = await call('PUT', `stations/${String(made.uuid)}/finalizar`)
      expect([match, finished.status]).toEqual([match, match === 'dentro' ? 200 : 409])
    }
    const wrong = await call('POST', 'stations', {
      name: 'Torre',
      client_id: client?.id,
      address: [{ lat: `20°68' S`, lng: -44 }],
    })
    expect(wrong.body.errors).toMatchObject({ 'address.0.lat': [expect.stringContaining('“68” não pode ser minutos')] })
  })
})
