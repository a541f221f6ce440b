import { expect, test } from 'vitest'
import { rules } from '#features/regulatory/obligations/rules.ts'
import { occurrencesOf, type TaskCalendar } from '#features/regulatory/tasks/calendar.ts'

const blank: TaskCalendar = {
  id: 7,
  nome: 'Conferir',
  obligation: null,
  recurrence: null,
  day: null,
  competence: 'anterior',
  once_on: null,
  lead_days: null,
  dates: [],
}
const told = (more: Partial<TaskCalendar>, from = '2026-01-01', to = '2026-03-31') =>
  occurrencesOf({ ...blank, ...more }, rules, from, to).map(({ period, due_on, legal_on, opens_on }) =>
    [period, due_on, ...(legal_on === due_on ? [] : [legal_on]), ...(opens_on ? [`abre ${opens_on}`] : [])].join(' '),
  )

test('a day of every month; a shorter month has its last day, and a closed one the bank day before', () => {
  expect(told({ recurrence: 'mensal', day: 31 })).toEqual([
    '2025-12 2026-01-30',
    '2026-01 2026-02-27',
    '2026-02 2026-03-31',
  ])
  expect(told({ recurrence: 'mensal', day: 5, competence: 'mesmo' }, '2026-02-01', '2026-02-28')).toEqual([
    '2026-02 2026-02-05',
  ])
})

test('the last bank day, days ahead for the house', () => {
  expect(told({ recurrence: 'ultimo-dia-util', lead_days: 3 }, '2026-01-01', '2026-01-31')).toEqual([
    '2025-12 2026-01-27 2026-01-30',
  ])
})

test('dates of a year: a window is told once it opens, and several are told by their months', () => {
  const window = { recurrence: 'anual' as const, dates: [{ month: 5, day: 29, opens_month: 3, opens_day: 1 }] }
  expect(told(window)).toEqual(['2026 2026-05-29 abre 2026-03-01'])
  expect(told(window, '2026-01-01', '2026-02-27')).toEqual([])
  const twice = [1, 6].map(month => ({ month, day: 30, opens_month: null, opens_day: null }))
  expect(told({ recurrence: 'anual', dates: twice }, '2026-01-01', '2026-12-31')).toEqual([
    '2026-01 2026-01-30',
    '2026-06 2026-06-30',
  ])
})

test('once has one period whatever its date, and what says no calendar is never due', () => {
  expect(told({ recurrence: 'uma-vez', once_on: '2026-02-14' })).toEqual(['uma-vez 2026-02-13'])
  expect(told({})).toEqual([])
})

test('an obligation is followed in every age of its rule, by its own days', () => {
  expect(told({ obligation: 'fust', lead_days: 2 }, '2026-11-01', '2026-11-30')).toEqual([
    '2026-10 2026-11-06 2026-11-10',
  ])
  expect(told({ obligation: 'tff' })).toEqual(['2026 2026-03-31'])
})
