import { expect, test } from 'vitest'
import { nextPending, progressOf, queueOf } from '#features/month/closing.ts'
import type { MonthRow } from '#features/month/month.ts'
import type { Step } from '#features/collects/coleta/steps.ts'

const row = (uuid: string, step: Step | null, accesses = 0): MonthRow => ({
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

test.each([
  [0, ['b', 'c'], 1],
  [1, ['a', 'b'], 0],
  [2, ['b'], 1],
  [1, ['b'], 1],
  [0, [], null],
])('after place %i of three, with %o pending, comes %o', (at, pending, next) => {
  expect(nextPending(['a', 'b', 'c'], at, new Set(pending))).toBe(next)
})
