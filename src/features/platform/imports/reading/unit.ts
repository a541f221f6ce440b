import type { Decision, Existing, GivenRow, ShownColumns } from '#features/platform/imports/section/decide.ts'
import type { ImportNotice, ImportProblem } from '#features/platform/imports/section/section.ts'

/** Rows of the file that make one record, the first of them leading. */
export interface Unit {
  readonly lead: number
  readonly unit: string
  readonly rows: readonly {
    readonly row: number
    /** The cells of the row as the file has them; empty where several rows make a record. */
    readonly cells: readonly string[]
    readonly given: GivenRow
    readonly problems: readonly ImportProblem[]
  }[]
}
export interface UnitVerdict {
  readonly unit: Unit
  readonly decision: Decision
  readonly existing: Existing | null
  /** What is to be known of the record beside its decision. */
  readonly remarks: readonly ImportNotice[]
  /** Columns whose cells are what the list writes of the record, however they were read. */
  readonly shown?: ShownColumns | undefined
}
