import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSpeed } from '#features/regulatory/anatel/speed.ts'

const mbpsOf = (text: string) => {
  const read = readSpeed(text)
  return 'mbps' in read ? read.mbps : read.among
}

const sureOf = (text: string) => {
  const read = readSpeed(text)
  return 'mbps' in read ? read.mbps : 'asked'
}

test.each([
  ['100 Mega', '100'],
  ['FIBRA 300MB RESIDENCIAL', '300'],
  ['1 Giga', '1000'],
  ['1,5 Gbps', '1500'],
  ['512 kbps', '0,512'],
  ['2048 Kbps', '2'],
  ['2.5M', '2,5'],
  ['0,512 Mbps', '0,512'],
  ['Plano 500MB + 500 mega', '500'],
  ['200 Mbit/s', '200'],
  ['200 Mb/s simétrico', '200'],
  ['5 Giga', '5000'],
  ['1.250,5 Mbps', '1250,5'],
  ["1'500 Mbps", '1500'],
  ['1\u00a0500 Mbps', '1500'],
  ['1\u2009500 Mbps', '1500'],
  ['３００ Mega', '300'],
  // A download and an upload.
  ['300M/150M', '300'],
  ['300/150 Mbps', '300'],
  ['300 x 150 Mega', '300'],
  ['300×150 Mega', '300'],
  ['Download 300 / Upload 150 Mbps', '300'],
  ['Upload 150 Mbps / Download 300 Mbps', '300'],
  ['300 Mega down 150 Mega up', '300'],
  ['300 Mega (upload 300 Mega)', '300'],
  ['300/300 Mbps', '300'],
  // Numbers that are known to be something else.
  ['500 Mega + 10GB de nuvem', '500'],
  ['300 Mega com franquia 100 GB', '300'],
  ['Fibra 600 Mega 12 meses', '600'],
  ['300 Mega R$ 99,90', '300'],
  ['300 Mega por 99,90 reais', '300'],
  ['Rádio 5.8 GHz 20 Mega', '20'],
  ['Internet 4G 20 Mega', '20'],
  ['500 Mega + Wi-Fi 6', '500'],
  ['300 Mega IPv6', '300'],
  ['300 Mega + 90 canais', '300'],
  ['Fibra -300 Mega', '300'],
  ['até 300 Mega', '300'],
])('the speed %s is %s Mbps', (text, mbps) => expect(mbpsOf(text)).toBe(mbps))

test.each([
  ['1.000 Mega', ['1000', '1']],
  ['1 500 Mbps', ['1500', '500']],
  ['1,000 Gbps', ['1000000', '1000']],
  ['100/300 Mbps', ['100', '300']],
  ['100-200 Mbps', ['100', '200']],
  ['de 100 a 300 Mega', ['100', '300']],
  ['300 e 600 Mega', ['300', '600']],
  ['300 ou 600 Mega', ['300', '600']],
  ['300/150/50 Mbps', ['300', '150', '50']],
  ['Fibra 300', ['300']],
  ['Fibra 500 - 12M', ['500', '12']],
  ['Plano 2 300 Mega', []],
  ['Turbo 2.0 600 Mega', ['2', '600']],
  ['300 Mega 99,90', ['300', '99,9']],
  ['300 Mega 2024', ['300', '2024']],
  ['acima de 300 Mega', ['300']],
  ['mais de 300 Mega', ['300']],
  // No speed at all.
  ['100', []],
  ['Turbo', []],
  ['', []],
  ['0 mega', []],
  ['5G', []],
  ['Internet 4G', []],
  ['-300 Mega', []],
  ['50 % de 600 Mega', []],
  ['Franquia 10 GB', []],
  ['10 GB de dados', []],
  ['Subtotal 300 Mega', []],
  ['TOTAL GERAL: 300 e 600 Mega', []],
  ['Turbo300 Mega', []],
  ['1.2.3 Mega', []],
])('%s is asked about, and may be %j', (text, among) => expect(mbpsOf(text)).toEqual(among))

test.each([
  ['102400', 'kbps', '100'],
  ['100000', 'kbps', '100'],
  ['512', 'kbps', '0,512'],
  ['2048', 'kbps', '2'],
  ['1', 'gbps', '1000'],
  ['0,5', 'gbps', '500'],
  ['600', 'mbps', '600'],
  ['300 Mega', 'kbps', '300'],
] as const)('the speed %s under a title in %s is %s Mbps', (text, unit, mbps) =>
  expect(readSpeed(text, unit)).toEqual({ mbps }),
)

test('a number more in the text is never passed over', () => {
  const spoken = fc.constantFrom('300 Mega', '1 Giga', '512 kbps', 'Fibra 600MB', '50 Mbps')
  fc.assert(
    fc.property(
      spoken,
      fc.integer({ min: 7, max: 9_999 }),
      fc.constantFrom(' ', ' - ', ' ; ', ' e ', ' #'),
      (text, more, gap) => {
        // Either the other number is the same speed, or it is asked about.
        const same = mbpsOf(`${more} Mbps`)
        expect([same, 'asked']).toContain(sureOf(`${text}${gap}${more}`))
        expect([same, 'asked']).toContain(sureOf(`${more}${gap}${text}`))
      },
    ),
  )
})

test('any text has an answer', () => {
  const piece = fc.constantFrom(
    '300',
    ' ',
    'mega',
    '/',
    'x',
    '1.000',
    '%',
    '-',
    'GB',
    'de',
    'upload',
    '$',
    '’',
    '5g',
    ',',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(piece).map(all => all.join('')),
      ),
      text => {
        const read = readSpeed(text)
        expect('mbps' in read ? read.mbps : read.reason).toMatch('mbps' in read ? /^\d+(,\d{1,3})?$/ : /./)
      },
    ),
  )
})
