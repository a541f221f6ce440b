import type { Axis } from '#kernel/coordinates.ts'
import { formats } from '#kernel/format.ts'
import { comparableText } from '#kernel/text.ts'
import type { ColumnRead, FileRow, Task } from '#features/platform/imports/reading/columns.server.ts'
import type { Match, Matcher } from '#features/platform/imports/reading/refs.server.ts'
import { readCell } from '#features/platform/imports/section/cell.ts'
import type { Given, GivenRow } from '#features/platform/imports/section/decide.ts'
import { readPlaceCells } from '#features/platform/imports/section/place.ts'
import {
  isWithinOwner,
  type CellOutcome,
  type ImportNotice,
  type ImportProblem,
  type ImportSection,
  type TemplateColumn,
} from '#features/platform/imports/section/section.ts'

/** A row as its cells are understood: what it gives, what cannot be read, what is left out of it, and which record it is of. */
export interface RowCells {
  readonly row: number
  readonly given: GivenRow
  readonly problems: readonly ImportProblem[]
  readonly notices: readonly ImportNotice[]
  readonly unit: string
}
type Finds = ReadonlyMap<string, Matcher>
type CellProblem = Extract<CellOutcome, { readonly rule: unknown }>

/** Characters of a cell that are repeated beside what is wrong with it. */
const longestValue = 200

/** Cells of one row, and what they come to. */
class RowBeingRead {
  readonly given: Record<string, Given> = {}
  problems: ImportProblem[] = []
  readonly notices: ImportNotice[] = []

  refuse({ key, leavesOut }: TemplateColumn, written: string, wrong: CellProblem) {
    const about = { column: key, value: written.slice(0, longestValue) }
    if (leavesOut) this.notices.push({ ...about, ...wrong, rule: 'fora' })
    else this.problems.push({ ...about, ...wrong })
  }
  note(column: string, written: string, rule: ImportNotice['rule'], message: string) {
    this.notices.push({ column, value: written.slice(0, longestValue), rule, message })
  }
}

const aidOf = ({ key }: TemplateColumn, columns: readonly ColumnRead[]) =>
  columns.find(({ column }) => column.aids === key)?.meant ?? (() => '')

/** Reads the cells of a row by its columns; `finds` resolves those that refer to another section. */
export function readRowCells(
  { row, cells }: FileRow,
  task: Task,
  columns: readonly ColumnRead[],
  finds: Finds,
): RowCells {
  const reading = new RowBeingRead()
  const halves = placeIn(columns)
  const owner = ownerNamed(task.section, columns, finds, cells)
  for (const { column, written, meant, speeds, notation } of columns) {
    if (halves && column.field.options.axis) continue
    const text = meant(cells)
    const found = finds.get(column.key) ?? (() => 'none' as const)
    const beside = { aid: aidOf(column, columns)(cells), owner }
    const read = readCell(text, column, { find: each => found(each, beside), unit: speeds, notation })
    if (read === null) continue
    if ('rule' in read) reading.refuse(column, written(cells), read)
    else {
      const { changed, ...value } = read
      if (changed) reading.note(column.key, written(cells), 'mudou', changed)
      reading.given[column.key] = withOwner(value, found(text.trim(), beside))
    }
  }
  if (halves) readPlace(reading, halves, cells)
  const written = (key: string) => columns.find(({ column }) => column.key === key)?.written(cells) ?? ''
  for (const { column } of columns)
    if (column.aids && reading.given[column.key] && written(column.aids).trim() === '')
      reading.note(column.key, written(column.key), 'fora', 'Sem o município ao lado, o estado não entra.')
  agree(task.section, reading)
  const { given, problems, notices } = reading
  name(task.section, reading)
  return { row, given, problems, notices, unit: unitOf(task, row, written, reading) }
}

/** Whose a row is by the column that says so, where that is read. */
function ownerNamed(
  { owner }: ImportSection,
  columns: readonly ColumnRead[],
  finds: Finds,
  cells: readonly string[],
): number | undefined {
  const text = columns
    .find(({ column }) => column.key === owner)
    ?.meant(cells)
    .trim()
  const found = text ? finds.get(owner)?.(text) : undefined
  return typeof found === 'object' && 'id' in found ? found.id : undefined
}

