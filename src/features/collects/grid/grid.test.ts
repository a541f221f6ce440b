import { expect, test } from 'vitest'
import { columns, shownIn, typedIn, type Options } from '#features/collects/grid/columns.ts'
import {
  duplicated,
  filled,
  filledDown,
  inserted,
  pastedAt,
  pastedByCity,
  unreadIn,
  withCell,
  withKnownIds,
  withoutLines,
} from '#features/collects/grid/edits.ts'
import { noHistory, recorded, redo, undo, type History } from '#features/collects/grid/history.ts'
import { beginsWithCity, cityFinder, pastedFrom } from '#features/collects/grid/paste.ts'
import { blockOf, moved, sightOf, tabbed } from '#features/collects/grid/rows.ts'
import { tableIn, textOf } from '#features/collects/grid/table.ts'

const options: Options = {
  client_type: [
    { id: 1, name: 'Pessoa física', term: 'PF' },
    { id: 2, name: 'Pessoa jurídica', term: 'PJ' },
  ],
  attendance_type: [{ id: 3, name: 'Urbano', term: 'URBANO' }],
  attendance_middle: [
    { id: 4, name: 'Fibra óptica', term: 'fibra' },
    { id: 5, name: 'Rádio', term: 'radio' },
  ],
  product_type: [{ id: 6, name: 'Internet', term: 'internet' }],
  technology_type: [{ id: 7, name: 'FTTH', term: 'FTTH' }],
}
const kind = {
  client_type_id: 1,
  attendance_type_id: 3,
  attendance_middle_id: 4,
  product_type_id: 6,
  technology_type_id: 7,
}
const line = (amount: unknown, more: object = {}) => ({ ...kind, speed: 100, amount, ...more })
const itu = { city_id: 10, city: { id: 10, name: 'Itu/SP' }, accesses: [line(1), line(2), line(3)] }
const bom = { city_id: 20, city: { id: 20, name: 'Bom Jesus/PI' }, accesses: [line(4)] }
const both = [itu, bom]
const amounts = (locations: readonly object[]) =>
  locations.map(each => Object(each).accesses.map((one: object) => Object(one).amount))
const [speed, amount] = [5, 6]

test.each([
  ['a\tb\r\nc\td\r\n', [['a', 'b'], ['c', 'd']]], // prettier-ignore
  ['"a\tb"\t"diz ""oi"""\n', [['a\tb', 'diz "oi"']]],
  ['"duas\nlinhas"\t', [['duas\nlinhas', '']]],
  ['a "b" c', [['a "b" c']]],
  ['', [['']]],
])('%j is a table', (text, table) => {
  expect(tableIn(text)).toEqual(table)
  expect(tableIn(textOf(table))).toEqual(table)
})

test.each([
  ['names and siglas whatever their case and accents', ['PESSOA FISICA', 'pj'], 0, [[1], [2]]],
  ['what no list has stays as it came', ['Satélite', ' '], 2, [['Satélite'], [null]]],
  ['Portuguese numbers', ['1.234,5', '0,5', '2.000'], speed, [[1234.5], [0.5], [2000]]],
  ['English numbers, by the one that gives them away', ['1,234.5', '0.5', '2,000'], speed, [[1234.5], [0.5], [2000]]],
  ['a number that says nothing is Portuguese', ['1.234', '600 Mbps'], speed, [[1234], [600]]],
  ['accesses that are not whole, or no number', ['1,5', 'doze', '7'], amount, [['1,5'], ['doze'], [7]]],
] as const)('a paste reads %s', (_about, texts, col, values) => {
  expect(
    pastedFrom(
      texts.map(text => [text]),
      col,
      options,
    ).lines.map(each => each.values),
  ).toEqual(values)
})

