import { columnNames, type ColumnName } from '#features/anatel/layouts.ts'
import { columnWords } from '#features/anatel/wording.ts'
import type { AccessMapping } from '#features/collects/intake/asked.ts'
import { columnCalled } from '#features/intake/guess.ts'
import { saidOf, sourcesIn, titlesOf } from '#features/intake/mapping.ts'
import { onceEach } from '#parts/table/once.ts'
import type { Lookups } from '#features/anatel/cells.ts'
import type { RawRow, RowCorrection } from '#features/anatel/check.ts'
import type { Beside, placesOf } from '#parts/address/places.ts'
import { readSpeed, speedUnitOf, type SpeedUnit } from '#features/anatel/speed.ts'
import type { Records, TextRecord } from '#parts/table/table.ts'

type Unclear = NonNullable<RawRow['unclear']>
type TownFinder = ReturnType<typeof placesOf>

/** What a cell of the file becomes: its value, and what was understood of it, or why it could not be. */
interface Meant {
  readonly value: string
  readonly told?: RowCorrection
  readonly unclear?: Unclear[ColumnName]
}

const unitNames: Readonly<Record<SpeedUnit, string>> = { kbps: 'Kbps', mbps: 'Mbps', gbps: 'Gbps' }
/** The column with a municipality's name beside the one with its code, or the other way round; -1 where there is none. */
export function placeBeside(mapping: AccessMapping, header: readonly string[]): number {
  const titles = titlesOf(header)
  const at = sourcesIn(mapping, header)
  if (at('COD_IBGE') < 0) return -1
  return columnCalled(columnWords.COD_IBGE, titles, new Set(columnNames.map(at)))
}

/** Reads records of a file with columns of its own as rows of the layout. */
export function mapperOf(
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
  const readerOf = (column: ColumnName): ((cells: readonly string[]) => Meant) => {
    const source = mapping.columns[column]
    const found = at(column)
    const fixed = source?.from === 'coleta' ? own[column] : source?.from === 'linha' ? '1' : source?.text
    const written = (cells: readonly string[]) => (found < 0 ? (fixed ?? '') : (cells[found] ?? ''))
    if (column === 'COD_IBGE') {
      const inState = onceEach(state => onceEach(name => onceEach(text => placed(text, { state, name }))))
      return cells => inState(cells[stateAt] ?? '')(cells[nameAt] ?? '')(written(cells))
    }
    const meant = onceEach(column === 'VELOCIDADE' ? clocked : text => ({ value: said(column, text) ?? text }))
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

/**
 * Distinct values of some columns of a file, the most frequent first, each with how many rows have it and the first of
 * them.
 */
export function distinct(records: Records, columns: readonly number[], most: number): readonly (readonly Distinct[])[] {
  const seen = columns.map(at => ({ at, values: new Map<string, { count: number; readonly first: TextRecord }>() }))
  for (const record of records)
    for (const { at, values } of seen) {
      const text = record.cells[at]?.trim() ?? ''
      if (text === '') continue
      const same = values.get(text)
      if (same) same.count++
      // A column with a value of its own in every row is not one to translate.
      else if (values.size < most * 5) values.set(text, { count: 1, first: record })
    }
  return seen.map(({ values }) =>
    [...values]
      .map(([text, { count, first }]) => ({ text, count, first }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, most),
  )
}
export interface Distinct {
  readonly text: string
  readonly count: number
  readonly first: TextRecord
}
