import { expect, test } from 'vitest'
import { calendarText, type CalendarEvent } from '#features/regulatory/obligations/ics.ts'

// What is checked here is RFC 5545's, section by section.

const event: CalendarEvent = { uid: 'fust-2026-10-x@casa', day: '2026-11-10', summary: 'FUST', description: 'A fazer' }
const written = (more: Partial<CalendarEvent> = {}) =>
  calendarText({ name: 'Prazos', events: [{ ...event, ...more }] }, '2026-11-05T12:34:56.789Z')
/** A reader's first step: lines that go on are put together again (3.1). */
const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
const valueOf = (text: string, name: string) =>
  lines(text)
    .find(line => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)

test('a calendar has its frame, its version and its events, line by line (3.4, 3.6)', () => {
  expect(lines(written())).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Outorga//Obrigações//PT-BR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Prazos',
    'X-WR-CALNAME:Prazos',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    'BEGIN:VEVENT',
    'UID:fust-2026-10-x@casa',
    'DTSTAMP:20261105T123456Z',
    'DTSTART;VALUE=DATE:20261110',
    'DTEND;VALUE=DATE:20261111',
    'SUMMARY:FUST',
    'DESCRIPTION:A fazer',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

test.each([
  ['2026-12-31', '20270101'],
  ['2028-02-28', '20280229'],
  ['2026-10-17', '20261018'],
])('a whole day ends before the next begins: %s (3.6.1)', (day, end) => {
  expect(valueOf(written({ day }), 'DTEND;VALUE=DATE')).toBe(end)
})

test.each([
  ['a; b, c', 'a\\; b\\, c'],
  ['C:\\pasta', 'C:\\\\pasta'],
  ['uma\nduas\r\ntrês\rquatro', 'uma\\nduas\\ntrês\\nquatro'],
  ['nada\u0000\u0007\u007f', 'nada'],
  ['dois: pontos "e aspas"', 'dois: pontos "e aspas"'],
])('text %j is written %s (3.3.11)', (description, expected) => {
  expect(valueOf(written({ description }), 'DESCRIPTION')).toBe(expected)
})

test.each(['a'.repeat(500), 'ç'.repeat(200), '€'.repeat(100), '😀'.repeat(90), `${'x'.repeat(66)}é,;\\`])(
  'no line is longer than 75 octets, none is cut inside a letter, and all end in CRLF (3.1): %s',
  summary => {
    const text = written({ summary })
    const physical = text.split('\r\n')
    for (const line of physical) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(text).not.toMatch(/[^\r]\n|\r[^\n]/)
    expect(text.isWellFormed()).toBe(true)
    expect(valueOf(text, 'SUMMARY')).toBe(summary.replace(/[\\;,]/g, '\\$&'))
    // Of 75 octets none is wasted: a line goes on only when the next letter does not fit.
    expect(physical.filter(line => line.startsWith(' ')).length).toBeGreaterThan(0)
  },
)

test.each([
  ['2026-11-15', '2026-11-12', '-P2DT15H'],
  ['2026-11-15', '2026-11-14', '-PT15H'],
  ['2026-11-15', '2026-11-13', '-P1DT15H'],
  ['2026-11-15', '2026-11-15', 'PT9H'],
])('an alarm for %s rings at nine on %s (3.3.6, 3.6.6)', (day, alarm, trigger) => {
  const text = written({ day, alarm: { day: alarm, says: 'FUST' } })
  expect(lines(text).slice(-7)).toEqual([
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:${trigger}`,
    'DESCRIPTION:FUST',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})
