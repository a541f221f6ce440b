import type { ColumnName, Layout } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import {
  judgeOf,
  Merging,
  namedCells,
  placed,
  type Joined,
  type JudgedRow,
  type RawRow,
} from '#features/regulatory/anatel/check.ts'
import { ordered, type AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import type {
  Edit,
  Findings,
  Instructions,
  JudgedFile,
  IntakeRow,
} from '#features/regulatory/collects/intake/intake.ts'
import type { AccessSums } from '#features/regulatory/collects/intake/evidence/entry.ts'
import { recordMark } from '#features/regulatory/collects/intake/evidence/marks.ts'
import type { Records, TextRecord } from '#parts/table/table.ts'

/** Limits the listed rows; beyond, plainly accepted ones are left out. */
const rowsListed = 5_000
/** Limits a finding's lines. */
const pointed = 20
/** Rows of a long file remembered, in case others say the same. */
const remembered = 4_000

/** What records are judged by. */
interface JudgingTerms {
  readonly lookups: Lookups
  readonly layout: Layout
  readonly unkept?: boolean
  /** How a line is called, where it is not by its number alone. */
  readonly nameOf?: (line: number) => string
  /** Returns a record's contract; absent if no column has them. */
  readonly contractOf?: ((record: TextRecord) => number | null) | null
  /** Marks of what the coleta has. */
  readonly marks?: ReadonlySet<number>
}
export type Tally = Pick<JudgedFile, 'summary' | 'rows' | 'complete' | 'findings' | 'sums'> & {
  readonly groups: readonly AccessGroup[]
  /** Of what goes in, the contracts or else the records; none of a file that is only looked at. */
  readonly marks: readonly number[]
  /** Records that the coleta has already, of a file without contracts. */
  readonly repeated: number
}

/**
 * Judges records one by one, and stores of a long file only what is reported. Pure: the same file, lookups and instructions
 * always get the same verdicts.
 */
export function judgeAll(
  records: Records,
  rowOf: (record: TextRecord) => RawRow,
  told: Pick<Instructions, 'edits' | 'safe'>,
  by: JudgingTerms,
): Tally {
  const { layout, unkept = false, contractOf = null, marks: present } = by
  const judge = judgeRecordsOf(rowOf, told, by, records.length > rowsListed ? remembered : 0)
  const merging = new Merging()
  const contracts: number[] = []
  const findings = new Map<string, GatheredFindings>()
  const [refused, shown, plain]: [IntakeRow[], IntakeRow[], IntakeRow[]] = [[], [], []]
  const count = { accepted: 0, corrected: 0, merged: 0, refused: 0, warnings: 0, warned: 0, righted: 0 }

  for (const record of records) {
    const row = placed(judge(record), merging, by.nameOf)
    const { verdict, problems, corrections } = row
    count[verdict]++
    if (contractOf && !unkept && verdict !== 'refused') {
      const contract = contractOf(record)
      if (contract !== null) contracts.push(contract)
    }
    if (verdict !== 'refused' && problems.length) count.warned++
    if (verdict !== 'refused' && corrections.length) count.righted++
    if (problems.length) count.warnings += problems.filter(({ severity }) => severity === 'warning').length
    if (problems.length || corrections.length) gather(findings, row)
    const isPlain = verdict === 'accepted' && !problems.length
    const among = verdict === 'refused' ? refused : isPlain ? plain : shown
    if (among.length < rowsListed && !(isPlain && records.length > rowsListed))
      among.push({ ...namedCells(row, layout), ...(verdict === 'refused' && { original: record.cells }) })
  }
  const rows = [...refused, ...shown, ...plain].slice(0, rowsListed)
  const kept = merging.all
  const groups = unkept ? [] : kept.map(({ values, total }) => ({ ...values, acessos: total }))
  const recordMarks =
    contractOf || (unkept && !present?.size) ? [] : kept.map(({ values, total }) => recordMark(values, total))
  return {
    summary: { rows: records.length, ...count, accesses: kept.reduce((sum, { total }) => sum + total, 0) },
    rows: rows.toSorted((one, other) => one.line - other.line),
    complete: rows.length === records.length,
    findings: [...findings.values()].toSorted(byWeight),
    groups: ordered(groups),
    sums: sumsOf(kept),
    marks: unkept ? [] : contractOf ? contracts : recordMarks,
    repeated: recordMarks.filter(each => present?.has(each)).length,
  }
}

function sumsOf(kept: readonly Joined[]): AccessSums {
  const places: Record<string, number> = {}
  for (const { values, total } of kept) places[values.cod_ibge] = (places[values.cod_ibge] ?? 0) + total
  return { places, speeds: [...new Set(kept.map(({ values }) => values.velocidade))] }
}

/** Judges a record after the user's edits. */
function judgeRecordsOf(
  rowOf: (record: TextRecord) => RawRow,
  { edits, safe }: Pick<Instructions, 'edits' | 'safe'>,
  { lookups, layout, nameOf }: JudgingTerms,
  remembered: number,
): (record: TextRecord) => JudgedRow {
  const judge = judgeOf(lookups, layout, nameOf)
  const hand = handOf(layout)
  const written = editsByLine(edits)
  const known = new Map<TextRecord['cells'], JudgedRow>()
  return record => {
    const { line, cells } = record
    const own = written.get(line)
    const same = own ? undefined : known.get(cells)
    if (same) return { ...same, line }
    const row = hand.edited(rowOf(record), own)
    const judged = safe.length ? hand.cured(row, safe, judge) : judge(row)
    // Problems name their line: no reuse.
    if (!own && !judged.problems.length && known.size < remembered) known.set(cells, judged)
    return judged
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

/** Findings while they are gathered. */
type GatheredFindings = { -readonly [K in keyof Findings]: Findings[K] } & { readonly lines: number[] }

function gather(findings: Map<string, GatheredFindings>, { line, verdict, problems, corrections }: JudgedRow) {
  const add = (
    finding: Pick<Findings, 'severity' | 'column' | 'rule' | 'why'>,
    example: () => string,
    sure: boolean,
  ) => {
    const key = `${finding.severity} ${finding.column} ${finding.rule} ${finding.why}`
    const same = findings.get(key) ?? { ...finding, example: example(), count: 0, sure: 0, lines: [] }
    if (!same.count) findings.set(key, same)
    same.count++
    if (sure) same.sure++
    if (same.lines.length < pointed) same.lines.push(line)
  }
  for (const { rule, column, severity, message, fix } of problems)
    add({ severity, column, rule, why: null }, () => message, fix !== undefined)
  if (verdict === 'refused') return
  for (const { column, from, to, why } of corrections) {
    const place = isPlace(why)
    const said = { severity: 'correction', column, rule: null, why: place ? 'achado pelo nome' : why } as const
    add(said, () => (from === to ? '' : `“${from}” vira “${to}”${place ? `, ${why}` : ''}`), false)
  }
}
/** Of a town found by its name, why is the town. */
const isPlace = (why: string) => /\/[A-Z]{2}$/.test(why)

const weights = { error: 0, warning: 1, correction: 2 } as const
const byWeight = (one: Findings, other: Findings) =>
  weights[one.severity] - weights[other.severity] || other.count - one.count
