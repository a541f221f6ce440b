import type { Axis } from '#kernel/coordinates.ts'
import { readCoordinate, readPair } from '#kernel/place/place.ts'
import { showDecimal } from '#kernel/show.ts'
import type { Given } from '#features/platform/imports/section/decide.ts'
import type { ImportProblem, TemplateColumn } from '#features/platform/imports/section/section.ts'

/** The two columns of a place, which are read together, and what the cells of both say. */
export interface PlaceCells {
  readonly columns: Readonly<Record<Axis, TemplateColumn>>
  readonly texts: Readonly<Record<Axis, string>>
}
interface ReadCells {
  readonly given: Readonly<Record<string, Given>>
  readonly problems: readonly Omit<ImportProblem, 'value'>[]
}
const nothing: ReadCells = { given: {}, problems: [] }

/** Reads both cells; a problem names the wrong one. It never guesses, since nobody would notice in a file of hundreds. */
export function readPlaceCells({ columns, texts }: PlaceCells): ReadCells {
  const [lat, lng] = [texts.lat.trim(), texts.lng.trim()]
  if (!lat && !lng) return nothing
  const refuse = (axis: Axis, message: string): ReadCells => ({
    given: {},
    problems: [{ column: columns[axis].key, rule: 'formato', message }],
  })
  const read = readPair(lat, lng)
  if ('at' in read && read.changed === undefined)
    return {
      given: {
        [columns.lat.key]: { value: read.at.lat, said: showDecimal(read.at.lat) },
        [columns.lng.key]: { value: read.at.lng, said: showDecimal(read.at.lng) },
      },
      problems: [],
    }
  if ('at' in read) return refuse('lat', `${read.changed ?? ''} Corrija a célula, ou troque as colunas.`)
  if ('asked' in read) return refuse('lat', `${read.asked} ${read.among.map(({ said }) => said).join(' ou ')}.`)
  for (const [axis, text] of [
    ['lat', lat],
    ['lng', lng],
  ] as const) {
    const half = readCoordinate(text, axis)
    if (text && 'why' in half) return refuse(axis, half.why)
  }
  return refuse(lat ? 'lng' : 'lat', read.why)
}
