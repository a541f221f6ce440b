import { strFromU8, unzipSync, type UnzipFileInfo } from 'fflate'
import { showInteger } from '#kernel/show.ts'
import { bare } from '#kernel/text.ts'
import { partsOf } from '#parts/file/zip-parts.server.ts'
import { tableFrom, tooWide } from '#parts/table/rows.server.ts'
import { lookAtSheet, sheetPartOf } from '#parts/table/sheet-look.server.ts'
import {
  tableLimits,
  type OtherSheet,
  type Records,
  type TextTable,
  type TableOptions,
  type TextRecord,
} from '#parts/table/table.ts'

const MB = 1024 * 1024
/** What a workbook may unpack to: a sheet is read as it flows, the other parts are held whole. */
const unpacked = { sheet: 300 * MB, part: 64 * MB, all: 400 * MB } as const
/** Sheets whose header is looked at before one is read: each costs the texts of the whole workbook. */
const most = 8
/** Rows that tell the header of a sheet, its blank ones included. */
const top = 30

type CellValue = string | number | boolean | Date | null

/**
 * The sheet asked for, the first whose header is awaited, or the first that holds something, as a table; or, as a text, why
 * it cannot be read. Formulas are what they last gave. Throws what the libraries throw for a file that is damaged: whoever
 * calls has the words for it.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  { rows = tableLimits.rows, sheet, isAwaited }: TableOptions,
): Promise<TextTable | string> {
  const parts = partsOf(bytes)
  if (!parts.some(({ name }) => name === 'xl/workbook.xml'))
    return 'O arquivo é um ZIP, e não uma planilha XLSX. Abra-o, salve como XLSX ou CSV e envie de novo.'
  if (isBomb(parts)) return 'A planilha descompactada passa do tamanho que lemos. Divida-a ou salve como CSV.'
  const all = sheetNames(bytes)
  const sheets = all.flatMap(({ name, hidden }) => (hidden ? [] : [name]))
  const asked = sheet ?? (isAwaited && (await awaitedIn(bytes, sheets, isAwaited)))
  const tried = asked === undefined ? sheets : sheets.filter(name => name === asked)
  if (!tried.length) return `A planilha não tem a aba “${asked ?? ''}”.`
  for (const name of tried) {
    const found = await recordsOf(bytes, name, rows)
    if (typeof found === 'string') return found
    if (!found.length) continue
    const table = tableFrom({ kind: 'xlsx', sheet: name, sheets }, found)
    return typeof table === 'string' || isAwaited === undefined ? table : lookedAt(bytes, table, all, name)
  }
  return 'A planilha está vazia.'
}

/** Beyond the sizes declared nothing is unpacked; one that declares none hides its own. */
function isBomb(parts: readonly UnzipFileInfo[]): boolean {
  const isSheet = ({ name }: UnzipFileInfo) => name.startsWith('xl/worksheets/')
  return (
    parts.reduce((sum, { originalSize }) => sum + originalSize, 0) > unpacked.all ||
    parts.some(part => part.originalSize > (isSheet(part) ? unpacked.sheet : unpacked.part)) ||
    parts.some(({ size, originalSize }) => size > 2 && originalSize === 0)
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')

interface SheetName {
  readonly name: string
  readonly hidden: boolean
}
/** The sheets in their order. */
function sheetNames(bytes: Uint8Array): readonly SheetName[] {
  const { 'xl/workbook.xml': workbook } = unzipSync(bytes, { filter: ({ name }) => name === 'xl/workbook.xml' })
  const tags = [...strFromU8(workbook ?? new Uint8Array()).matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => tag)
  return tags.map(tag => ({
    name: unescaped(/\sname="([^"]*)"/.exec(tag)?.[1] ?? ''),
    hidden: /\sstate="(hidden|veryHidden)"/.test(tag),
  }))
}

/** A table with what its workbook does not show of it, the words its formats add, and the sheets that were not read. */
async function lookedAt(
  bytes: Uint8Array,
  { facts, ...table }: TextTable,
  all: readonly SheetName[],
  read: string,
): Promise<TextTable> {
  const lookAt = (name: string) => {
    const path = sheetPartOf(
      bytes,
      all.findIndex(each => each.name === name),
    )
    return path === null ? null : lookAtSheet(bytes, path)
  }
  const others: OtherSheet[] = []
  for (const { name } of all) {
    if (name === read) continue
    const found = others.length < most ? await recordsOf(bytes, name, tableLimits.rows, top) : []
    const other = typeof found === 'string' || !found.length ? null : tableFrom(facts, found)
    if (other === null || typeof other === 'string') continue
    const alike = table.header.every((title, at) => bare(title) === bare(other.header[at] ?? ''))
    others.push({ name, rows: alike ? (lookAt(name)?.last ?? null) : null, alike })
  }
  const look = lookAt(read)
  return {
    ...table,
    ...(look && { hidden: look.hidden, records: withWords(table.records, look.words) }),
    facts: facts.kind === 'xlsx' ? { ...facts, others } : facts,
  }
}

/** The letters of a column: 0 → 'A', 27 → 'AB'. */
const letters = (at: number): string =>
  (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26))

