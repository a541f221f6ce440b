import { expect, test, describe } from 'vitest'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import { decode } from '#parts/table/encoding.server.ts'
import { readHere } from '#parts/table/read.server.ts'
import { tableFactsInWords, type TextTable } from '#parts/table/table.ts'

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const whole = (read: TextTable | string) => {
  if (typeof read === 'string') throw new Error(read)
  return { ...read, records: [...read.records] }
}

const bytesIn: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'Windows-1252': latin,
  CP850: text => Uint8Array.from(text, char => byteOf(char, cp850)),
  'Mac Roman': text => Uint8Array.from(text, char => byteOf(char, macRoman)),
}
const byteOf = (char: string, table: Readonly<Record<string, number>>) => table[char] ?? char.charCodeAt(0)
const cp850 = { á: 0xa0, â: 0x83, ã: 0xc6, à: 0x85, ç: 0x87, é: 0x82, ê: 0x88, í: 0xa1, ó: 0xa2, ô: 0x93, õ: 0xe4, ú: 0xa3, ü: 0x81, Á: 0xb5, Â: 0xb6, Ã: 0xc7, Ç: 0x80, É: 0x90, Ê: 0xd2, Í: 0xd6, Ó: 0xe0, Ô: 0xe2, Õ: 0xe5, Ú: 0xe9, º: 0xa7, ª: 0xa6, '°': 0xf8 } // prettier-ignore
const macRoman = { á: 0x87, â: 0x89, ã: 0x8b, à: 0x88, ç: 0x8d, é: 0x8e, ê: 0x90, í: 0x92, ó: 0x97, ô: 0x99, õ: 0x9b, ú: 0x9c, ü: 0x9f, Á: 0xe7, Â: 0xe5, Ã: 0xcc, Ç: 0x82, É: 0x83, Ê: 0xe6, Í: 0xea, Ó: 0xee, Ô: 0xef, Õ: 0xcd, Ú: 0xf2, º: 0xbc, ª: 0xbb, '°': 0xa1 } // prettier-ignore

describe.each(Object.keys(bytesIn))('a text in %s', encoding => {
  test.each([
    'Município;Situação\nItajubá;Ativo',
    'MUNICÍPIO;SITUAÇÃO\nITAJUBÁ;ATIVO',
    'Cidade;Plano\nPirajuí;Fibra',
    'Cidade;Plano\nGuaíra;1º Andar',
    'Cidade;Plano\nMARÍLIA;FIBRA',
    'Cidade;Plano\nSÃO JOÃO;FIBRA',
    'Cidade;Plano\nIguaçu;Fibra',
    'Cidade;Plano\nIGUAÇU;FIBRA',
    'Cidade;Plano\nÁgua Boa;Fibra',
    'Cidade;Plano\nCafé;Fibra',
    'Cidade;Plano\nVisão Telecomunicações à vista;Conceição dos Ouros',
  ])('is read as it was written: %j', async text => {
    const table = whole(await readHere(bytesIn[encoding]?.(text) ?? new Uint8Array()))
    const [header = [], ...records] = text.split('\n').map(line => line.split(';'))
    expect([table.facts, table.header, table.records.map(({ cells }) => cells)]).toMatchObject([
      { encoding },
      header,
      records,
    ])
    expect(table.facts).not.toHaveProperty('readings')
  })
})

test('a text that reads in two ways names both, and is read in the one that is wanted', async () => {
  // A space that does not break, or the letter á of the other encoding.
  const bytes = latin('Cidade;Plano\nnovo\u00a0lar;Fibra')
  const asIs = whole(await readHere(bytes))
  expect(asIs.facts).toMatchObject({
    encoding: 'Windows-1252',
    readings: [
      { encoding: 'Windows-1252', example: 'novo\u00a0lar' },
      { encoding: 'CP850', example: 'novoálar' },
    ],
  })
  expect(tableFactsInWords(asIs.facts)[0]?.[1]).toBe('Windows-1252; ou CP850, “novoálar”')
  const other = whole(await readHere(bytes, { encoding: 'CP850' }))
  expect(other.records[0]?.cells[0]).toBe('novoálar')
  expect(tableFactsInWords(other.facts)[0]?.[1]).toBe('lido como DOS (CP850); ou Windows-1252, “novo\u00a0lar”')
})

test('no municipality, alone in a file, is read as another word without being asked about', () => {
  const names = municipalities()
    .map(({ name }) => name)
    .filter(name => /[^ -~]/.test(name))
  const asked: string[] = []
  const wrong: string[] = []
  for (const name of [...names, ...names.map(each => each.toUpperCase())])
    for (const [encoding, write] of Object.entries(bytesIn)) {
      const text = `Cidade;Plano\n${name};Fibra`
      const { text: read, readings } = decode(write(text))
      if (readings?.some(each => each.encoding === encoding)) asked.push(`${name}, ${encoding}`)
      else if (read !== text || readings) wrong.push(`${name}, ${encoding}: ${read}`)
    }
  expect(names.length).toBeGreaterThan(1_000)
  expect(wrong).toEqual([])
  // A word alone may be two; one word more tells them apart.
  expect(asked.length / (names.length * 6)).toBeLessThan(0.06)
})
