import { showInteger } from '#kernel/show.ts'
import { comparableText } from '#kernel/text.ts'
import { withMergesFilled } from '#parts/table/merged.ts'
import { tableFrom } from '#parts/table/rows.server.ts'
import { lookAtSheet, sheetPartOf, type SheetLook } from '#parts/table/sheet-look.server.ts'
import { recordsOf } from '#parts/table/sheet-rows.server.ts'
import {
  tableLimits,
  type MergedCells,
  type OtherSheet,
  type Records,
  type TextTable,
  type TableOptions,
} from '#parts/table/table.ts'

/** Sheets whose header is looked at: each costs the texts of the whole workbook. */
export const mostSheets = 8
/** A sheet's header is found in these rows, blank ones included. */
export const topRows = 30
/** Lines between two sheets that are read together: more than a sheet has. */
const lineStep = 2 ** 21

export interface SheetName {
  readonly name: string
  readonly hidden: boolean
}

/** The sheets of a workbook, and the one that was read. */
interface ReadSheet {
  readonly all: readonly SheetName[]
  readonly read: string
}

/**
 * A table with what its workbook does not show of it, the words its formats add, and merged cells filled down; and, for who
 * awaits a header or looks, the other sheets: those alike that are wanted follow as if they were of the same sheet. As a text, why not.
 */
export async function completed(
  bytes: Uint8Array,
  table: TextTable,
  { all, read }: ReadSheet,
  { isAwaited, isAlong, look: isLooked = false, rows = tableLimits.rows }: TableOptions,
): Promise<TextTable | string> {
  const lookAt = async (name: string) => {
    const path = sheetPartOf(
      bytes,
      all.findIndex(each => each.name === name),
    )
    return path === null ? null : await lookAtSheet(bytes, path, { words: isAwaited !== undefined })
  }
  const first = withLook(table, await lookAt(read))
  if (!(isAwaited || isLooked) || first.facts.kind !== 'xlsx') return first
  const others: OtherSheet[] = []
  const along: TextTable[] = []
  for (const [at, { name }] of all.entries()) {
    if (name === read) continue
    const found = others.length < mostSheets ? await recordsOf(bytes, name, tableLimits.rows, topRows) : []
    const other = typeof found === 'string' || !found.length ? null : tableFrom(first.facts, found)
    if (other === null || typeof other === 'string') continue
    const alike = table.header.every(
      (title, place) => comparableText(title) === comparableText(other.header[place] ?? ''),
    )
    const look = alike ? await lookAt(name) : null
    const offset = alike && isAlong?.(name) ? (at + 1) * lineStep : null
    others.push({ name, rows: look?.last ?? null, alike, offset })
    if (offset === null) continue
    const records = await recordsOf(bytes, name, rows)
    const whole = typeof records === 'string' ? records : tableFrom(first.facts, records)
    if (typeof whole === 'string') return whole
    along.push(moved(withLook(whole, look), offset))
  }
  const joined = along.reduce(together, { ...first, facts: { ...first.facts, others } })
  return joined.records.length > rows
    ? `As abas somadas passam de ${showInteger(rows)} linhas. Envie uma de cada vez.`
    : joined
}

/** A sheet whose lines follow those of another one. */
const moved = ({ records, hidden, ...table }: TextTable, offset: number): TextTable => ({
  ...table,
  records: Array.from(records, ({ line, cells }) => ({ line: line + offset, cells })),
  ...(hidden && { hidden: { ...hidden, rows: new Set([...hidden.rows].map(line => line + offset)) } }),
})

/** Two sheets with the same columns as one table, under the header of the first. */
function together(one: TextTable, other: TextTable): TextTable {
  const [facts, { facts: more }] = [one.facts, other]
  const merged =
    facts.kind === 'xlsx' && more.kind === 'xlsx'
      ? mergedOf([facts.merged, more.merged].flatMap(each => each ?? []))
      : {}
  const hidden = [one.hidden, other.hidden].flatMap(each => each ?? [])
  return {
    ...one,
    facts: facts.kind === 'xlsx' ? { ...facts, ...merged } : facts,
    above: [...one.above, ...other.above],
    records: [...one.records, ...other.records],
    ...(hidden.length > 0 && {
      hidden: {
        rows: new Set(hidden.flatMap(({ rows }) => [...rows])),
        columns: new Set(hidden.flatMap(({ columns }) => [...columns])),
      },
    }),
  }
}
function mergedOf(some: readonly MergedCells[]): { readonly merged?: MergedCells } {
  const filled = new Map<string, number>()
  for (const { column, rows } of some.flatMap(each => each.filled)) filled.set(column, (filled.get(column) ?? 0) + rows)
  const numbers = some.reduce((sum, each) => sum + each.numbers, 0)
  return filled.size || numbers
    ? { merged: { filled: [...filled].map(([column, rows]) => ({ column, rows })), numbers } }
    : {}
}

function withLook(table: TextTable, look: SheetLook | null): TextTable {
  if (!look) return table
  const { records, merged } = withMergesFilled(withWords(table.records, look.words), look.merges, table.header)
  const { facts } = table
  return {
    ...table,
    records,
    hidden: look.hidden,
    facts: facts.kind === 'xlsx' ? { ...facts, ...mergedOf([merged]) } : facts,
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