test('a block may begin with municipalities, by code or by name, with titles above them', () => {
  const find = cityFinder([
    { id: 10, ibge: 3523909, label: 'Itu/SP', name: 'Itu' },
    { id: 20, ibge: 2201903, label: 'Bom Jesus/PI', name: 'Bom Jesus' },
    { id: 21, ibge: 4302303, label: 'Bom Jesus/RS', name: 'Bom Jesus' },
  ])
  const table = tableIn(
    'Município\tTipo de cliente\n3523909\tPF\nbom jesus - rs\tPJ\n\tPF\nBom Jesus\tPF\nItú/SP\tPF\nXis/SP\tPF',
  )
  expect(beginsWithCity(table)).toBe(true)
  const { lines, beyond } = pastedFrom(table, 4, options, find)
  expect(lines.map(({ city }) => city)).toEqual([10, 21, 21, 'Bom Jesus', 10, 'Xis/SP'])
  expect(lines.map(({ values }) => values[0])).toEqual([1, 2, 1, 1, 1, 1])
  expect(beyond).toBe(0)
  expect(beginsWithCity(tableIn('Pessoa física\tUrbano\nPF\tRural'))).toBe(false)
  expect(beginsWithCity(tableIn('3523909\n3523909'))).toBe(false)
  expect(pastedFrom(tableIn('1\t2\t3'), amount, options).beyond).toBe(2)
})

test('a block pasted beyond the last line grows the municipality, with lines of the kind above', () => {
  const pasted = pastedFrom(tableIn('200\t20\n300\t30\n400\t40'), speed, options)
  const next = pastedAt(both, [{ at: 0, row: 1 }, { at: 0, row: 2 }], speed, pasted) // prettier-ignore
  expect(amounts(next)).toEqual([[1, 20, 30, 40], [4]])
  expect(next[0]).toMatchObject({ accesses: [{}, {}, {}, { ...kind, speed: 400 }] })
  expect(next[1]).toBe(bom)
})

test('lines pasted by municipality go to theirs: like ones change, others are added, unknown places stay to be chosen', () => {
  const [values, faster] = [
    [1, 3, 4, 6, 7, 100, 50],
    [1, 3, 4, 6, 7, 200, 60],
  ]
  const lines = [
    { city: 20, values },
    { city: 20, values },
    { city: 30, values: faster },
    { city: 'Xis/SP', values },
  ]
  const { locations, replaced } = pastedByCity(both, { lines, beyond: 0 }, city => ({
    city: { id: city, name: 'Nova' },
  }))
  expect(amounts(locations)).toEqual([[1, 2, 3], [50, 50], [60], [50]])
  expect(replaced).toBe(1)
  expect(locations[0]).toBe(itu)
  expect(unreadIn(locations)).toEqual([{ at: 3, row: -1, col: 0 }])
})

test('a block is filled, filled down and emptied; lines are doubled, put in and taken out', () => {
  const spots = [{ at: 0, row: 1 }, { at: 0, row: 2 }, { at: 1, row: 0 }] // prettier-ignore
  const block = { top: 1, bottom: 3, left: amount, right: amount }
  expect(amounts(filled(both, spots, block, 9))).toEqual([[1, 9, 9], [9]])
  expect(amounts(filledDown(both, spots, block))).toEqual([[1, 2, 2], [2]])
  expect(amounts(duplicated(both, spots))).toEqual([[1, 2, 3, 2, 3], [4]])
  expect(amounts(inserted(both, { at: 0, row: 1 }))).toEqual([[1, null, 2, 3], [4]])
  expect(amounts(withoutLines(both, spots))).toEqual([[1], []])
  expect(amounts(withCell(both, { at: 0, row: 1 }, amount, 'x'))).toEqual([[1, 'x', 3], [4]])
  const text = [{ ...itu, accesses: [line('doze')] }]
  expect(unreadIn(text)).toEqual([{ at: 0, row: 0, col: amount }])
})

