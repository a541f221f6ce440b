import type { RawRow } from '#features/regulatory/anatel/check.ts'
import { headerOf, type ColumnName, type Layout } from '#features/regulatory/anatel/layouts.ts'
import { join } from '#kernel/text.ts'
import type { TextRecord } from '#parts/table/table.ts'

export interface Header {
  readonly layout: Layout
  /** What each column of the file holds; null for one the layout does not have. */
  readonly order: readonly (ColumnName | null)[]
  /** Lists differences from Anatel's header, in words for the file's sender. */
  readonly notes: readonly string[]
}

const headerName = (cell: string) => cell.trim().toUpperCase()

/**
 * Which of the layouts, the current one first, a first line follows, whatever its case and order; or, as a text, why it
 * is no header.
 */
export function readHeader(cells: readonly string[], layouts: readonly Layout[]): Header | string {
  const names = cells.map(headerName)
  const missing = layouts.map(layout => headerOf(layout).filter(name => !names.includes(name)))
  const layout = layouts.find((_, at) => missing[at]?.length === 0)
  if (!layout) return whyNot(names, missing[0] ?? [], layouts[0])
  const repeated = headerOf(layout).filter(name => names.indexOf(name) !== names.lastIndexOf(name))
  if (repeated.length) return `O cabeçalho repete ${join(repeated)}. Deixe cada coluna uma vez só.`
  const order = names.map(name => layout.columns.find(({ header }) => header === name)?.name ?? null)
  return { layout, order, notes: notesOf(layout, cells, order) }
}

/** Whether every column of some layout is named, repeated or not. */
export const follows = (cells: readonly string[], layouts: readonly Layout[]) =>
  layouts.some(layout => headerOf(layout).every(name => cells.map(headerName).includes(name)))

function whyNot(names: readonly string[], missing: readonly string[], asked: Layout | undefined): string {
  if (!asked) return 'Este serviço não tem arquivo mensal.'
  const needed = `A primeira linha deve ser: ${headerOf(asked).join(';')}`
  return /^\d/.test(names[0] ?? '') || missing.length > asked.columns.length - 3
    ? `O arquivo não tem o cabeçalho. ${needed}`
    : `Faltam no cabeçalho: ${join(missing)}. ${needed}`
}

function notesOf(layout: Layout, cells: readonly string[], order: Header['order']): readonly string[] {
  const present = order.filter(name => name !== null)
  const extra = cells.filter((cell, at) => order[at] === null && cell.trim() !== '')
  return [
    ...(layout.written ? [] : ['O cabeçalho é o de 2021 (QT_ACESSOS em vez de ACESSOS).']),
    ...(cells.every(cell => cell.trim() === headerName(cell)) ? [] : ['O cabeçalho não está em maiúsculas.']),
    ...(layout.columns.every(({ name }, at) => present[at] === name)
      ? []
      : ['As colunas estão fora da ordem da Anatel.']),
    ...(extra.length ? [`Colunas que a Anatel não pede foram deixadas de fora: ${join(extra)}.`] : []),
  ]
}

/** A record's cells in the order of the layout; mends only what can mean one thing. */
export function rowsOf({ layout, order }: Header): (record: TextRecord) => RawRow {
  const places = layout.columns.map(({ name }) => order.indexOf(name))
  const isInPlace = places.every((at, n) => at === n)
  const inPlace = (cells: readonly string[]) => (isInPlace ? cells : places.map(at => cells[at] ?? ''))
  return ({ line, cells }) => {
    if (cells.length === order.length) return { line, cells: inPlace(cells) }
    const commas = cells.length === 1 ? (cells[0] ?? '').split(',') : []
    if (commas.length === order.length) return { line, cells: inPlace(commas), mended: 'colunas separadas por vírgula' }
    if (cells.length > order.length && cells.slice(order.length).every(cell => cell.trim() === ''))
      return { line, cells: inPlace(cells), mended: 'separador a mais no fim da linha' }
    return { line, cells: [], width: { found: cells.length, expected: order.length } }
  }
}
