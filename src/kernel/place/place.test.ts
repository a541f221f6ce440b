import { describe, expect, test } from 'vitest'
import { decimals, degrees, degreesOf, sixDecimals, type Point } from '#kernel/coordinates.ts'
import { readPoint, readTyped } from '#kernel/place/address.ts'
import { doubtOf } from '#kernel/place/doubt.ts'
import { readCoordinate, readPair } from '#kernel/place/place.ts'

const tower: Point = { lat: -20.142222, lng: -44.8875 }

describe('a place in one text', () => {
  test.each([
    // Decimal, whatever is between the two.
    '-20.142222, -44.8875',
    '-20,142222; -44,8875',
    '-20,142222 -44,8875',
    '-20,142222,-44,8875',
    '-20.142222-44.8875',
    '(-20.142222 -44.8875)',
    '-20,142222\t-44,8875',
    '-20,142222\n-44,8875',
    '"-20,142222";"-44,8875"',
    '-20,142222, -44,8875,',
    '-20,142222 e -44,8875',
    '20.142222S 44.8875W',
    'S 20,142222 W 44,8875',
    // Degrees, minutes and seconds, by any sign that people and programs put.
    `20°08'32" S 44°53'15" W`,
    `20°08'32"S44°53'15"W`,
    `S 20°08'32" W 44°53'15"`,
    `44°53'15" W, 20°08'32" S`,
    '20º08’32” S e 44º53’15” O',
    '20˚08´32´´S 44˚53´15´´W',
    `20o08'32"S 44o53'15"O`,
    `20 ° 08 ' 32 " S 44 ° 53 ' 15 " W`,
    '20 08 32 S 44 53 15 O',
    '20:08:32S 44:53:15W',
    '20.08.32 S 44.53.15 W',
    '20-08-32 S 44-53-15 W',
    '20-08-32S-44-53-15W',
    '-20-08-32 -44-53-15',
    '20d08m32sS 44d53m15sW',
    '20d 08m 32s S, 44d 53m 15s W',
    `20 deg 8' 32" S 44 deg 53' 15" W`,
    '20 graus 8 minutos 32 segundos Sul, 44 graus 53 minutos 15 segundos Oeste',
    // Nothing between the numbers.
    '20S0832 44W5315',
    '20S083200 44W531500',
    '20 S 08 32 44 W 53 15',
    '200832S 0445315W',
    'S200832 W0445315',
    // Labels.
    'Lat: -20.142222 Long: -44.8875',
    `Latitude: 20°08'32"S Longitude: 44°53'15"O`,
    'Latitude (S): 20 08 32 Longitude (W): 44 53 15',
    'Long/Lat: -44,8875 / -20,142222',
    'X=-44.8875 Y=-20.142222',
    // What programs write.
    'POINT(-44.8875 -20.142222)',
    'SRID=4326;POINT Z (-44.8875 -20.142222 590)',
    '{"type":"Point","coordinates":[-44.8875,-20.142222]}',
    '{"lat":"-20.142222","lng":"-44.8875"}',
    // What cannot be seen.
    '\u200e-20.142222,\u00a0-44.8875\u200b',
    '−20.142222, −44.8875',
    '２０．１４２２２２Ｓ ４４．８８７５Ｗ',
  ])('%s', text => expect(readPoint(text)).toEqual({ at: tower }))

  test.each([
    [`20°08.5333' S 44°53.25' W`],
    ['S20 08.5333 W44 53.25'],
    ['20 08,5333 S; 44 53,25 W'],
    [`-20°08.5333' -44°53.25'`],
    ['2008.5333,S,04453.25,W'],
  ])('minutes with decimals: %s', text => expect(readPoint(text)).toEqual({ at: tower }))

  test('what is around it is shown, and no number is among that', () => {
    expect(readPoint('Torre da Serra: -20,142222 / -44,8875 (conferido)')).toEqual({
      at: tower,
      changed: 'Ficou de fora: “Torre da Serra conferido”.',
    })
    expect(readPoint('Torre Norte; -20,142222; -44,8875')).toMatchObject({ at: tower })
    expect(readPoint(`20°08'32"S 44°53'15"W alt 590 m`)).toMatchObject({ at: tower, changed: expect.any(String) })
    expect(readPoint('SIRGAS 2000: 20 08 32 S 44 53 15 W')).toMatchObject({ at: tower })
    expect(readPoint('-109.5, -22.9')).toMatchObject({ changed: expect.stringContaining('antes da latitude') })
  })

  test.each([
    ['-20,142222;-44,8875;590', 'Sobra “590”'],
    ['km 12 -20,142222 -44,8875', 'Sobra “12”'],
    [`20°08'32"S 44°53'15"W, 590`, 'Sobra “590”'],
    ['-22.9,-47.1 -23.0,-46.8', 'mais de um ponto'],
    [`20°68'32" S 44°53'15" W`, '“68” não pode ser minutos'],
    [`20°08'75" S 44°53'15" W`, '“75” não pode ser segundos'],
    [`20°08'32" S`, 'Só há a latitude'],
    ['-22,906', 'Só há uma coordenada'],
    ['20 S 22 S', 'duas latitudes'],
    ['-95; -190', 'passa de 180°'],
    ['20.142.222; 44.887.500', 'não se lê como número'],
    ['2,014E+01 -44', 'notação científica'],
    ['SAD69 20 08 32 S 44 53 15 W', 'SAD69'],
    ['23K 578900 7465000', 'Não são coordenadas'],
    ['Rua das Flores, 12', 'Não há coordenadas'],
    ['Rua 12, casa 34', 'Não há coordenadas'],
    ['', 'Não há coordenadas'],
    ['aqui', 'Não há coordenadas'],
    ['-22.9, -47'.padEnd(300), 'passa de 200 caracteres'],
  ])('%s is none, and why is said', (text, why) =>
    expect(readPoint(text)).toEqual({ why: expect.stringContaining(why) }),
  )

  test('what may mean two things is asked about, with both', () => {
    const among = (text: string) => {
      const read = readPoint(text)
      return 'among' in read ? read.among.map(({ said }) => said) : read
    }
    expect(among(`-20°08'32"N 44°53'15"W`)).toEqual(['20,142222; -44,887500', '-20,142222; -44,887500'])
    expect(among('-20.142222N, -44.887500E')).toHaveLength(4)
    expect(among('+20.142222 S 44.8875 W')).toHaveLength(2)
    expect(among('22,5,47')).toEqual(['22,500000; 47,000000', '22,000000; 5,470000'])
    expect(among('22 54 47')).toHaveLength(2)
  })

  test('zero degrees have a side of the equator', () =>
    expect(readPoint(`0°30' S 50° W`)).toEqual({ at: { lat: -0.5, lng: -50 } }))
})

