import { expect, test } from 'vitest'
import {
  lineAfter,
  totalOf,
  totalOfAll,
  typePair,
  withoutUntouched,
} from '#features/regulatory/collects/coleta/lines.ts'
import { nameFor } from '#parts/line/line.ts'

const fibre = { client_type_id: 1, client_type: { id: 1, name: 'Pessoa física' }, speed: 100, amount: 7 }

test('the next line is of the same kind, with speed and number still to be typed', () => {
  const next = lineAfter(fibre)
  expect(next).toMatchObject({ client_type_id: 1, client_type: fibre.client_type, speed: null, amount: null })
  expect(next).not.toHaveProperty('id')
  expect(lineAfter(undefined).technology_type_id).toBeNull()
})

test('a total counts the numbers understood so far', () => {
  const location = { accesses_ordered: [fibre, { amount: 'doze' }, { amount: null }] }
  expect(totalOf(location)).toEqual({ lines: 3, accesses: 7, aside: { lines: 0, accesses: 0 } })
  const other = { accesses_ordered: [fibre, { ...fibre, active: false }, { amount: null, active: false }] }
  expect(totalOfAll([location, other, {}])).toEqual({ lines: 6, accesses: 14, aside: { lines: 2, accesses: 7 } })
})

test('typing one side of a pair leaves the other to be found; emptying it touches nothing else', () => {
  expect(typePair({ icms: 10, icms_percent: 1 }, 'icms_percent', 18)).toEqual({ icms: null, icms_percent: 18 })
  expect(typePair({ icms: 10, icms_percent: 1 }, 'icms', 20)).toEqual({ icms: 20, icms_percent: null })
  expect(typePair({ icms: 10, icms_percent: 1 }, 'icms', null)).toEqual({ icms: null, icms_percent: 1 })
})

test('the name a reference brought holds only for the id it came with', () => {
  expect(nameFor(fibre.client_type, 1)).toBe('Pessoa física')
  expect(nameFor(fibre.client_type, 2)).toBe('')
  expect(nameFor(null, 1)).toBe('')
})

test('a line begun by a key and never told a number stays behind; all else is as it was typed', () => {
  const kept = { ...fibre, id: 9 }
  const begun = lineAfter(kept)
  const [first, ...rest] = withoutUntouched([{ city_id: 1, accesses_ordered: [kept, begun, begun] }, { city_id: 2 }])
  expect(first).toEqual({ city_id: 1, accesses_ordered: [kept] })
  expect(rest).toEqual([{ city_id: 2 }])
})

test('nothing that was told is left behind: a number, another kind, a saved line, the first of a municipality', () => {
  const begun = lineAfter(fibre)
  const told = [
    { accesses_ordered: [fibre, { ...begun, amount: 0 }] },
    { accesses_ordered: [fibre, { ...begun, speed: 'rápida' }] },
    { accesses_ordered: [fibre, { ...begun, client_type_id: 2 }] },
    { accesses_ordered: [fibre, { ...begun, id: 4 }] },
    { accesses_ordered: [lineAfter(undefined)] },
  ]
  expect(withoutUntouched(told)).toBe(told)
})