test('what was saved away since comes back as new lines', () => {
  const saved = [{ ...itu, id: 1, accesses: [line(1, { id: 11 })] }]
  const older = [{ ...itu, id: 1, accesses: [line(1, { id: 11 }), line(2, { id: 12 })] }, { ...bom, id: 2 }] // prettier-ignore
  expect(withKnownIds(older, saved)).toEqual([
    { ...itu, id: 1, accesses: [line(1, { id: 11 }), line(2)] },
    { ...bom, accesses: [line(4)] },
  ])
})

test('steps are taken back and done again; the typing of one cell is one step', () => {
  let history: History<string> = noHistory
  const type = (before: string, after: string, group: string | null) =>
    (history = recorded(history, { before, after, group }))
  type('', '1', 'a')
  type('1', '12', 'a')
  type('12', '123', 'b')
  type('123', 'x', null)
  const back: string[] = []
  for (let step = undo(history); step; step = undo(history)) {
    back.push(step.now)
    history = step.history
  }
  expect(back).toEqual(['123', '12', ''])
  const again = redo(history)
  expect(again?.now).toBe('12')
  expect(redo(recorded(again?.history ?? history, { before: '12', after: 'y', group: null }))).toBeNull()
})

const all = { words: '', options, names: new Map<number, string>(), folded: new Set(), told: new Set<string>() }
test('the grid draws what is sought: a municipality whole, or the lines that say the words', () => {
  const seen = (more: object) => sightOf(both, { ...all, ...more }).items.map(({ kind: what, at }) => `${what} ${at}`)
  expect(seen({})).toEqual(['place 0', 'line 0', 'line 0', 'line 0', 'place 1', 'line 1'])
  expect(seen({ words: 'ITÚ' })).toEqual(['place 0', 'line 0', 'line 0', 'line 0'])
  expect(seen({ words: '4' })).toEqual(['place 1', 'line 1'])
  expect(seen({ words: 'fisica' })).toHaveLength(6)
  expect(seen({ folded: new Set([10]), told: new Set(['1.0']) })).toEqual(['place 0', 'place 1', 'line 1', 'told 1'])
  const { spots, itemOf } = sightOf(both, all)
  expect(spots[3]).toEqual({ at: 1, row: 0 })
  expect(itemOf).toEqual([1, 2, 3, 5])
})

test('keys lead from cell to cell and stop at the edges', () => {
  expect(moved({ i: 1, col: 0 }, { rows: -1, cols: -1 }, 4)).toEqual({ i: 0, col: 0 })
  expect(moved({ i: 3, col: 2 }, { rows: 20 }, 4)).toEqual({ i: 3, col: 2 })
  expect(moved({ i: 1, col: 2 }, { rows: 1, cols: 1, far: 'all' }, 4)).toEqual({ i: 3, col: 6 })
  expect(moved({ i: 1, col: 2 }, { cols: -1, far: 'row' }, 4)).toEqual({ i: 1, col: 0 })
  expect(tabbed({ i: 0, col: 6 }, 1, 4)).toEqual({ i: 1, col: 0 })
  expect(tabbed({ i: 3, col: 6 }, 1, 4)).toBeNull()
  expect(tabbed({ i: 0, col: 0 }, -1, 4)).toBeNull()
  expect(blockOf({ i: 3, col: 1 }, { i: 1, col: 4 })).toEqual({ top: 1, bottom: 3, left: 1, right: 4 })
})

test('a cell says its name, its number as people write it, or what was typed', () => {
  const said = { ...line('doze', { speed: 1234.5 }), technology_type_id: 9, technology_type: { id: 9, name: 'xDSL' } }
  expect(columns.map(column => shownIn(said, column, options))).toEqual([
    'Pessoa física',
    'Urbano',
    'Fibra óptica',
    'Internet',
    'xDSL',
    '1.234,5',
    'doze',
  ])
  expect(['', '1,5', 'x'].map(typedIn)).toEqual([null, 1.5, 'x'])
})