/** The words a number's format adds are part of its cell: '1' shown as '1 Gbps' is that. */
function withWords(records: Records, words: ReadonlyMap<string, string>): Records {
  if (!words.size) return records
  return Array.from(records, record => ({
    ...record,
    cells: record.cells.map((cell, at) => {
      const word = words.get(`${letters(at)}${record.line}`)
      return word === undefined || cell === '' ? cell : `${cell} ${word}`
    }),
  }))
}

/** The first sheet whose header is awaited, if any; with a sheet alone there is nothing to choose. */
async function awaitedIn(
  bytes: Uint8Array,
  sheets: readonly string[],
  isAwaited: (header: readonly string[]) => boolean,
): Promise<string | undefined> {
  for (const name of sheets.length > 1 ? sheets.slice(0, most) : []) {
    const found = await recordsOf(bytes, name, top, top)
    const table = typeof found === 'string' ? found : tableFrom({ kind: 'xlsx', sheet: name, sheets }, found)
    if (typeof table !== 'string' && isAwaited(table.header)) return name
  }
  return undefined
}

/** What a sheet holds, or the first `maxRows` rows of it. */
async function recordsOf(
  bytes: Uint8Array,
  sheet: string,
  rows: number,
  maxRows?: number,
): Promise<readonly TextRecord[] | string> {
  const found: TextRecord[] = []
  let seen = 0
  // Slow to load, and most files are no workbook: their processes begin without it.
  const { streamXlsxRows } = await import('hucre/xlsx')
  for await (const { index, values } of streamXlsxRows(bytes, { sheet, ...(maxRows && { maxRows }) })) {
    // A file of kilobytes may hold a million empty rows, and each costs time as another does.
    if (++seen > rows + 1)
      return `A planilha passa de ${showInteger(rows)} linhas, contando as vazias. Apague as vazias do fim, ou confira se é a certa.`
    const cells = values.map(textOf)
    const last = cells.findLastIndex(cell => cell.trim() !== '')
    if (last < 0) continue
    if (last >= tableLimits.columns) return tooWide(index + 1)
    const long = cells.find(cell => cell.length > tableLimits.cell)
    if (long) return `A linha ${index + 1} tem uma célula com mais de ${showInteger(tableLimits.cell)} caracteres.`
    found.push({ line: index + 1, cells: cells.slice(0, last + 1) })
  }
  return widened(found)
}

/** Empty cells at the end of a row are not written: each is as wide as its header. */
function widened(records: readonly TextRecord[]): readonly TextRecord[] {
  const width = records.slice(0, 20).reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return records.map(record =>
    record.cells.length >= width
      ? record
      : { ...record, cells: [...record.cells, ...Array<string>(width - record.cells.length).fill('')] },
  )
}

/** As a person would write it: a decimal comma, a day as dd/mm/aaaa, and no more digits than a spreadsheet shows. */
export function textOf(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dayOf(value.toISOString())
  return String(Number(value.toPrecision(15))).replace('.', ',')
}
const dayOf = (iso: string) => iso.slice(0, 10).split('-').toReversed().join('/')
