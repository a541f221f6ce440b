import { setImmediate as nextTurn } from 'node:timers/promises'
import { comparableText } from '#kernel/text.ts'
import { keysAt, titlesOf, type Mapping } from '#features/regulatory/intake/mapping.ts'
import { columnAt, type FileLeftOut, type ImportSection } from '#features/platform/imports/section/section.ts'
import { exampleIn } from '#features/platform/imports/section/template.ts'
import type { TextRecord, TextTable } from '#parts/table/table.ts'

/** What a file holds besides its rows, and how many cells each of its columns fills, by its place. */
export interface FileAccount {
  readonly left: readonly FileLeftOut[]
  readonly filled: readonly number[]
}
/** The rows of a file that are judged, under a title for each column that holds something. */
interface AccountedFile {
  readonly header: readonly string[]
  readonly records: readonly TextRecord[]
  readonly account: FileAccount
}

/** Rows looked at before others are answered. */
const atOnce = 10_000

/** Parts the rows that are judged from what is none, and counts what each column holds: nothing of the file is passed over. */
export async function accountOf(section: ImportSection, table: TextTable): Promise<AccountedFile> {
  const isExample = exampleIn(section, table.header)
  const titles = table.header.map(comparableText)
  const isHeader = (cells: readonly string[]) => cells.some(cell => cell.trim()) && titles.every((title, at) => comparableText(cells[at] ?? '') === title) // prettier-ignore
  const records: TextRecord[] = []
  const lines = { branco: 0, exemplo: 0, cabecalho: 0 }
  const filled: number[] = table.header.map(() => 0)
  for (const record of table.records) {
    const { cells } = record
    if (cells.every(cell => cell.trim() === '')) lines.branco++
    else if (isExample(cells)) lines.exemplo++
    else if (isHeader(cells)) lines.cabecalho++
    else {
      for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled[at] = (filled[at] ?? 0) + 1
      records.push(record)
    }
    if (records.length % atOnce === atOnce - 1) await nextTurn()
  }
  const header = Array.from(filled, (_, at) => table.header[at] ?? '')
  const hidden = records.filter(({ line }) => table.hidden?.rows.has(line)).length
  const left: readonly FileLeftOut[] = [
    ...table.above.filter(Boolean).map(text => ({ what: 'titulo', text, count: null }) as const),
    ...(['branco', 'exemplo', 'cabecalho'] as const).flatMap(what =>
      lines[what] ? [{ what, text: '', count: lines[what] }] : [],
    ),
    ...(hidden ? [{ what: 'oculta', text: '', count: hidden } as const] : []),
    ...(table.facts.kind === 'xlsx' ? (table.facts.others ?? []) : []).map(
      ({ name, rows }) => ({ what: 'aba', text: name, count: rows }) as const,
    ),
  ]
  return { header, records, account: { left, filled: Array.from(filled, n => n ?? 0) } }
}

/** All of a file that becomes no part of a record under a mapping: its columns too, and for other people those of staff. */
export function fileLeftOut(
  section: ImportSection,
  account: FileAccount | null,
  { mapping, header }: { readonly mapping: Mapping; readonly header: readonly string[] },
  outside: boolean,
): readonly FileLeftOut[] {
  const keys = keysAt(mapping, header)
  const columns = titlesOf(header).flatMap((text, at): FileLeftOut[] => {
    const column = columnAt(section, keys[at] ?? '')
    const count = account?.filled[at] ?? null
    const isRead = column && !(outside && column.field.options.internal)
    return isRead || count === 0 ? [] : [{ what: 'coluna', text, count }]
  })
  return [...(account?.left ?? []), ...columns]
}
