import type { Point } from '#kernel/coordinates.ts'
import { readPoint } from '#kernel/place/address.ts'
import { doubtOf } from '#kernel/place/doubt.ts'
import type { PointReading } from '#kernel/place/place.ts'
import { join } from '#kernel/text.ts'

/** As many stations or links as are registered at once: a spreadsheet of towers has no more, and nobody waits for the write. */
export const seriesLimit = 100

/** A line describes one station of a series. */
export interface SeriesLine {
  readonly name: string
  readonly at: Point | null
  /** What is not as it was written, or was left out. */
  readonly changed?: string
  /** Why the line is not taken as it is. */
  readonly wrong?: string
}

/** 'Torre 09' → 'Torre 10'; 'Torre' → 'Torre 2'. `nth` counts from 1. */
export function nameAfter(name: string, nth: number): string {
  const [, before = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(name) ?? []
  if (!digits) return `${name} ${nth + 1}`
  return `${before}${String(Number(digits) + nth).padStart(digits.length, '0')}`
}

/** However the program they are copied from ends its lines. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
/** A station a line: 'Torre 4', 'Torre 4; -22,906; -47,0606', or coordinates alone, whose names go on counting from `like`. */
export function seriesIn(text: string, like: string): readonly SeriesLine[] {
  const lines = text
    .split(lineEnd)
    .map(line => line.trim())
    .filter(Boolean)
    .map((line, at) => lineIn(line, nameAfter(like, at + 1)))
  return lines.map((line, at) => {
    const first = lines.findIndex(({ name }) => name === line.name)
    return first < at && !line.wrong ? { ...line, wrong: 'O nome se repete.' } : line
  })
}

function lineIn(line: string, next: string): SeriesLine {
  const alone = readPoint(line)
  const [, name = line, place = ''] = /^([^;\t]*)[;\t](.*)$/.exec(line) ?? []
  const apart = place.trim() ? readPoint(place) : null
  // A name before a semicolon is a name, where what follows is a place by itself.
  if (apart && !('why' in apart) && name.trim()) return placed(name.trim(), apart)
  if (!('why' in alone)) return placed(next, alone)
  if (apart) return placed(name.trim() || next, apart)
  // What has coordinates in it is no name, whatever is wrong with them.
  if (/\d[.,°º]\d|:\/\//.test(line)) return { name: next, at: null, wrong: alone.why }
  const named = line.replace(/[;\t]$/, '').trim()
  return named ? { name: named, at: null } : { name: next, at: null, wrong: 'A linha não tem nome nem coordenadas.' }
}

function placed(name: string, reading: PointReading): SeriesLine {
  if ('why' in reading) return { name, at: null, wrong: reading.why }
  if ('asked' in reading)
    return { name, at: null, wrong: `${reading.asked} Escreva ${join(saidOf(reading.among), 'ou')}.` }
  const doubt = doubtOf(reading.at)
  return doubt ? { name, at: null, wrong: `${doubt.said} ${wayOut(doubt.among)}`.trim() } : { name, ...reading }
}
const saidOf = (among: readonly { readonly said: string }[]) => among.slice(0, 4).map(({ said }) => said)
const wayOut = (among: readonly { readonly said: string }[]) =>
  among.length ? `Escreva ${join(saidOf(among), 'ou')}.` : ''
