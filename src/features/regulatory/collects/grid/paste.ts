import { foldText, slugOf } from '#kernel/text.ts'
import { placesOf } from '#parts/address/places.ts'
import {
  numbersTyped,
  type GridColumn,
  type GridColumns,
  type KindOption,
} from '#features/regulatory/collects/grid/columns.ts'
import type { FormLine } from '#parts/line/line.ts'

/** A municipality as a block may name it. */
export interface City {
  readonly id: number
  readonly ibge: number
  /** 'Itu/SP'. */
  readonly label: string
  readonly name: string
}

export interface PastedLine {
  /** A city's id, or the words nobody knows; undefined in a block that names none. */
  readonly city: number | string | undefined
  /** Holds the cells as stored. */
  readonly values: FormLine
}
export interface Pasted {
  readonly lines: readonly PastedLine[]
  /** How many columns the block takes, and how many lie beyond the grid's last. */
  readonly width: number
  readonly beyond: number
}

type Table = readonly (readonly string[])[]

const ibge = /^\d{7}$/
const cityName = /^\D+\S\s*(\/|-|\()\s*[A-Za-z]{2}\)?$/
const looksLikeCity = (cell = '') => ibge.test(cell.trim()) || cityName.test(cell.trim())

/** Column titles, ours and those of Anatel's file: they are no data. */
const titles: ReadonlySet<string> = new Set(
  [
    'municipio cidade cod_ibge ibge codigo_ibge codigo_do_municipio',
    'tipo_cliente tipo_de_cliente tipo_atendimento atendimento tipo_meio meio tipo_produto produto',
    'tipo_tecnologia tecnologia velocidade velocidade_mbps acessos qt_acessos quantidade',
  ].flatMap(words => words.split(' ').map(slugOf)),
)
const isTitle = (row: readonly string[]) => {
  const said = row.filter(cell => cell.trim())
  return said.length > 1 && said.every(cell => titles.has(slugOf(cell)))
}
/** True if a block's first column names municipalities: most of its filled cells do, and others follow it. */
export function beginsWithCity(table: Table): boolean {
  const first = bodyOf(table).map(([cell = '']) => cell)
  const said = first.filter(cell => cell.trim())
  return Math.max(...table.map(row => row.length)) > 1 && said.filter(looksLikeCity).length * 2 > said.length
}
const bodyOf = (table: Table) => (table[0] && isTitle(table[0]) ? table.slice(1) : table)

/** Municipalities by code, by 'name/UF' and, where no other has it, by name. */
export function cityFinder(cities: readonly City[]): (words: string) => number | undefined {
  const ids = new Map(cities.map(({ id, ibge: code }) => [String(code), id]))
  const place = placesOf(new Map(cities.map(({ ibge: code, name, label }) => [code, { name, uf: label.slice(-2) }])))
  return words => {
    const found = ids.get(words.trim())
    const named = found === undefined ? place(words) : null
    return named && 'code' in named ? ids.get(named.code) : found
  }
}

/** The option a text means: its name or its sigla, whatever the letters' case and accents. */
export const optionFor = (options: readonly KindOption[], text: string) => {
  const sought = foldText(text.trim())
  return options.find(({ name, term }) => foldText(name) === sought || (term && foldText(term) === sought))
}

/** Reads one column of the block: what cannot be read, or in two ways, stays as it came. */
function readColumn({ key, options }: GridColumn, cells: readonly string[]): readonly unknown[] {
  if (options) return cells.map(cell => (cell.trim() === '' ? null : (optionFor(options, cell)?.id ?? cell.trim())))
  return numbersTyped(key, cells)
}

/** A block as the columns it begins at take it; with `findCity`, each line says its municipality before them. */
export function pastedFrom(
  table: Table,
  columns: GridColumns,
  findCity?: (words: string) => number | undefined,
): Pasted {
  const rows = bodyOf(table).filter(row => !findCity || row.some(cell => cell.trim()))
  const skipped = findCity ? 1 : 0
  const width = Math.max(0, ...rows.map(row => row.length)) - skipped
  const targets = columns.slice(0, width)
  const cells = targets.map((column, j) =>
    readColumn(
      column,
      rows.map(row => row[j + skipped] ?? ''),
    ),
  )
  // A blank under a municipality is the same one: that is how merged cells come.
  let last: number | string | undefined
  const lines = rows.map((row, i) => {
    const words = row[0]?.trim() ?? ''
    if (findCity && (words || last === undefined)) last = findCity(words) ?? words
    const values = Object.fromEntries(targets.map(({ key }, j) => [key, cells[j]?.[i] ?? null]))
    return { city: findCity && last, values }
  })
  return { lines, width: targets.length, beyond: Math.max(0, width - targets.length) }
}
