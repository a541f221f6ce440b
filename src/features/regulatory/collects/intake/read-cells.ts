import { comparableText } from '#kernel/text.ts'
import { columnNames, tokenColumns, type ColumnName, type TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { columnWords, tokenWords } from '#features/regulatory/anatel/wording.ts'
import { translated, type AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { rowsListed, type Edit } from '#features/regulatory/collects/intake/intake.ts'
import type { MappedFile } from '#features/regulatory/collects/intake/map-columns.ts'
import { columnCalled } from '#features/regulatory/intake/titles.ts'
import type { Distinct } from '#features/regulatory/intake/distinct.ts'
import { saidOf, sourcesIn, titlesOf, type Seen } from '#features/regulatory/intake/mapping.ts'
import { onceEach } from '#parts/table/once.ts'
import { accessesCell, speedCell, tokenCell, type Lookups } from '#features/regulatory/anatel/cells.ts'
import { rowsOf } from '#features/regulatory/anatel/header.ts'
import type { RawRow, RowCorrection } from '#features/regulatory/anatel/check.ts'
import type { Beside, placesOf } from '#parts/address/places.ts'
import { readSpeed, speedUnitOf, type SpeedUnit } from '#features/regulatory/anatel/speed.ts'
import type { Records, TextRecord, TextTable } from '#parts/table/table.ts'

type Unclear = NonNullable<RawRow['unclear']>
type TownFinder = ReturnType<typeof placesOf>

/** What a cell of the file becomes: its value, and what was understood of it, or why it could not be. */
interface Meant {
  readonly value: string
  readonly told?: RowCorrection
  readonly unclear?: Unclear[ColumnName]
}

const isToken = (column: ColumnName): column is TokenColumn => tokenColumns.some(each => each === column)
const unitNames: Readonly<Record<SpeedUnit, string>> = { kbps: 'Kbps', mbps: 'Mbps', gbps: 'Gbps' }
/** The column with a municipality's name beside the one with its code, or the other way round; -1 where there is none. */
function placeBeside(mapping: AccessMapping, header: readonly string[]): number {
  const titles = titlesOf(header)
  const at = sourcesIn(mapping, header)
  if (at('COD_IBGE') < 0) return -1
  return columnCalled(columnWords.COD_IBGE, titles, new Set(columnNames.map(at)))
}

/** A record, and what its cells are in the layout. */
export interface ReadRecord {
  readonly record: TextRecord
  readonly row: RawRow
  /** The first row with the same cells, in a long file: the verdict on it holds for this one. */
  readonly like?: RawRow | undefined
}
/** Rows of a long file remembered, in case others say the same. */
const rowsRemembered = 4_000

/** Reads records as rows of the layout, one at a time: a long file is never in memory cell by cell. */
export function* readCells(
  records: Records,
  table: Pick<TextTable, 'header'>,
  { layout, header, own }: MappedFile,
  lookups: Lookups,
  places: TownFinder,
): Iterable<ReadRecord> {
  const asked = layout.columns.map(({ name }) => name)
  const rowOf = own ? mapperOf(own.mapping, table.header, asked, lookups, places) : rowsOf(header)
  const known = records.length > rowsListed ? new Map<TextRecord['cells'], RawRow>() : null
  for (const record of records) {
    const same = known?.get(record.cells)
    const row = same ? { ...same, line: record.line } : rowOf(record)
    if (known && !same && known.size < rowsRemembered) known.set(record.cells, row)
    yield { record, row, like: known?.get(record.cells) }
  }
}

/** How many accesses each record of a file would have added. */
export function weightIn({ own }: MappedFile, header: readonly string[]): (record: TextRecord) => number {
  const at = own ? sourcesIn(own.mapping, header)('ACESSOS') : -1
  return ({ cells }) => {
    if (at < 0) return 1
    const read = accessesCell(cells[at]?.trim() ?? '')
    return 'value' in read ? read.value : Number(read.fix ?? 0)
  }
}

/** A corrected cell may have a town's name or a speed with unit. */
export function readEdit(edit: Edit, places: TownFinder): Edit {
  const text = edit.value.trim()
  if (edit.column === 'COD_IBGE' && !/^\d*$/.test(text)) {
    const place = places(text)
    return 'code' in place ? { ...edit, value: place.code } : edit
  }
  if (edit.column !== 'VELOCIDADE') return edit
  const read = readSpeed(text)
  return { ...edit, value: 'mbps' in read ? read.mbps : text }
}

/** Reads records of a file with columns of its own as rows of the layout. */
function mapperOf(
  mapping: AccessMapping,
  header: readonly string[],
  asked: readonly ColumnName[],
  lookups: Lookups,
  places: TownFinder,
) {
  const width = header.length
  const at = sourcesIn(mapping, header)
  const [stateAt, nameAt] = [at('UF'), placeBeside(mapping, header)]
  const said = saidOf(mapping)
  const unit = speedUnitOf(header[at('VELOCIDADE')], mapping.kbps)
  const own: Readonly<Partial<Record<ColumnName, string>>> = {
    CNPJ: lookups.cnpj,
    ANO: String(lookups.year),
    MES: String(lookups.month),
  }

  const placed = (text: string, beside: Beside): Meant => {
    const to = said('COD_IBGE', text)
    const value = to ?? text
    if (text.trim() === '' || /^\d{6}$/.test(value.trim())) return { value }
    // What somebody chose needs no other cell to agree.
    const found = places(value, to === undefined ? beside : {})
    if ('code' in found) {
      const told = { column: 'COD_IBGE', from: text, to: found.code, why: found.name } as const
      return { value: found.code, ...(found.code !== text.trim() && { told }) }
    }
    return { value, unclear: { rule: 'place', said: found.reason } }
  }
  const clocked = (text: string): Meant => {
    const to = said('VELOCIDADE', text)
    const read = readSpeed((to ?? text).trim(), to === undefined ? unit : null)
    if (!('mbps' in read)) return { value: to ?? text }
    if (read.mbps === text.trim()) return { value: read.mbps }
    const why = /\D/.test(text.trim()) ? 'lida em Mbps' : `de ${unitNames[unit ?? 'mbps']} para Mbps`
    return { value: read.mbps, told: { column: 'VELOCIDADE', from: text, to: read.mbps, why } }
  }
  const inOurWords = (column: ColumnName, text: string): Meant => {
    const to = said(column, text)
    if (to === undefined) return { value: text }
    // What everybody writes for a word of Anatel's is no change worth a look; what somebody once decided is.
    const isUsual = isToken(column) && tokenWords[column][to]?.split(' ').includes(comparableText(text))
    return isUsual ? { value: to } : { value: to, told: { column, from: text, to, why: 'traduzido' } }
  }
  const readerOf = (column: ColumnName): ((cells: readonly string[]) => Meant) => {
    const source = mapping.columns[column]
    const found = at(column)
    const fixed = source?.from === 'coleta' ? own[column] : source?.from === 'linha' ? '1' : source?.text
    const written = (cells: readonly string[]) => (found < 0 ? (fixed ?? '') : (cells[found] ?? ''))
    if (column === 'COD_IBGE') {
      const inState = onceEach(state => onceEach(name => onceEach(text => placed(text, { state, name }))))
      return cells => inState(cells[stateAt] ?? '')(cells[nameAt] ?? '')(written(cells))
    }
    const meant = onceEach(column === 'VELOCIDADE' ? clocked : text => inOurWords(column, text))
    return cells => meant(written(cells))
  }
  const readers = asked.map(column => ({ column, read: readerOf(column) }))

  return ({ line, cells }: TextRecord): RawRow => {
    if (cells.length > width && cells.slice(width).some(cell => cell.trim() !== ''))
      return { line, cells: [], width: { found: cells.length, expected: width } }
    const row: string[] = []
    const told: RowCorrection[] = []
    const unclear: { -readonly [K in keyof Unclear]: Unclear[K] } = {}
    for (const { column, read } of readers) {
      const meant = read(cells)
      row.push(meant.value)
      if (meant.told) told.push(meant.told)
      if (meant.unclear) unclear[column] = meant.unclear
    }
    return { line, cells: row, told, unclear }
  }
}

/** The columns whose values are translated and that the file has. */
export const translatedIn = (mapping: AccessMapping, header: readonly string[]): readonly ColumnName[] => {
  const at = sourcesIn(mapping, header)
  return translated.filter(column => at(column) >= 0)
}

/** Lists values that differ from Anatel's tables, unrecognized ones first. */
export function valuesSeenIn(
  header: readonly string[],
  values: readonly (readonly Distinct[])[],
  mapping: AccessMapping,
  lookups: Lookups,
  places: TownFinder,
): readonly Seen<ColumnName>[] {
  const said = saidOf(mapping)
  const at = sourcesIn(mapping, header)
  const [stateAt, nameAt] = [at('UF'), placeBeside(mapping, header)]
  const unit = speedUnitOf(header[at('VELOCIDADE')], mapping.kbps)
  const seen = translatedIn(mapping, header).flatMap((column, n) =>
    (values[n] ?? []).flatMap(({ text, count, first }): readonly Seen<ColumnName>[] => {
      const to = said(column, text)
      const beside = { state: first.cells[stateAt] ?? '', name: first.cells[nameAt] ?? '' }
      const read = readValue(column, to ?? text, { unit, lookups, places, beside, said: to !== undefined })
      return read === null ? [] : [{ column, from: text, count, ...read }]
    }),
  )
  return seen.toSorted((one, other) => Number(one.to !== null) - Number(other.to !== null))
}

interface Reading {
  readonly lookups: Lookups
  readonly places: TownFinder
  readonly unit: SpeedUnit | null
  readonly beside: Beside
  /** True if a user gave the value, and not the file. */
  readonly said: boolean
}

/** What a value becomes; null when it is written as Anatel does already. */
function readValue(column: ColumnName, text: string, reading: Reading): Pick<Seen, 'to' | 'said' | 'among'> | null {
  const { lookups, places, said } = reading
  if (column === 'COD_IBGE') {
    if (/^\d{6}$/.test(text)) return null
    const found = places(text, said ? {} : reading.beside)
    if ('reason' in found) return { to: null, said: found.reason, among: found.among() }
    return found.code === text && !said ? null : { to: found.name, said: null }
  }
  if (column === 'VELOCIDADE') {
    const found = readSpeed(text, said ? null : reading.unit)
    const mbps = 'mbps' in found ? found.mbps : null
    const cell = speedCell(mbps ?? text)
    if ('rule' in cell) return { to: null, said: cell.said, among: cell.among ?? [] }
    return mbps === null && !said ? null : { to: mbps ?? text, said: null }
  }
  if (!isToken(column)) return null
  const cell = tokenCell(column, text, lookups)
  if ('rule' in cell) return { to: null, said: cell.said }
  return cell.why === undefined && !said ? null : { to: cell.value, said: null }
}
