import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnsFor,
  copiedFrom,
  firstNumber,
  shownIn,
  typedIn,
  type KindOptions,
} from '#features/regulatory/collects/grid/columns.ts'
import {
  areAside,
  duplicated,
  filled,
  filledDown,
  inserted,
  pastedAt,
  pastedByCity,
  setAside,
  unreadIn,
  withCell,
  withKnownIds,
  withoutLines,
} from '#features/regulatory/collects/grid/edits.ts'
import { noHistory, recorded, redo, undo, type History } from '#features/regulatory/collects/grid/history.ts'
import { beginsWithCity, cityFinder, pastedFrom } from '#features/regulatory/collects/grid/paste.ts'
import { blockOf, moved, shapeOf, drawnRows, tabbed } from '#features/regulatory/collects/grid/rows.ts'
import { tableIn, clipboardText } from '#features/regulatory/collects/grid/table.ts'
import { itemAtOffset, startsOf } from '#features/regulatory/collects/grid/view.ts'

const options: KindOptions = {
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
const august = { year: 2026, month: 8 }
/** SCM asks for everything, STFC for neither product, technology nor speed. */
const columns = columnsFor('045', august, options)
const telephony = columnsFor('171', august, options)
const kind = {
  client_type_id: 1,
  attendance_type_id: 3,
  attendance_middle_id: 4,
  product_type_id: 6,
  technology_type_id: 7,
}
const line = (amount: unknown, more: object = {}) => ({ ...kind, speed: 100, amount, ...more })
const itu = { city_id: 10, city: { id: 10, name: 'Itu/SP' }, accesses_ordered: [line(1), line(2), line(3)] }
const bom = { city_id: 20, city: { id: 20, name: 'Bom Jesus/PI' }, accesses_ordered: [line(4)] }
const both = [itu, bom]
const amounts = (locations: readonly object[]) =>
  locations.map(each => Object(each).accesses_ordered.map((one: object) => Object(one).amount))
const [speed, amount] = [5, 6]
const size = { lines: 4, columns: columns.length }

test.each([
  ['a\tb\r\nc\td\r\n', [['a', 'b'], ['c', 'd']]], // prettier-ignore
  ['"a\tb"\t"diz ""oi"""\n', [['a\tb', 'diz "oi"']]],
  ['"duas\nlinhas"\t', [['duas\nlinhas', '']]],
  ['a "b" c', [['a "b" c']]],
  ['', [['']]],
])('%j is a table', (text, table) => {
  expect(tableIn(text)).toEqual(table)
  expect(tableIn(clipboardText(table))).toEqual(table)
})

test.each([
  ['names and siglas whatever their case and accents', ['PESSOA FISICA', 'pj'], 0, [[1], [2]]],
  ['what no list has stays as it came', ['Satélite', ' '], 2, [['Satélite'], [null]]],
  ['Portuguese numbers', ['1.234,5', '0,5', '2.000'], speed, [[1234.5], [0.5], [2000]]],
  ['English numbers, by the one that gives them away', ['1,234.5', '0.5', '2,000'], speed, [[1234.5], [0.5], [2000]]],
  ['a number that may be two as its text', ['1.234', '1,234', '600 Mbps'], speed, [['1.234'], ['1,234'], [600]]],
  ['a speed with a comma beside whole ones', ['300', '0,512', '1,024'], speed, [[300], [0.512], [1.024]]],
  [
    'a speed as people say it',
    ['1 Giga', '500M', '300/150 Mbps', '100 a 300 Mega'],
    speed,
    [[1000], [500], [300], ['100 a 300 Mega']],
  ],
  ['accesses with a point, of thousands', ['1.234', '12 acessos', '1,234'], amount, [[1234], [12], ['1,234']]],
  ['accesses that are not whole, or no number', ['1,5', 'doze', '7'], amount, [['1,5'], ['doze'], [7]]],
] as const)('a paste reads %s', (_about, texts, col, values) => {
  expect(
    pastedFrom(
      texts.map(text => [text]),
      columns.slice(col),
    ).lines.map(each => Object.values(each.values)),
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
  const { lines, beyond } = pastedFrom(table, columns, find)
  expect(lines.map(({ city }) => city)).toEqual([10, 21, 21, 'Bom Jesus', 10, 'Xis/SP'])
  expect(lines.map(({ values }) => values.client_type_id)).toEqual([1, 2, 1, 1, 1, 1])
  expect(beyond).toBe(0)
  expect(beginsWithCity(tableIn('Pessoa física\tUrbano\nPF\tRural'))).toBe(false)
  expect(beginsWithCity(tableIn('3523909\n3523909'))).toBe(false)
  expect(pastedFrom(tableIn('1\t2\t3'), columns.slice(amount)).beyond).toBe(2)
})

test('a block pasted beyond the last line grows the municipality, with lines of the kind above', () => {
  const pasted = pastedFrom(tableIn('200\t20\n300\t30\n400\t40'), columns.slice(speed))
  const next = pastedAt(both, [{ at: 0, row: 1 }, { at: 0, row: 2 }], pasted) // prettier-ignore
  expect(amounts(next)).toEqual([[1, 20, 30, 40], [4]])
  expect(next[0]).toMatchObject({ accesses_ordered: [{}, {}, {}, { ...kind, speed: 400 }] })
  expect(next[1]).toBe(bom)
})

test('lines pasted by municipality go to theirs: like ones change, others are added, unknown places stay to be chosen', () => {
  const [values, faster] = [line(50), { ...line(60), speed: 200 }]
  const lines = [
    { city: 20, values },
    { city: 20, values },
    { city: 30, values: faster },
    { city: 'Xis/SP', values },
  ]
  const { locations, replaced } = pastedByCity(both, { lines, width: 7, beyond: 0 }, columns, city => ({
    city: { id: city, name: 'Nova' },
  }))
  expect(amounts(locations)).toEqual([[1, 2, 3], [50, 50], [60], [50]])
  expect(replaced).toBe(1)
  expect(locations[0]).toBe(itu)
  expect(unreadIn(locations, columns)).toEqual([{ at: 3, row: -1, col: 0 }])
})

test('a block is filled, filled down and emptied; lines are doubled, put in and taken out', () => {
  const spots = [{ at: 0, row: 1 }, { at: 0, row: 2 }, { at: 1, row: 0 }] // prettier-ignore
  const block = columns.slice(amount)
  expect(amounts(filled(both, spots, block, 9))).toEqual([[1, 9, 9], [9]])
  expect(amounts(filledDown(both, spots, block))).toEqual([[1, 2, 2], [2]])
  expect(amounts(duplicated(both, spots))).toEqual([[1, 2, 3, 2, 3], [4]])
  expect(amounts(inserted(both, { at: 0, row: 1 }))).toEqual([[1, null, 2, 3], [4]])
  expect(amounts(withoutLines(both, spots))).toEqual([[1], []])
  expect(amounts(withCell(both, { at: 0, row: 1 }, 'amount', 'x'))).toEqual([[1, 'x', 3], [4]])
  const text = [{ ...itu, accesses_ordered: [line('doze')] }]
  expect(unreadIn(text, columns)).toEqual([{ at: 0, row: 0, col: amount }])
})

test('lines are set aside together and brought back together, and what is pasted over them leaves them so', () => {
  const [first, second] = [{ at: 0, row: 0 }, { at: 0, row: 2 }] // prettier-ignore
  const aside = (locations: readonly object[]) =>
    locations.map(each => Object(each).accesses_ordered.map((one: object) => Object(one).active === false))
  const one = setAside(both, [first])
  expect(aside(one)).toEqual([[true, false, false], [false]])
  expect([areAside(one, [first]), areAside(one, [first, second]), areAside(one, [])]).toEqual([true, false, false])
  const two = setAside(one, [first, second])
  expect(aside(two)).toEqual([[true, false, true], [false]])
  expect(aside(setAside(two, [first, second]))).toEqual([[false, false, false], [false]])
  const pasted = pastedAt(two, [first, { at: 0, row: 1 }, second], pastedFrom([['9'], ['8'], ['7']], columns.slice(amount))) // prettier-ignore
  expect([amounts(pasted), aside(pasted)]).toEqual([
    [[9, 8, 7], [4]],
    [[true, false, true], [false]],
  ])
  const copied = two.flatMap(place => Object(place).accesses_ordered.map((each: object) => ({ city: Object(place).city_id, values: { ...each, active: undefined } }))) // prettier-ignore
  const again = pastedByCity(two, { lines: copied, width: 7, beyond: 0 }, columns, () => ({})).locations
  expect(aside(again)).toEqual(aside(two))
})

test('what was saved away since comes back as new lines; the rest stays as it is', () => {
  const saved = [{ ...itu, id: 1, accesses_ordered: [line(1, { id: 11 })] }]
  const older = [{ ...itu, id: 1, accesses_ordered: [line(1, { id: 11 }), line(2, { id: 12 })] }, { ...bom, id: 2 }] // prettier-ignore
  expect(withKnownIds(older, saved)).toEqual([
    { ...itu, id: 1, accesses_ordered: [line(1, { id: 11 }), line(2)] },
    { ...bom, accesses_ordered: [line(4)] },
  ])
  expect(withKnownIds(saved, saved)[0]).toBe(saved[0])
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

const all = { words: '', columns, names: new Map<number, string>(), folded: new Set(), told: new Set<string>() }
test('the grid draws what is sought: a municipality whole, or the lines that say the words', () => {
  const seen = (more: object) => drawnRows(both, { ...all, ...more }).items.map(({ kind: what, at }) => `${what} ${at}`)
  expect(seen({})).toEqual(['place 0', 'line 0', 'line 0', 'line 0', 'place 1', 'line 1'])
  expect(seen({ words: 'ITÚ' })).toEqual(['place 0', 'line 0', 'line 0', 'line 0'])
  expect(seen({ words: '4' })).toEqual(['place 1', 'line 1'])
  expect(seen({ words: 'fisica' })).toHaveLength(6)
  expect(seen({ folded: new Set([10]), told: new Set(['1.0']) })).toEqual(['place 0', 'place 1', 'line 1', 'told 1'])
  const { spots, itemOf } = drawnRows(both, all)
  expect(spots[3]).toEqual({ at: 1, row: 0 })
  expect(itemOf).toEqual([1, 2, 3, 5])
})

test('what is typed in a cell changes no place of the lines; lines and municipalities that come and go do', () => {
  const typed = withCell(both, { at: 0, row: 1 }, 'amount', 'x')
  expect(shapeOf(typed)).toBe(shapeOf(both))
  for (const other of [inserted(both, { at: 0, row: 1 }), [itu], [itu, { ...bom, city_id: 'Xis/SP' }]])
    expect(shapeOf(other)).not.toBe(shapeOf(both))
})

test('items are found by where they begin', () => {
  const starts = startsOf(4, item => [45, 36, 24, 36][item] ?? 0)
  expect([...starts]).toEqual([0, 45, 81, 105, 141])
  expect([-10, 0, 44, 45, 80, 81, 140, 141, 900].map(offset => itemAtOffset(starts, offset))).toEqual([0, 0, 0, 1, 1, 2, 3, 3, 3]) // prettier-ignore
  expect(
    itemAtOffset(
      startsOf(0, () => 1),
      10,
    ),
  ).toBe(0)
})

test('keys lead from cell to cell and stop at the edges', () => {
  expect(moved({ i: 1, col: 0 }, { rows: -1, cols: -1 }, size)).toEqual({ i: 0, col: 0 })
  expect(moved({ i: 3, col: 2 }, { rows: 20 }, size)).toEqual({ i: 3, col: 2 })
  expect(moved({ i: 1, col: 2 }, { rows: 1, cols: 1, far: 'all' }, size)).toEqual({ i: 3, col: 6 })
  expect(moved({ i: 1, col: 2 }, { cols: -1, far: 'row' }, size)).toEqual({ i: 1, col: 0 })
  expect(tabbed({ i: 0, col: 6 }, 1, size)).toEqual({ i: 1, col: 0 })
  expect(tabbed({ i: 3, col: 6 }, 1, size)).toBeNull()
  expect(tabbed({ i: 0, col: 0 }, -1, size)).toBeNull()
  expect(blockOf({ i: 3, col: 1 }, { i: 1, col: 4 })).toEqual({ top: 1, bottom: 3, left: 1, right: 4 })
})

test('a cell says its name, its number as people write it, or what was typed', () => {
  const said = { ...line('doze', { speed: 1234.5 }), technology_type_id: 9, technology_type: { id: 9, name: 'xDSL' } }
  expect(columns.map(column => shownIn(said, column))).toEqual([
    'Pessoa física',
    'Urbano',
    'Fibra óptica',
    'Internet',
    'xDSL',
    '1.234,5',
    'doze',
  ])
  expect(['', '1,5', 'x'].map(text => typedIn(text, { key: 'speed' }))).toEqual([null, 1.5, 'x'])
})

test('what is copied or changed is read back as it was: speeds of three decimals, alone, as a column, and counts', () => {
  const [at, of] = [columns[speed], columns[amount]]
  if (!at || !of) throw new Error('no columns of numbers')
  const copy = (value: number, column: typeof at) => copiedFrom({ [column.key]: value }, column)
  const thousandths = fc.integer({ min: 1, max: 10_000_000 }).map(each => each / 1_000)
  fc.assert(
    fc.property(fc.array(thousandths, { minLength: 1, maxLength: 30 }), values => {
      const texts = values.map(value => copy(value, at))
      expect(texts.map(text => typedIn(text, at))).toEqual(values)
      expect(
        pastedFrom(
          texts.map(text => [text]),
          [at],
        ).lines.map(({ values: line }) => line.speed),
      ).toEqual(values)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), count => {
      expect(typedIn(copy(count, of), of)).toBe(count)
    }),
  )
})

test('telephony is typed in its four columns', () => {
  expect(telephony.map(({ key }) => key)).toEqual(['client_type_id', 'attendance_type_id', 'attendance_middle_id', 'amount']) // prettier-ignore
  expect([firstNumber(columns), firstNumber(telephony)]).toEqual([speed, 3])
  expect(columnsFor('750', august, options).map(({ name }) => name)).toEqual(['client_type', 'attendance_middle', 'technology_type', 'amount']) // prettier-ignore
  // A month, or a service, that no layout says anything of.
  expect(columnsFor('171', { year: 2019, month: 1 }, options)).toEqual(columns)
  expect(columnsFor(null, august, options)).toEqual(columns)

  const narrow = { lines: 4, columns: telephony.length }
  expect(moved({ i: 1, col: 3 }, { cols: 1 }, narrow)).toEqual({ i: 1, col: 3 })
  expect(moved({ i: 1, col: 0 }, { cols: 1, far: 'row' }, narrow)).toEqual({ i: 1, col: 3 })
  expect(tabbed({ i: 1, col: 3 }, 1, narrow)).toEqual({ i: 2, col: 0 })
  expect(tabbed({ i: 2, col: 0 }, -1, narrow)).toEqual({ i: 1, col: 3 })
  expect(tabbed({ i: 3, col: 3 }, 1, narrow)).toBeNull()
})

test('what telephony does not ask of a line is neither seen nor sought, and is not lost', () => {
  const seen = (words: string) => drawnRows(both, { ...all, columns: telephony, words }).spots.length
  expect(['ftth', 'internet', '100', 'urbano', '4'].map(seen)).toEqual([0, 0, 0, 4, 1])
  const spots = [{ at: 0, row: 1 }, { at: 0, row: 2 }] // prettier-ignore
  const kept = { product_type_id: 6, technology_type_id: 7, speed: 100 }
  for (const after of [
    withCell(both, { at: 0, row: 1 }, 'amount', 9),
    filled(both, spots, telephony, null),
    filledDown(both, spots, telephony),
    pastedAt(both, spots, pastedFrom(tableIn('PJ\tURBANO\tradio\t9\nPF\tURBANO\tfibra\t8'), telephony)),
  ])
    expect(after[0]).toMatchObject({ accesses_ordered: [kept, kept, kept] })
  const mute = [{ ...itu, accesses_ordered: [line('doze', { technology_type_id: 'pombo' })] }]
  expect(unreadIn(mute, columns)).toHaveLength(2)
  expect(unreadIn(mute, telephony)).toEqual([{ at: 0, row: 0, col: 3 }])
})

test('a block is read by the columns of telephony, and what is too wide for them is told', () => {
  const table = tableIn('COD_IBGE\tTIPO_CLIENTE\tTIPO_ATENDIMENTO\tTIPO_MEIO\tACESSOS\nItu/SP\tPF\tURBANO\tfibra\t50\n\tPJ\tURBANO\tfibra\t60') // prettier-ignore
  const find = cityFinder([{ id: 10, ibge: 3523909, label: 'Itu/SP', name: 'Itu' }])
  const pasted = pastedFrom(table, telephony, find)
  expect(pasted).toMatchObject({ width: 4, beyond: 0 })
  // One line of Itu is like the first pasted, whatever it says in the columns nobody sees; there is none of companies.
  const one = [{ ...itu, accesses_ordered: [line(1)] }]
  const { locations, replaced } = pastedByCity(one, pasted, telephony, () => ({}))
  expect(replaced).toBe(1)
  expect(locations[0]).toMatchObject({
    accesses_ordered: [line(50), { client_type_id: 2, attendance_middle_id: 4, technology_type_id: null, amount: 60 }],
  })
  expect(pastedFrom(tableIn('PF\tURBANO\tfibra\tinternet\tFTTH\t100\t7'), telephony)).toMatchObject({
    width: 4,
    beyond: 3,
    lines: [{ values: { amount: 'internet' } }],
  })
  expect(pastedFrom(tableIn('7\t8'), telephony.slice(3))).toMatchObject({ width: 1, beyond: 1 })
})
