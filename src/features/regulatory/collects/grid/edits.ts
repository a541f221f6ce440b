import { isUnread, type GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import type { Pasted, PastedLine } from '#features/regulatory/collects/grid/paste.ts'
import type { Spot } from '#features/regulatory/collects/grid/rows.ts'
import { isCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { lineAfter } from '#features/regulatory/collects/coleta/lines.ts'
import { insertAt, removeAt, replaceAt } from '#kernel/list.ts'
import { linesOf, type FormLine } from '#parts/line/line.ts'

// What is done to a coleta's municipalities and lines: each function answers the new ones, and shares what did not change.

type LocationLines = readonly FormLine[]
type LinesChange = (lines: readonly FormLine[]) => readonly FormLine[]

export const lineAt = (locations: LocationLines, { at, row }: Spot) => linesOf(locations[at]?.accesses_ordered)[row]

const edited = (locations: LocationLines, at: number, change: LinesChange): LocationLines => {
  const location = locations[at]
  return location
    ? replaceAt(locations, at, { ...location, accesses_ordered: change(linesOf(location.accesses_ordered)) })
    : locations
}

/** Several municipalities at once, each changed once. */
function editedAt(
  locations: LocationLines,
  spots: readonly Spot[],
  change: (line: FormLine, spot: Spot) => FormLine,
): LocationLines {
  const rows = new Map<number, Set<number>>()
  for (const { at, row } of spots) rows.set(at, (rows.get(at) ?? new Set()).add(row))
  return locations.map((location, at) => {
    const here = rows.get(at)
    if (!here) return location
    const lines = linesOf(location.accesses_ordered)
    return {
      ...location,
      accesses_ordered: lines.map((line, row) => (here.has(row) ? change(line, { at, row }) : line)),
    }
  })
}

export const withCell = (locations: LocationLines, { at, row }: Spot, key: string, value: unknown): LocationLines =>
  edited(locations, at, lines => lines.map((line, i) => (i === row ? { ...line, [key]: value } : line)))

/** One value, or none, in every cell of a block: its lines and its columns. */
export function filled(
  locations: LocationLines,
  spots: readonly Spot[],
  columns: GridColumns,
  value: unknown,
): LocationLines {
  const values = Object.fromEntries(columns.map(({ key }) => [key, value]))
  return editedAt(locations, spots, line => ({ ...line, ...values }))
}

/** The block's first line in all of them. */
export function filledDown(locations: LocationLines, spots: readonly Spot[], columns: GridColumns): LocationLines {
  const [first, ...below] = spots
  const line = first && lineAt(locations, first)
  if (!line) return locations
  const taken = columns.flatMap(({ key, name, options }) => [
    [key, line[key]],
    ...(options ? [[name, line[name]]] : []),
  ]) // prettier-ignore
  return editedAt(locations, below, each => ({ ...each, ...Object.fromEntries(taken) }))
}

/** Each line again, under itself: as new ones. */
export function duplicated(locations: LocationLines, spots: readonly Spot[]): LocationLines {
  const [first] = spots
  const last = spots.findLast(({ at }) => at === first?.at)
  if (!first || !last) return locations
  const copies = spots.flatMap(spot => (spot.at === first.at ? [lineAt(locations, spot) ?? {}] : []))
  return edited(locations, first.at, lines => [
    ...lines.slice(0, last.row + 1),
    ...copies.map(unsaved),
    ...lines.slice(last.row + 1),
  ])
}
const unsaved = ({ id: _id, uuid: _uuid, ...line }: FormLine): FormLine => line

/** A line to type, of the same kind as the one above it. */
export const inserted = (locations: LocationLines, { at, row }: Spot) =>
  edited(locations, at, lines => insertAt(lines, row, lineAfter(lines[row - 1])))

export function withoutLines(locations: LocationLines, spots: readonly Spot[]): LocationLines {
  const gone = new Set(spots.map(({ at, row }) => `${at}.${row}`))
  return [...new Set(spots.map(({ at }) => at))].reduce(
    (now, at) => edited(now, at, lines => lines.filter((_, row) => !gone.has(`${at}.${row}`))),
    locations,
  )
}
/** Lines set aside, all of them; counted again where all of them already were. */
export function setAside(locations: LocationLines, spots: readonly Spot[]): LocationLines {
  const active = areAside(locations, spots)
  return editedAt(locations, spots, line => ({ ...line, active }))
}
export const areAside = (locations: LocationLines, spots: readonly Spot[]) =>
  spots.length > 0 && spots.every(spot => !isCounted(lineAt(locations, spot) ?? {}))
export const withoutPlace = (locations: LocationLines, at: number) => removeAt(locations, at)

/** Writes a block over visible lines of one municipality, and adds lines for the rest. */
export function pastedAt(locations: LocationLines, targets: readonly Spot[], { lines }: Pasted): LocationLines {
  const at = targets[0]?.at
  if (at === undefined) return locations
  const over = targets.slice(0, lines.length)
  const rest = lines.slice(over.length)
  const written = editedAt(locations, over, (line, spot) => ({
    ...line,
    ...lines[over.findIndex(({ row }) => row === spot.row)]?.values,
  }))
  return edited(written, at, now =>
    rest.reduce<readonly FormLine[]>((all, { values }) => [...all, { ...lineAfter(all.at(-1)), ...values }], now),
  )
}

/** What makes two lines the same, of what the service asks. */
const groupOf = (line: FormLine, columns: GridColumns) =>
  JSON.stringify(columns.flatMap(({ key }) => (key === 'amount' ? [] : [line[key]])))

/**
 * A block that says whose its lines are: each goes to its municipality, made where it is missing. Where a line of the
 * same kind and speed was already there, once, its number is replaced; the others are added.
 */
export function pastedByCity(
  locations: LocationLines,
  { lines }: Pasted,
  columns: GridColumns,
  named: (city: number | string) => FormLine,
): { readonly locations: LocationLines; readonly replaced: number } {
  let replaced = 0
  const groups = new Map<number | string, PastedLine[]>()
  for (const line of lines) groups.set(line.city ?? '', [...(groups.get(line.city ?? '') ?? []), line])
  const next = [...groups].reduce<LocationLines>((now, [city, pasted]) => {
    const at = now.findIndex(({ city_id }) => city_id === city)
    const all = at < 0 ? [...now, { ...named(city), city_id: city, accesses_ordered: [] }] : now
    return edited(all, at < 0 ? all.length - 1 : at, old => {
      const { merged, hits } = mergedInto(old, pasted, columns)
      replaced += hits
      return merged
    })
  }, locations)
  return { locations: next, replaced }
}

function mergedInto(old: readonly FormLine[], pasted: readonly PastedLine[], columns: GridColumns) {
  const free = new Map<string, number[]>()
  for (const [row, line] of old.entries()) {
    const group = groupOf(line, columns)
    free.set(group, [...(free.get(group) ?? []), row])
  }
  const merged = [...old]
  let hits = 0
  for (const { values } of pasted) {
    const line: FormLine = { ...lineAfter(undefined), ...values }
    const same = free.get(groupOf(line, columns))?.shift()
    if (same === undefined) merged.push(line)
    else {
      merged[same] = { ...merged[same], amount: line.amount }
      hits++
    }
  }
  return { merged, hits }
}

const unreadOf = (accesses: unknown, columns: GridColumns) =>
  linesOf(accesses).flatMap((line, row) =>
    columns.flatMap(({ key }, col) => (isUnread(line[key]) ? [{ row, col }] : [])),
  )
/** By the columns and their municipality: a letter typed in one has no other looked through again. */
const knownUnread = new WeakMap<GridColumns, WeakMap<FormLine, ReturnType<typeof unreadOf>>>()

/** Cells whose text nobody could read, in order: the first is where to go. A municipality's name is one too. */
export function unreadIn(locations: LocationLines, columns: GridColumns): readonly (Spot & { readonly col: number })[] {
  const seen = knownUnread.get(columns) ?? new WeakMap<FormLine, ReturnType<typeof unreadOf>>()
  knownUnread.set(columns, seen)
  return locations.flatMap((location, at) => {
    const cells = seen.get(location) ?? unreadOf(location.accesses_ordered, columns)
    seen.set(location, cells)
    const own = isUnread(location.city_id) ? [{ at, row: -1, col: 0 }] : []
    return cells.length || own.length ? [...own, ...cells.map(cell => ({ at, ...cell }))] : own
  })
}

/** Lines somebody saved away since would be refused as unknown: they come back as new ones. */
export function withKnownIds(locations: LocationLines, saved: LocationLines): LocationLines {
  const known = new Set(
    [...saved, ...saved.flatMap(({ accesses_ordered: accesses }) => linesOf(accesses))].map(({ id }) => id),
  )
  const places = new Set(saved.map(({ id }) => id))
  const isKnown = (line: FormLine, ids: ReadonlySet<unknown>) => line.id === undefined || ids.has(line.id)
  const own = (line: FormLine, ids: ReadonlySet<unknown>) => (isKnown(line, ids) ? line : unsaved(line))
  return locations.map(location => {
    const lines = linesOf(location.accesses_ordered)
    // Left as it is, what was reckoned of it holds: of thousands of lines a step takes back a few.
    if (isKnown(location, places) && lines.every(line => isKnown(line, known))) return location
    return { ...own(location, places), accesses_ordered: lines.map(line => own(line, known)) }
  })
}