/** The columns of both halves of a place; null where the file has one alone, which is read by itself. */
function placeIn(columns: readonly ColumnRead[]) {
  const of = (axis: Axis) => columns.find(({ column }) => column.field.options.axis === axis)
  const [lat, lng] = [of('lat'), of('lng')]
  return lat && lng ? { lat, lng } : null
}

function readPlace(reading: RowBeingRead, { lat, lng }: Record<Axis, ColumnRead>, cells: readonly string[]) {
  const texts = { lat: lat.meant(cells), lng: lng.meant(cells) }
  const place = readPlaceCells({ columns: { lat: lat.column, lng: lng.column }, texts })
  Object.assign(reading.given, place.given)
  for (const { column, ...wrong } of place.problems)
    reading.refuse(
      (column === lng.column.key ? lng : lat).column,
      (column === lng.column.key ? lng : lat).written(cells),
      wrong,
    )
}

const withOwner = (read: Given, found: Match): Given =>
  typeof found === 'object' && 'id' in found && found.owner !== undefined
    ? { ...read, owner: found.owner, ownerName: found.ownerName }
    : read

/**
 * What is of a client says whose the row is, or must be of the client the row names. A name the register does not have gives
 * way to it; a document does not.
 */
function agree({ columns, owner: key }: ImportSection, reading: RowBeingRead) {
  const { given, problems } = reading
  const owned = columns.find(column => given[column.key]?.owner !== undefined)
  const { owner, ownerName = '', said = '' } = (owned && given[owned.key]) ?? {}
  if (!owned || owner === undefined || !columns.some(column => column.key === key)) return
  const unknown = problems.find(({ column, rule }) => column === key && ['nao-existe', 'repetido'].includes(rule))
  if (unknown && formats.document.parse(unknown.value) !== null) return
  if (unknown) {
    reading.problems = problems.filter(each => each !== unknown)
    reading.note(
      key,
      unknown.value,
      'mudou',
      `Não há no cadastro um cliente só com este nome: valeu ${owned.label.toLowerCase()} ${said}, que é de ${ownerName}.`,
    )
  }
  const named = given[key]
  if (!named) given[key] = { value: owner, said: ownerName }
  else if (named.value !== owner) {
    const message = `É de outro cliente, não de ${named.said}. Confira os dois.`
    problems.push({ column: owned.key, value: said, rule: 'diverge', message })
  }
}

/** Gives a row without a name the one its other cells make. */
function name({ unkeyed }: ImportSection, { given, problems }: RowBeingRead) {
  if (!unkeyed || given[unkeyed.column] || problems.some(({ column }) => column === unkeyed.column)) return
  const made = unkeyed.madeOf(given)
  if (made) given[unkeyed.column] = { value: made, said: made, made: true }
}

/**
 * What makes one record of rows: the columns that group them as they were understood, else as written; our code; the key, of
 * its owner; without a key the name, of its owner; else itself.
 */
function unitOf(
  { section, match_by }: Task,
  row: number,
  written: (key: string) => string,
  { given, problems }: RowBeingRead,
): string {
  if (!section.groups) {
    if (given.id) return `id ${String(given.id.value)}`
    const owner = `@${String(given[section.owner]?.value ?? '')}`
    if (isKnownByName(section, match_by, { given, problems }))
      return `~${comparableText(given[section.unkeyed?.column ?? '']?.said ?? '')}${owner}`
    const key = given[match_by]
    if (!key) return `#${row}`
    return `=${String(key.value)}${isWithinOwner(section, match_by) ? owner : ''}`
  }
  return section.groups
    .map(key => {
      const value = given[key]?.value
      return value === undefined ? `?${written(key).slice(0, 60)}` : String(value)
    })
    .join('/')
}

/** Whether a row has no key, and is known by its name among the records of its owner. */
export const isKnownByName = (
  { unkeyed, owner }: ImportSection,
  match_by: string,
  { given, problems }: Pick<RowCells, 'given' | 'problems'>,
) =>
  unkeyed !== undefined &&
  match_by !== 'id' &&
  !given.id &&
  !given[match_by] &&
  !problems.some(({ column }) => column === match_by) &&
  given[unkeyed.column] !== undefined &&
  given[owner] !== undefined
