import type { Layout } from '#features/regulatory/anatel/layouts.ts'
import { Merging, namedCells, placed, type Joined, type JudgedRow } from '#features/regulatory/anatel/check.ts'
import { ordered, type AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import {
  rowsListed,
  type Findings,
  type IntakeRow,
  type JudgedFile,
} from '#features/regulatory/collects/intake/intake.ts'
import type { JudgedRecord } from '#features/regulatory/collects/intake/judge-records.ts'
import type { AccessSums } from '#features/regulatory/collects/intake/evidence/entry.ts'
import { recordMark } from '#features/regulatory/collects/intake/evidence/marks.ts'
import type { TextRecord } from '#parts/table/table.ts'

/** Limits a finding's lines. */
const pointed = 20

/** What judged records are summed up with. */
interface SummaryTerms {
  /** How many records there are. */
  readonly length: number
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

/** Merges and counts judged records, and stores of a long file only what is reported. */
export function summarise(records: Iterable<JudgedRecord>, by: SummaryTerms): Tally {
  const { layout, unkept = false, contractOf = null, marks: present } = by
  const merging = new Merging()
  const contracts: number[] = []
  const findings = new Map<string, GatheredFindings>()
  const [refused, shown, plain]: [IntakeRow[], IntakeRow[], IntakeRow[]] = [[], [], []]
  const count = { accepted: 0, corrected: 0, merged: 0, refused: 0, warnings: 0, warned: 0, righted: 0 }

  for (const { record, row: judged } of records) {
    const row = placed(judged, merging, by.nameOf)
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
    if (among.length < rowsListed && !(isPlain && by.length > rowsListed))
      among.push({ ...namedCells(row, layout), ...(verdict === 'refused' && { original: record.cells }) })
  }
  const rows = [...refused, ...shown, ...plain].slice(0, rowsListed)
  const kept = merging.all
  const groups = unkept ? [] : kept.map(({ values, total }) => ({ ...values, acessos: total }))
  const recordMarks =
    contractOf || (unkept && !present?.size) ? [] : kept.map(({ values, total }) => recordMark(values, total))
  return {
    summary: { rows: by.length, ...count, accesses: kept.reduce((sum, { total }) => sum + total, 0) },
    rows: rows.toSorted((one, other) => one.line - other.line),
    complete: rows.length === by.length,
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
