import { expect, test } from 'vitest'
import { decimals, degrees, pointIn } from '#kernel/coordinates.ts'

test.each([
  [-22.906, -47.0606, `22°54'21,60" S 047°03'38,16" W`],
  [0, 0, `00°00'00,00" N 000°00'00,00" E`],
  [-23.999999999, 47.99999999, `24°00'00,00" S 048°00'00,00" E`],
  [2.8235, -60.6758, `02°49'24,60" N 060°40'32,88" W`],
])('%d, %d is written %s', (lat, lng, said) => expect(degrees({ lat, lng })).toBe(said))

test('a place without both coordinates is no point', () => expect(pointIn({ lat: null, lng: -47 })).toBeNull())

test('it is written with six decimals', () =>
  expect(decimals({ lat: -22.906, lng: -47.0606 })).toBe('-22,906000; -47,060600'))
