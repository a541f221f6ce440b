import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsIn, LongText, Unreadable } from '#parts/table/long-text.server.ts'
import { readText } from '#parts/table/text.server.ts'
import type { TextRecord } from '#parts/table/table.ts'

interface Heard {
  readonly header: readonly string[]
  readonly above: readonly string[]
  readonly records: readonly TextRecord[]
}
/** What is heard of a text that comes in pieces of so many bytes; as a text, why it cannot be read. */
function hear(bytes: Uint8Array, piece: number): Heard | string {
  const records: TextRecord[] = []
  let head: Omit<Heard, 'records'> = { header: [], above: [] }
  try {
    const text = new LongText({
      header: (header, above) => {
        head = { header, above }
      },
      record: record => records.push(record),
    })
    for (let at = 0; at < bytes.length; at += piece) text.push(bytes.subarray(at, at + piece))
    text.end()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return error.message
  }
  return { ...head, records }
}
function whole(bytes: Uint8Array): Heard | string {
  const table = readText(bytes, 200_000)
  if (typeof table === 'string') return table
  return { header: table.header, above: table.above, records: Array.from(table.records) }
}

const cell = fc.constantFrom(
  '',
  'a',
  'Divinópolis',
  '1,5',
  `20°08'32"S`,
  '"a;b"',
  '"a""b"',
  '"linha\nde dois"',
  '"dito" por',
  ' x',
)
const row = fc.array(cell, { minLength: 2, maxLength: 4 })
const ending = fc.constantFrom('\n', '\r\n', '\r')

test('a text that comes in pieces is read as one that is read whole, however the pieces are cut', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 30 }),
      ending,
      fc.constantFrom(';', ',', '\t'),
      fc.constantFrom('', '\ufeff'),
      fc.integer({ min: 1, max: 64 }),
      fc.boolean(),
      (rows, end, delimiter, mark, piece, isTitled) => {
        const lines = ['Número;Nome;Lugar'.replaceAll(';', delimiter), ...rows.map(cells => cells.join(delimiter))]
        const text = `${mark}${[...(isTitled ? ['Relatório', ''] : []), ...lines].join(end)}${end}`
        const bytes = new TextEncoder().encode(text)
        expect(hear(bytes, piece)).toEqual(whole(bytes))
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['UTF-16 with its mark', Buffer.from('\ufeffNome;Lugar\r\nJoão;Itu\r\n', 'utf16le')],
  ['Windows-1252', Buffer.from('Nome;Lugar\r\nJoão;Itu\r\n', 'latin1')],
  ['UTF-8 without a last ending', Buffer.from('Nome;Lugar\nJoão;Itu')],
])('%s is decoded', (_what, bytes) => {
  for (const piece of [1, 7, 1_000])
    expect(hear(bytes, piece)).toMatchObject({
      header: ['Nome', 'Lugar'],
      records: [{ line: 2, cells: ['João', 'Itu'] }],
    })
})

test('a line in another encoding spoils no other line', () => {
  const bytes = Buffer.concat([Buffer.from('Nome;Lugar\nJoão;Itu\n'), Buffer.from('José;Itu\n', 'latin1')])
  expect(hear(bytes, 9)).toMatchObject({ records: [{ cells: ['João', 'Itu'] }, { cells: ['José', 'Itu'] }] })
})

test.each([
  ['bytes', Buffer.from('a;b\n\0;1\n'), /não é um texto/],
  ['a page', Buffer.from('<!doctype html><html>'), /página da web/],
  ['nothing', Buffer.alloc(0), /está vazio/],
  ['a line without an end', Buffer.alloc(50_000, 'a;'), /longa demais/],
  ['a quote never closed', Buffer.from(`a;b\n1;"x${'\ny;z'.repeat(9_000)}`), /aspas abertas/],
  ['many columns', Buffer.from(`a;b\n${';'.repeat(300)}\n`), /mais de 250 colunas/],
])('%s is refused in a sentence', (_what, bytes, why) => {
  for (const piece of [100, 100_000]) expect(hear(bytes, piece)).toMatch(why)
})

test('a quote opens a cell only where it begins', () => {
  expect(cellsIn(`"a;b";20"S;"c""d";e`, ';')).toEqual(['a;b', '20"S', 'c"d', 'e'])
  expect(cellsIn('"a";"b', ';')).toBeNull()
})
