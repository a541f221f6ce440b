import { expect, test } from 'vitest'
import { text } from '#kernel/field.ts'
import { isSavedAlready, offerMeanwhile, offersOf } from '#web/form/offers.ts'

const here = { at: '2026-03-04T17:32:00Z', before: { name: 'a' }, changed: { name: 'b' }, version: '"1"' }
const onServer = { ...here, device: 'casa', revision: 7 }
const later = { ...onServer, at: '2026-03-04T17:40:00Z', changed: { name: 'c' }, revision: 8 }
const sent = { ...here, revision: 7, sent: true }
const summary = (offers: ReturnType<typeof offersOf>) => offers.map(({ changed, from }) => [changed.name, from])

test.each([
  ['nothing, of nothing', null, null, []],
  ['what only this browser has', here, null, [['b', 'here']]],
  ['what only the server has', null, later, [['c', 'device']]],
  ['nothing, of what was saved elsewhere', sent, null, []],
  ['what was typed here after it was saved elsewhere', { ...sent, sent: false }, null, [['b', 'here']]],
  ['the server’s, of what it has of here', sent, { ...onServer, device: 'aqui' }, [['b', 'here']]],
  [
    'the newer of here, over the same revision',
    { ...sent, sent: false, changed: { name: 'd' } },
    onServer,
    [['d', 'here']],
  ],
  ['what was written elsewhere since', sent, later, [['c', 'device']]],
  [
    'both, the newest first',
    { ...sent, sent: false },
    later,
    [
      ['c', 'device'],
      ['b', 'here'],
    ],
  ],
  [
    'both, the newest first, here',
    { ...sent, sent: false, at: '2026-03-04T18:00:00Z' },
    later,
    [
      ['b', 'here'],
      ['c', 'device'],
    ],
  ],
  ['once, what is the same on both', { ...here, revision: 3 }, { ...onServer, device: 'aqui' }, [['b', 'here']]],
] as const)('a form offers %s', (_what, local, server, offered) => {
  expect(summary(offersOf(local, server, 'aqui'))).toEqual(offered)
})

test('what is written while a form is open is of another tab, or of another device', () => {
  expect(offerMeanwhile(later, 'casa').from).toBe('tab')
  expect(offerMeanwhile(later, 'aqui').from).toBe('device')
})

test('a draft that says what its row says is no draft', () => {
  const fields = { name: text('Nome'), note: text('Nota') }
  expect(isSavedAlready(fields, { name: 'b', note: '' }, here)).toBe(true)
  expect(isSavedAlready(fields, { name: 'b', note: null }, { ...here, changed: { name: 'b', note: null } })).toBe(true)
  expect(isSavedAlready(fields, { name: 'a', note: null }, here)).toBe(false)
})