describe('the address of a map', () => {
  test.each([
    'https://www.google.com/maps/place/Torre/@-20.1,-44.9,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d-20.142222!4d-44.8875',
    `https://www.google.com/maps/place/20%C2%B008'32.0%22S+44%C2%B053'15.0%22W/@-20.15,-44.9,14z`,
    'https://www.google.com/maps/search/-20.142222,+-44.8875?entry=tts',
    'https://www.google.com/maps/dir//-20.142222,-44.8875/@-20.17,-44.89,13z',
    'https://maps.google.com/?q=-20.142222,-44.8875',
    'https://maps.google.com/maps?q=loc:-20.142222+-44.8875',
    'https://www.google.com/maps/search/?api=1&query=-20.142222%2C-44.8875',
    'https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=-20.142222,-44.8875',
    'https://www.openstreetmap.org/?mlat=-20.142222&mlon=-44.8875#map=15/-20.1/-44.9',
    'https://yandex.com/maps/?pt=-44.8875,-20.142222&z=15',
    'https://www.waze.com/ul?ll=-20.142222%2C-44.8875&navigate=yes',
    'https://www.waze.com/live-map/directions?to=ll.-20.142222%2C-44.8875',
    'https://www.bing.com/maps?sp=point.-20.142222_-44.8875_Torre',
    'https://maps.apple.com/?ll=-20.142222,-44.8875&q=Torre',
    'geo:-20.142222,-44.8875,590;u=35',
    'geo:0,0?q=-20.142222,-44.8875(Torre 12)',
  ])('%s is its pin', text => expect(readPoint(text)).toEqual({ at: tower }))

  test.each([
    'https://www.google.com/maps/@-20.142222,-44.8875,17z',
    'https://www.openstreetmap.org/#map=15/-20.142222/-44.8875',
    'https://www.bing.com/maps?cp=-20.142222~-44.8875&lvl=15',
    'https://yandex.com/maps/?ll=-44.8875%2C-20.142222&z=15',
  ])('%s is only a centre', text =>
    expect(readPoint(text)).toEqual({ at: tower, changed: expect.stringContaining('centro do mapa') }),
  )

  test.each([
    'https://www.google.com/maps/dir/-20.142222,-44.8875/-20.2,-44.9/@-20.17,-44.89,13z',
    'https://www.google.com/maps?saddr=-20.1,-44.8&daddr=-20.2,-44.9',
    'https://www.openstreetmap.org/directions?route=-20.14,-44.88;-20.2,-44.9',
    'Local: -20.1, -44.8 https://maps.google.com/?q=-20.142222,-44.8875',
  ])('%s has two places', text => expect(readPoint(text)).toMatchObject({ among: [{}, {}] }))

  test.each([
    ['https://maps.app.goo.gl/abcdEF12', 'abra o link antes'],
    ['https://waze.com/ul/h6xyz', 'abra o link antes'],
    ['https://example.com/', 'não diz as coordenadas'],
    ['https://%zz', 'não diz as coordenadas'],
  ])('%s has none', (text, why) => expect(readPoint(text)).toEqual({ why: expect.stringContaining(why) }))
})

