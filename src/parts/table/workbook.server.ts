import { strFromU8, unzipSync, type UnzipFileInfo } from 'fflate'
import { isOvergrown, partsOf } from '#parts/file/zip-parts.server.ts'
import { tableFrom } from '#parts/table/rows.server.ts'
import { recordsOf } from '#parts/table/sheet-rows.server.ts'
import { completed, mostSheets, topRows, type SheetName } from '#parts/table/sheets.server.ts'
import { tableLimits, type TextTable, type TableOptions } from '#parts/table/table.ts'

const MB = 1024 * 1024
/** What the parts of a workbook may unpack to: a sheet is read as it flows, the others are in memory whole. */
const unpacked = { sheet: 300 * MB, part: 64 * MB } as const
/**
 * Reads a sheet as a table: the requested one, else the first with an expected header, else the first that is not empty.
 * Answers a sentence where it cannot. Formulas have their last result. Throws the libraries' errors for a damaged file, which
 * the caller puts into words.
 */
export async function readWorkbook(bytes: Uint8Array, options: TableOptions): Promise<TextTable | string> {
  const { rows = tableLimits.rows, sheet, isAwaited } = options
  const parts = partsOf(bytes)
  if (!parts.some(({ name }) => name === 'xl/workbook.xml'))
    return 'O arquivo é um ZIP, e não uma planilha XLSX. Abra-o, salve como XLSX ou CSV e envie de novo.'
  if (isBomb(parts, bytes.length))
    return 'A planilha descompactada passa do tamanho que lemos. Divida-a ou salve como CSV.'
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
    return typeof table === 'string' ? table : completed(bytes, table, { all, read: name }, options)
  }
  return 'A planilha está vazia.'
}

/** Beyond the sizes declared nothing is unpacked. */
function isBomb(parts: readonly UnzipFileInfo[], packed: number): boolean {
  const isSheet = ({ name }: UnzipFileInfo) => name.startsWith('xl/worksheets/')
  return (
    isOvergrown(parts, packed) ||
    parts.some(part => part.originalSize > (isSheet(part) ? unpacked.sheet : unpacked.part))
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')

/** The sheets in their order. */
function sheetNames(bytes: Uint8Array): readonly SheetName[] {
  const { 'xl/workbook.xml': workbook } = unzipSync(bytes, { filter: ({ name }) => name === 'xl/workbook.xml' })
  const tags = [...strFromU8(workbook ?? new Uint8Array()).matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => tag)
  return tags.map(tag => ({
    name: unescaped(/\sname="([^"]*)"/.exec(tag)?.[1] ?? ''),
    hidden: /\sstate="(hidden|veryHidden)"/.test(tag),
  }))
}

/** The first sheet whose header is awaited, if any; with a sheet alone there is nothing to choose. */
async function awaitedIn(
  bytes: Uint8Array,
  sheets: readonly string[],
  isAwaited: (header: readonly string[]) => boolean,
): Promise<string | undefined> {
  for (const name of sheets.length > 1 ? sheets.slice(0, mostSheets) : []) {
    const found = await recordsOf(bytes, name, topRows, topRows)
    const table = typeof found === 'string' ? found : tableFrom({ kind: 'xlsx', sheet: name, sheets }, found)
    if (typeof table !== 'string' && isAwaited(table.header)) return name
  }
  return undefined
}
