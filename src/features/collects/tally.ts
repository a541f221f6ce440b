import type { Layout } from '#features/collects/layouts.ts'
import { merge, type Group } from '#features/collects/scm.ts'
import { judge, placed, type CheckedRow, type RawRow } from '#features/collects/scm-check.ts'
import type { Lookups } from '#features/collects/scm-cells.ts'
import type { Edit, Findings, Instructions, Taken, TakenRow } from '#features/collects/taking.ts'
import type { TextRecord } from '#parts/table/table.ts'

/** Rows told one by one; beyond them, only those that are not plainly accepted. */
const told = 5_000
/** Lines told of one finding. */
const pointed = 20

export type Judged = Pick<Taken, 'summary' | 'rows' | 'complete' | 'findings'> & { readonly groups: readonly Group[] }

/**
 * Judges records one after the other, keeping of a long file only what is told of it. Pure: the same file, lookups and
 * instructions always get the same verdicts.
 */
export function judgeAll(
  records: readonly TextRecord[],
  rowOf: (record: TextRecord) => RawRow,
  { edits, safe }: Pick<Instructions, 'edits' | 'safe'>,
  lookups: Lookups,
  layout: Layout,
): Judged {
  const written = new Map<number, readonly Edit[]>()
  for (const edit of edits) {
    const before = (written.get(edit.line) ?? []).filter(({ column }) => column !== edit.column)
    written.set(edit.line, [...before, edit])
  }
  const first: Parameters<typeof placed>[1] = new Map()
  /** By the line each began at. */
  const groups = new Map<number, Group>()
  const findings = new Map<string, Findings>()
  const shown: TakenRow[] = []
  const plain: TakenRow[] = []
  const count = { accepted: 0, corrected: 0, merged: 0, refused: 0, warnings: 0, warned: 0, righted: 0 }

  for (const record of records) {
    const row = placed(cured(edited(rowOf(record), written.get(record.line)), safe, lookups, layout), first)
    const { verdict, values, problems, corrections } = row
    if (values) {
      const same = groups.get(row.mergedInto ?? 0)
      groups.set(row.mergedInto ?? row.line, same ? { ...same, acessos: same.acessos + values.acessos } : values)
    }
    count[verdict]++
    if (verdict !== 'refused' && problems.length) count.warned++
    if (verdict !== 'refused' && corrections.length) count.righted++
    if (problems.length) count.warnings += problems.filter(({ severity }) => severity === 'warning').length
    if (problems.length || corrections.length) gather(findings, row)
    const whole = verdict === 'refused' ? { ...row, original: record.cells } : row
    if (verdict === 'accepted' && !problems.length) {
      if (records.length <= told) plain.push(whole)
    } else if (verdict === 'refused' || shown.length < told) shown.push(whole)
  }
  const rows = [...shown, ...plain].toSorted(byUrgency).slice(0, told)
  const accesses = [...groups.values()].reduce((sum, { acessos }) => sum + acessos, 0)
  return {
    summary: { rows: records.length, ...count, accesses },
    rows: rows.toSorted((one, other) => one.line - other.line),
    complete: rows.length === records.length,
    findings: [...findings.values()].toSorted(byWeight),
    groups: merge([...groups.values()]),
  }
}

const isRefused = ({ verdict }: CheckedRow) => (verdict === 'refused' ? 0 : 1)
const byUrgency = (one: CheckedRow, other: CheckedRow) => isRefused(one) - isRefused(other)

/** The row with what was written over it: columns that could not be told apart are then what was written, and no more. */
function edited(given: RawRow, edits: readonly Edit[] | undefined): RawRow {
  if (!edits) return given
  const { width: _, ...row } = given
  const isEdited = (column: string | null) => edits.some(each => each.column === column)
  return {
    ...row,
    cells: { ...row.cells, ...Object.fromEntries(edits.map(({ column, value }) => [column, value])) },
    told: [
      ...(row.told ?? []).filter(({ column }) => !isEdited(column)),
      ...edits.map(({ column, value }) => ({
        column,
        from: row.cells[column] ?? '',
        to: value,
        why: 'escrito na conferência',
      })),
    ],
    unclear: Object.fromEntries(Object.entries(row.unclear ?? {}).filter(([column]) => !isEdited(column))),
  }
}

/** The row judged, with the sure cures asked for put in their places first. */
function cured(row: RawRow, safe: readonly string[], lookups: Lookups, layout: Layout): CheckedRow {
  const judged = judge(row, lookups, layout)
  const cures = judged.problems.flatMap(({ column, fix, rule }) =>
    column && fix !== undefined && safe.includes(rule) ? [{ column, from: row.cells[column] ?? '', to: fix }] : [],
  )
  if (!cures.length) return judged
  const again: RawRow = {
    ...row,
    cells: { ...row.cells, ...Object.fromEntries(cures.map(({ column, to }) => [column, to])) },
    told: [...(row.told ?? []), ...cures.map(cure => ({ ...cure, why: 'correção segura' }))],
  }
  return judge(again, lookups, layout)
}

function gather(findings: Map<string, Findings>, { line, verdict, problems, corrections }: CheckedRow) {
  const add = (finding: Omit<Findings, 'count' | 'sure' | 'lines'>, sure: boolean) => {
    const key = [finding.severity, finding.column, finding.rule, finding.why].join(' ')
    const same = findings.get(key) ?? { ...finding, count: 0, sure: 0, lines: [] }
    findings.set(key, {
      ...same,
      count: same.count + 1,
      sure: same.sure + (sure ? 1 : 0),
      lines: same.lines.length < pointed ? [...same.lines, line] : same.lines,
    })
  }
  for (const { rule, column, severity, message, fix } of problems)
    add({ rule, column, severity, why: null, example: message }, fix !== undefined)
  if (verdict === 'refused') return
  for (const { column, from, to, why } of corrections)
    add(
      {
        rule: null,
        column,
        severity: 'correction',
        why: isPlace(why) ? 'achado pelo nome' : why,
        example: shownOf(from, to, why),
      },
      false,
    )
}
/** Of a town found by its name, why is the town. */
const isPlace = (why: string) => /\/[A-Z]{2}$/.test(why)
const shownOf = (from: string, to: string, why: string) =>
  from === to ? '' : `“${from}” → “${to}”${isPlace(why) ? `, ${why}` : ''}`

const weights = { error: 0, warning: 1, correction: 2 } as const
const byWeight = (one: Findings, other: Findings) =>
  weights[one.severity] - weights[other.severity] || other.count - one.count
