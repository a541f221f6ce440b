import { expect, test } from 'vitest'
import { deadlineOf } from '#parts/period/deadline.ts'

const february = { year: 2026, month: 2 }

test('a coleta is due on the 15th of the next month, that day included', () => {
  expect(deadlineOf(february, '2026-03-12', false)).toEqual({ due: '2026-03-15', said: 'vence em 3 dias', late: false })
  expect(deadlineOf(february, '2026-03-15', false)).toMatchObject({ said: 'vence hoje', late: false })
  expect(deadlineOf(february, '2026-03-16', false)).toMatchObject({ said: 'atrasada há 1 dia', late: true })
})

test('one already handed in is late no more', () => {
  expect(deadlineOf(february, '2026-05-01', true)).toEqual({ due: '2026-03-15', said: null, late: false })
})
