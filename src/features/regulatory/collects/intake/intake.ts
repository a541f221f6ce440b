import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import type { ColumnName } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups, CellRule } from '#features/regulatory/anatel/cells.ts'
import type { CheckedRow, Summary } from '#features/regulatory/anatel/check.ts'
import type { AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import type { AccessSums } from '#features/regulatory/collects/intake/evidence/entry.ts'
import type { Answers, FileQuestion, LeftOut } from '#features/regulatory/collects/intake/evidence/questions.ts'
import type { Seen } from '#features/regulatory/intake/mapping.ts'
import type { TableFacts } from '#parts/table/table.ts'

/** What one cell should say instead. */
export interface Edit {
  readonly line: number
  readonly column: ColumnName
  readonly value: string
}

/** The user's choices about a file, sent with it on each request: the server stores nothing until the end. */
export interface Instructions {
  /** Names a workbook's sheet; by default the first with content. */
  readonly sheet?: string | undefined
  /** Null while nobody confirmed one. */
  readonly mapping: AccessMapping | null
  readonly edits: readonly Edit[]
  /** Rules whose sure cure is applied wherever they refuse. */
  readonly safe: readonly string[]
  /** What was answered to the questions of the file. */
  readonly answers: Answers
}
export const noInstructions: Instructions = { mapping: null, edits: [], safe: [], answers: {} }

/** Describes the file's format; `notes` list what Anatel would reject and our own file corrects. */
export type UploadFacts = TableFacts & {
  /** Id of the layout its rows are judged by; null where none could be. */
  readonly layout: string | null
  readonly notes: readonly string[]
}

/** Rows refused, warned of or put right for one reason. */
export interface Findings {
  readonly rule: CellRule | null
  readonly column: ColumnName | null
  readonly severity: 'error' | 'warning' | 'correction'
  /** Of a correction, what was put right. */
  readonly why: string | null
  /** Shows the first one's message. */
  readonly example: string
  readonly count: number
  /** How many have one sure cure. */
  readonly sure: number
  /** The first lines. */
  readonly lines: readonly number[]
}

/** What there is to decide about a file with columns of its own. */
export interface ColumnChoices {
  readonly mapping: AccessMapping
  /** Whether somebody agreed to it, now or another time. */
  readonly confirmed: boolean
  /** The one agreed to before that was used, or would be; without its name when it was learnt from another provider. */
  readonly remembered: { readonly uuid: string | null; readonly name: string | null } | null
  /** Layout columns nothing was chosen for. */
  readonly missing: readonly ColumnName[]
  /** The columns of the layout. */
  readonly asked: readonly ColumnName[]
  /** Some values of each column of the file. */
  readonly samples: readonly (readonly string[])[]
  readonly values: readonly Seen<ColumnName>[]
}

export interface IntakeRow extends CheckedRow {
  /** Refused rows have the file's cells. */
  readonly original?: readonly string[]
}

/** Limits the rows that are listed; of a longer file, plainly accepted ones are left out. */
export const rowsListed = 5_000
/** A file is read and judged, but not stored yet. */
export interface JudgedFile {
  /** Explains to the sender why nothing could be read; apart from a table's facts, the rest is then empty. */
  readonly fatal: string | null
  readonly facts: UploadFacts | null
  readonly header: readonly string[]
  /** Null for a file with Anatel's own header. */
  readonly columns: ColumnChoices | null
  readonly summary: Summary & { readonly warned: number; readonly righted: number }
  readonly rows: readonly IntakeRow[]
  /** False when a long file's plainly accepted rows were left out. */
  readonly complete: boolean
  readonly findings: readonly Findings[]
  /** What the file shows besides its rows, the questions first. */
  readonly questions: readonly FileQuestion[]
  readonly leftOut: readonly LeftOut[]
  /** Accesses that go in by municipality, and the speeds of all. */
  readonly sums: AccessSums
}

export const emptyFile: JudgedFile = {
  fatal: null,
  facts: null,
  header: [],
  columns: null,
  summary: {
    rows: 0,
    accepted: 0,
    corrected: 0,
    merged: 0,
    refused: 0,
    warnings: 0,
    accesses: 0,
    warned: 0,
    righted: 0,
  },
  rows: [],
  complete: true,
  findings: [],
  questions: [],
  leftOut: [],
  sums: { places: {}, speeds: [] },
}

/** What the server answers of a file. */
export interface Preview extends JudgedFile {
  /** When the very same file came into this coleta. */
  readonly before: Collect['takings'][number] | null
  /** What each column of siglas may hold. */
  readonly tokens: Lookups['tokens']
  /** A mark of the bytes: what was corrected is found again by it. */
  readonly mark: string
}
