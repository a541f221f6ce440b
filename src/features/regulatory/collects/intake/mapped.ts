import { comparableText } from '#kernel/text.ts'
import { columnNames, tokenColumns, type ColumnName, type TokenColumn } from '#features/regulatory/anatel/layouts.ts'
import { columnWords, tokenWords } from '#features/regulatory/anatel/wording.ts'
import type { AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { columnCalled } from '#features/regulatory/intake/guess.ts'
import { saidOf, sourcesIn, titlesOf } from '#features/regulatory/intake/mapping.ts'
import { onceEach } from '#parts/table/once.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import type { RawRow, RowCorrection } from '#features/regulatory/anatel/check.ts'
import type { Beside, placesOf } from '#parts/address/places.ts'
import { readSpeed, speedUnitOf, type SpeedUnit } from '#features/regulatory/anatel/speed.ts'
import type { TextRecord } from '#parts/table/table.ts'

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
  const translated = (column: ColumnName, text: string): Meant => {
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
    const meant = onceEach(column === 'VELOCIDADE' ? clocked : text => translated(column, text))
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
