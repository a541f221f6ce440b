import { readPoint, type Point } from '#kernel/coordinates.ts'

/** One station of a series, as a line tells it. */
export interface SeriesLine {
  readonly name: string
  readonly at: Point | null
  /** Why the line is not taken as it is. */
  readonly wrong?: string
}

/** 'Torre 09' → 'Torre 10'; 'Torre' → 'Torre 2'. `nth` counts from 1. */
export function nameAfter(name: string, nth: number): string {
  const [, before = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(name) ?? []
  if (!digits) return `${name} ${nth + 1}`
  return `${before}${String(Number(digits) + nth).padStart(digits.length, '0')}`
}

/** A station a line: 'Torre 4', 'Torre 4; -22,906; -47,0606', or coordinates alone, whose names go on counting from `like`. */
export function seriesIn(text: string, like: string): readonly SeriesLine[] {
  const lines = text
    .split('\n')
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
  if (alone) return placed(next, alone)
  const [, name = line, place = ''] = /^([^;\t]*)[;\t](.*)$/.exec(line) ?? []
  if (!place.trim()) return { name: name.trim(), at: null }
  return placed(name.trim() || next, readPoint(place))
}

function placed(name: string, reading: ReturnType<typeof readPoint>): SeriesLine {
  if (!reading) return { name, at: null, wrong: 'Não são coordenadas.' }
  if ('at' in reading) return { name, at: reading.at }
  return { name, at: null, wrong: `${reading.asked} Escreva o sinal ou o hemisfério.` }
}
