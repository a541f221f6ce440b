import type { ColumnName, Layout } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { judgeOf, type JudgedRow, type RawRow } from '#features/regulatory/anatel/check.ts'
import type { Edit, Instructions } from '#features/regulatory/collects/intake/intake.ts'
import type { ReadRecord } from '#features/regulatory/collects/intake/read-cells.ts'

/** What rows are judged by. */
interface JudgingTerms {
  readonly lookups: Lookups
  readonly layout: Layout
  /** How a line is called, where it is not by its number alone. */
  readonly nameOf?: (line: number) => string
}
/** A record, and what became of its row. */
export interface JudgedRecord extends Pick<ReadRecord, 'record'> {
  readonly row: JudgedRow
}

/** Judges rows after the user's edits, one at a time. Pure: the same rows, lookups and instructions always get the same verdicts. */
export function* judgeRecords(
  rows: Iterable<ReadRecord>,
  { edits, safe }: Pick<Instructions, 'edits' | 'safe'>,
  { lookups, layout, nameOf }: JudgingTerms,
): Iterable<JudgedRecord> {
  const judge = judgeOf(lookups, layout, nameOf)
  const hand = handOf(layout)
  const written = editsByLine(edits)
  const known = new Map<RawRow, JudgedRow>()
  for (const { record, row: given, like } of rows) {
    const own = written.get(given.line)
    const same = own || !like ? undefined : known.get(like)
    if (same) {
      yield { record, row: { ...same, line: given.line } }
      continue
    }
    const row = hand.edited(given, own)
    const judged = safe.length ? hand.cured(row, safe, judge) : judge(row)
    // Problems name their line: no reuse.
    if (!own && like && !judged.problems.length) known.set(like, judged)
    yield { record, row: judged }
  }
}

/** By line; of two of one cell, the last. */
function editsByLine(edits: readonly Edit[]): ReadonlyMap<number, readonly Edit[]> {
  const written = new Map<number, readonly Edit[]>()
  for (const edit of edits) {
    const before = (written.get(edit.line) ?? []).filter(({ column }) => column !== edit.column)
    written.set(edit.line, [...before, edit])
  }
  return written
}

/** What is done to a row of a layout by hand. */
function handOf({ columns }: Layout) {
  const at = (column: ColumnName) => columns.findIndex(({ name }) => name === column)
  const replaced = ({ cells }: RawRow, values: readonly (readonly [ColumnName, string])[]) => {
    const changed = new Map(values.map(([column, value]) => [at(column), value]))
    return columns.map((_, n) => changed.get(n) ?? cells[n])
  }
  return {
    /** Applies edits to a row; if its columns could not be separated, it has only the edits. */
    edited(given: RawRow, edits: readonly Edit[] | undefined): RawRow {
      if (!edits) return given
      const { width: _, ...row } = given
      const isEdited = (column: string | null) => edits.some(each => each.column === column)
      const corrections = edits.map(({ column, value }) => ({
        column,
        from: row.cells[at(column)] ?? '',
        to: value,
        why: 'escrito na conferência',
      }))
      return {
        ...row,
        cells: replaced(
          row,
          edits.map(({ column, value }) => [column, value]),
        ),
        told: [...(row.told ?? []).filter(({ column }) => !isEdited(column)), ...corrections],
        unclear: Object.fromEntries(Object.entries(row.unclear ?? {}).filter(([column]) => !isEdited(column))),
      }
    },

    /** Judges the row after applying the requested safe fixes. */
    cured(row: RawRow, safe: readonly string[], judge: (row: RawRow) => JudgedRow): JudgedRow {
      const judged = judge(row)
      const cures = judged.problems.flatMap(({ column, fix, rule }) =>
        column && fix !== undefined && safe.includes(rule)
          ? [{ column, from: row.cells[at(column)] ?? '', to: fix, why: 'correção segura' }]
          : [],
      )
      if (!cures.length) return judged
      const cells = replaced(
        row,
        cures.map(({ column, to }) => [column, to]),
      )
      return judge({ ...row, cells, told: [...(row.told ?? []), ...cures] })
    },
  }
}