describe('one coordinate', () => {
  test.each([
    ['-22,906', 'lat', -22.906],
    [`22°54'21,60" S`, 'lat', -22.906],
    ['22S5421,60', 'lat', -22.906],
    ['20S085600', 'lat', -20.148889],
    ['20S0832', 'lat', -20.142222],
    ['200832S', 'lat', -20.142222],
    ['0445315W', 'lng', -44.8875],
    ['47 W 03 38', 'lng', -47.060556],
    ['47°03’38” O', 'lng', -47.060556],
    ['Lat: 20 08 32 S', 'lat', -20.142222],
    ['10 N', 'lat', 10],
    ['0', 'lat', 0],
  ] as const)('%s as %s is %s', (text, axis, value) => expect(readCoordinate(text, axis)).toEqual({ degrees: value }))

  test.each([
    ['91', 'lat', 'passa de 90°'],
    ['200832', 'lat', 'passa de 90°'],
    ['47W0338', 'lat', 'É uma longitude'],
    ['23 S 45 W', 'lat', 'dois hemisférios'],
    [`22°60'00" S`, 'lat', '“60” não pode ser minutos'],
    ['-22-47', 'lat', 'Não são coordenadas'],
    ['-22.906,-47.06', 'lat', 'Não são coordenadas'],
    ['-22,9 (aprox.)', 'lat', 'Não se sabe o que é “aprox”'],
    ['Rua das Flores, 12', 'lat', 'Não se sabe'],
    ['aqui', 'lng', '“aqui” não é uma coordenada'],
  ] as const)('%s as %s is none', (text, axis, why) =>
    expect(readCoordinate(text, axis)).toEqual({ why: expect.stringContaining(why) }),
  )

  test('a box takes a whole place, and says why of what the text seems to be', () => {
    expect(readTyped('-20.142222, -44.8875', 'lng')).toEqual({ at: tower })
    expect(readTyped('https://goo.gl/maps/x', 'lat')).toEqual({ why: expect.stringContaining('link curto') })
    expect(readTyped(`20°68' S`, 'lat')).toEqual({ why: expect.stringContaining('minutos') })
    expect(readTyped('-20,1 N', 'lat')).toMatchObject({ signs: [20.1, -20.1] })
  })

  test('two cells are one place: in either order where their letters say it, and in one cell', () => {
    expect(readPair('-20,142222', '-44,8875')).toEqual({ at: tower })
    expect(readPair('-20,142222; -44,8875', '')).toEqual({ at: tower })
    expect(readPair(`44°53'15"W`, `20°08'32"S`)).toMatchObject({ at: tower, changed: expect.any(String) })
    expect(readPair('-20,142222', '')).toEqual({ why: 'Falta a longitude.' })
    expect(readPair('-20,14 N', '-44')).toMatchObject({ among: [{}, {}] })
  })
})

