// Calendars as text, as RFC 5545 writes them. All days: no time zone is involved.

import { dayAfter } from '#kernel/clock.ts'

export interface CalendarEvent {
  /** The same for ever, and no other event's (3.8.4.7). */
  readonly uid: string
  /** 'AAAA-MM-DD'. */
  readonly day: string
  readonly summary: string
  readonly description: string
  readonly url?: string
  /** The day, up to the event's own, whose morning reminds of it, and in what words. */
  readonly alarm?: { readonly day: string; readonly says: string }
}
export interface Calendar {
  readonly name: string
  readonly events: readonly CalendarEvent[]
}

/** The hour of the day an alarm rings, where its holder is. */
const morning = 9

/** The whole calendar; `now` is when it was written, an instant in ISO 8601, UTC. */
export const calendarText = ({ name, events }: Calendar, now: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Outorga//Obrigações//PT-BR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    // How often to ask again (RFC 7986, 5.7), and the same for those who never read it.
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events.flatMap(event => eventLines(event, now)),
    'END:VCALENDAR',
  ]
    .map(line => `${folded(line)}\r\n`)
    .join('')

const eventLines = ({ uid, day, summary, description, url, alarm }: CalendarEvent, now: string): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  `DTSTAMP:${now.replace(/\.\d+/, '').replace(/[-:]/g, '')}`,
  `DTSTART;VALUE=DATE:${compact(day)}`,
  // The end is not part of it (3.6.1).
  `DTEND;VALUE=DATE:${compact(dayAfter(day, 1))}`,
  `SUMMARY:${escaped(summary)}`,
  `DESCRIPTION:${escaped(description)}`,
  ...(url ? [`URL:${url}`] : []),
  'TRANSP:TRANSPARENT',
  ...(alarm
    ? [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `TRIGGER:${before(day, alarm.day)}`,
        `DESCRIPTION:${escaped(alarm.says)}`,
        'END:VALARM',
      ]
    : []),
  'END:VEVENT',
]

const compact = (day: string) => day.replaceAll('-', '')

/** How long before the event's first midnight the alarm's morning is (3.3.6); on its own day, how long after. */
function before(day: string, alarm: string): string {
  const hours = Math.round((Date.parse(day) - Date.parse(alarm)) / 3_600_000) - morning
  if (hours < 0) return `PT${-hours}H`
  const days = Math.floor(hours / 24)
  return `-P${days ? `${days}D` : ''}T${hours % 24}H`
}

/** A value of text (3.3.11). What cannot be written in one is left out. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- they are what is left out
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** Lines longer than 75 octets go on in the next, after a space (3.1); no letter is cut in the middle. */
function folded(line: string): string {
  const bytes = new TextEncoder()
  let [text, used] = ['', 0]
  for (const letter of line) {
    const size = bytes.encode(letter).length
    if (used + size > 75) {
      text += '\r\n '
      used = 1
    }
    text += letter
    used += size
  }
  return text
}
