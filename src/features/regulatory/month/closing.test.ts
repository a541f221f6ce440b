import { expect, test } from 'vitest'
import { nextPending, progressOf, queueOf } from '#features/regulatory/month/closing.ts'
import type { MonthRow } from '#features/regulatory/month/schema.ts'
import { isStrange, accessesInWords } from '#features/regulatory/month/month.ts'
import type { Step } from '#features/regulatory/collects/coleta/steps.ts'

const row = (uuid: string, step: Step | null, accesses: number | null = null): MonthRow => ({
  fistel: { id: 1, uuid, name: '50400000001' },
  client: { id: 1, uuid, name: uuid },
  empresa: null,
  person: null,
  service: 'SCM',
  collect: step && { id: 1, uuid, step, edition: 1, zeroed: false, accesses },
  before: null,
  threshold: 30,
  lapsed: null,
})
const rows = [
  row('never opened', null),
  row('empty', 'aguardando-cliente'),
  row('filled', 'em-aberto', 10),
  row('checked', 'em-conferencia', 20),
  row('ready', 'finalizado', 30),
  row('sent', 'enviada', 40),
]

test('what has figures is closed first; what is ready or was never opened is not in the way', () => {
  expect(queueOf(rows)).toEqual(['filled', 'checked', 'empty'])
  expect(progressOf(rows)).toEqual({ closed: 2, filed: 1, total: 5 })
})

test('what received nothing says a dash, and zero that came in says 0', () => {
  const open = row('open', 'em-aberto')
  expect(
    [open, row('none', null), row('zero', 'em-aberto', 0), row('some', 'em-aberto', 1_204)].map(accessesInWords),
  ).toEqual(['—', '—', '0', '1.204'])
  const zeroed = { ...open, collect: open.collect && { ...open.collect, zeroed: true } }
  expect(accessesInWords(zeroed)).toBe('zerada')
  // Either is strange where it is ready and the month before had some.
  const before = 857
  for (const accesses of [null, 0]) expect(isStrange({ ...row('ready', 'finalizado', accesses), before })).toBe(true)
})

test.each([
  [0, ['b', 'c'], 1],
  [1, ['a', 'b'], 0],
  [2, ['b'], 1],
  [1, ['b'], 1],
  [0, [], null],
])('after place %i of three, with %o pending, comes %o', (at, pending, next) => {
  expect(nextPending(['a', 'b', 'c'], at, new Set(pending))).toBe(next)
})