describe('what is doubtful', () => {
  const said = (lat: number, lng: number) => {
    const doubt = doubtOf({ lat, lng })
    return doubt && [doubt.kind, ...doubt.among.map(({ at }) => [at.lat, at.lng])]
  }
  test.each([
    [-20.142222, -44.8875, null],
    [2.8235, -60.6758, null],
    [0, 0, ['zero']],
    [0.000001, -0.000001, ['zero']],
    [-44.8875, -20.142222, ['trocadas', [-20.142222, -44.8875]]],
    [20.142222, 44.8875, ['sinal', [-20.142222, -44.8875]]],
    [20.142222, -44.8875, ['sinal', [-20.142222, -44.8875]]],
    // On both sides of the equator there is Brazil.
    [2.8235, 60.6758, ['sinal', [-2.8235, -60.6758], [2.8235, -60.6758]]],
    // Paris, whose halves may also be changed.
    [48.8566, 2.3522, ['sinal', [-2.3522, -48.8566], [2.3522, -48.8566]]],
    [40.7, -100, ['exterior']],
  ])('%d, %d', (lat, lng, doubt) => expect(said(lat, lng)).toEqual(doubt))
})

describe('a place that is shown', () => {
  // Numbers in no order, always the same ones.
  const next = (seed: number) => (seed * 48_271) % 2_147_483_647
  const seeds = Array.from({ length: 400 }).reduce<number[]>(some => [...some, next(some.at(-1) ?? 7)], [])
  const points = seeds.map((seed): Point => {
    const [lat, lng] = [(seed % 180_000_001) / 1e6 - 90, (next(seed) % 360_000_001) / 1e6 - 180]
    return { lat: Math.round(lat * 1e6) / 1e6 + 0, lng: Math.round(lng * 1e6) / 1e6 + 0 }
  })

  test('is read as the same, in decimals and in degrees, whole and by halves', () => {
    for (const at of points) {
      expect(readPoint(decimals(at))).toEqual({ at })
      expect(readPoint(`POINT(${at.lng} ${at.lat})`)).toEqual({ at })
      expect(readPoint(`https://maps.google.com/?q=${at.lat},${at.lng}`)).toEqual({ at })
      expect(readPair(sixDecimals(at.lat), sixDecimals(at.lng))).toEqual({ at })
      expect(readCoordinate(degreesOf(at.lat, 'lat'), 'lat')).toEqual({ degrees: expect.closeTo(at.lat, 5) })
      const read = readPoint(degrees(at))
      expect('at' in read && [read.at.lat, read.at.lng]).toEqual([expect.closeTo(at.lat, 5), expect.closeTo(at.lng, 5)])
    }
  })

  test('is refused or asked about with one more number, wherever that is', () => {
    const texts = points.slice(0, 100).flatMap(at => [decimals(at), degrees(at)])
    const longer = texts.flatMap(text => [`7 ${text}`, `${text} 7`, `${text}; 12,5`])
    const between = points.slice(0, 100).map(at => decimals(at).replace('; ', '; 31 '))
    expect([...longer, ...between].filter(text => 'at' in readPoint(text))).toEqual([])
  })
})
