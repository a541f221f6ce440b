import { describe, expect, test } from 'vitest'
import { coordinate, decimals, degrees, pointIn, readPoint } from '#kernel/coordinates.ts'

test.each([
  [-22.906, -47.0606, `22°54'21,60" S 047°03'38,16" W`],
  [0, 0, `00°00'00,00" N 000°00'00,00" E`],
  [-23.999999999, 47.99999999, `24°00'00,00" S 048°00'00,00" E`],
  [2.8235, -60.6758, `02°49'24,60" N 060°40'32,88" W`],
])('%d, %d is written %s', (lat, lng, said) => expect(degrees({ lat, lng })).toBe(said))

test('a place without both coordinates is no point', () => expect(pointIn({ lat: null, lng: -47 })).toBeNull())

describe('one coordinate', () => {
  test.each([
    ['-22,906', 'lat', -22.906],
    [`22°54'21,60" S`, 'lat', -22.906],
    ['22S5421,60', 'lat', -22.906],
    ['20S0832', 'lat', -20.142222],
    ['47 W 03 38', 'lng', null],
    ['47W0338', 'lat', null],
    ['47°03’38” O', 'lng', -47.060556],
    ['91', 'lat', null],
    ['−22.906', 'lat', -22.906],
    [`22°60'00" S`, 'lat', null],
    ['-23,026389', 'lat', -23.026389],
    ['-23.026389', 'lat', -23.026389],
    ['23,026389 S', 'lat', -23.026389],
    [`23°01'35,00" S`, 'lat', -23.026389],
    ['23 01 35 S', 'lat', -23.026389],
    ['S 23°01’35”', 'lat', -23.026389],
    [`045°33'19,00" W`, 'lng', -45.555278],
    [`45°33'19" O`, 'lng', -45.555278],
    ['0', 'lat', 0],
    ['10 N', 'lat', 10],
    ['-91', 'lat', null],
    ['aqui', 'lat', null],
    ['23 S 45 W', 'lat', null],
  ] as const)('%s as %s is %s', (text, axis, value) => expect(coordinate(text, axis)).toBe(value))
})

describe('a place pasted whole', () => {
  const campinas = { lat: -22.906, lng: -47.0606 }
  test.each([
    '-22.906, -47.0606',
    '-22,906, -47,0606',
    '-22,906; -47,0606',
    '-22,906 -47,0606',
    '-22,906,-47,0606',
    '(-22.906000, -47.060600)',
    '-22.906\t-47.0606',
    `22°54'21,60" S 47°03'38,16" W`,
    `22°54'21.6"S, 47°03'38.16"O`,
    `47°03'38,16" W 22°54'21,60" S`,
    'S 22 54 21.6 W 47 03 38.16',
    '22S5421,60 47W0338,16',
    'https://www.google.com/maps/@-22.906,-47.0606,17z',
    'https://www.google.com/maps/place/Torre/@-22.9,-47.1,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d-22.906!4d-47.0606',
    'https://maps.google.com/?q=-22.906,-47.0606',
    'https://www.google.com/maps/search/?api=1&query=-22.906%2C-47.0606',
    'https://www.openstreetmap.org/?mlat=-22.906&mlon=-47.0606#map=15/-22.9/-47.1',
    'https://www.openstreetmap.org/#map=15/-22.906/-47.0606',
    'geo:-22.906,-47.0606',
  ])('%s', text => expect(readPoint(text)).toEqual({ at: campinas }))

  test('two that only fit the other way round are put in order, and that is said', () => {
    expect(readPoint('-109.5, -22.9')).toMatchObject({ asked: expect.stringContaining('fora do Brasil') })
    expect(readPoint('-47.0606, -22.906')).toMatchObject({
      asked: expect.any(String),
      among: [{ at: campinas }, { at: { lat: -47.0606, lng: -22.906 } }],
    })
  })

  test('without signs it is asked about, with what it may be in Brazil first', () => {
    expect(readPoint('22.906, 47.0606')).toMatchObject({
      among: [{ at: campinas, said: '-22,906000; -47,060600' }, { at: { lat: 22.906, lng: 47.0606 } }],
    })
    // North of the Equator there is Brazil too: nobody can tell.
    expect(readPoint('2.8235, 60.6758')).toMatchObject({
      among: [{ at: { lat: -2.8235, lng: -60.6758 } }, { at: { lat: 2.8235, lng: -60.6758 } }, {}],
    })
  })

  test('commas that divide in two ways are asked about', () =>
    expect(readPoint('-22,5,-47')).toEqual({ at: { lat: -22.5, lng: -47 } }))

  test.each(['', '-22,906', 'Rua das Flores, 12', 'https://example.com/', '-22.9 -47.1 -50', '95; 190'])(
    '%s is none',
    text => expect(readPoint(text)).toBeNull(),
  )

  test('it is written with six decimals', () => expect(decimals(campinas)).toBe('-22,906000; -47,060600'))
})
