import { isStaff } from '#kernel/access.ts'
import { speedUnitOf, type SpeedUnit } from '#features/regulatory/anatel/speed.ts'
import { unproved, type ColumnNotation } from '#features/platform/imports/section/notation.ts'
import type { ImportSection, TemplateColumn } from '#features/platform/imports/section/section.ts'
import { saidOf, sourcesIn, type Mapping } from '#features/regulatory/intake/mapping.ts'
import type { Ctx } from '#server/operation.ts'

/** What is to be known of an import to judge its rows. */
export interface Task {
  readonly id: number
  readonly section: ImportSection
  readonly header: readonly string[]
  readonly mapping: Mapping
  readonly match_by: string
  /** How each column of the file writes numbers and dates, by its place. */
  readonly notations: readonly ColumnNotation[]
}
export interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** Reads one of our columns in a row of the file: the text as written, and the meaning users gave it. */
export interface ColumnRead {
  readonly column: TemplateColumn
  readonly written: (cells: readonly string[]) => string
  readonly meant: (cells: readonly string[]) => string
  /** The unit of its speeds, where it has any. */
  readonly speeds: SpeedUnit | null
  readonly notation: ColumnNotation
}

/** The columns that are read, in the file's order; a reader who is not staff has none of staff's own. */
export function readColumns({ section, mapping, header, notations }: Task, ctx: Ctx): readonly ColumnRead[] {
  const [at, said] = [sourcesIn(mapping, header), saidOf(mapping)]
  const ours = section.columns.toSorted((one, other) => at(one.key) - at(other.key))
  return ours.flatMap(column => {
    const { key, field } = column
    const source = mapping.columns[key]
    if (!source || (field.options.internal && !isStaff(ctx.user))) return []
    const place = at(key)
    const written = (cells: readonly string[]) => (place < 0 ? source.text : (cells[place] ?? ''))
    const meant = (cells: readonly string[]) => said(key, written(cells)) ?? written(cells)
    const speeds = column.speed ? speedUnitOf(header[place], mapping.kbps) : null
    return [{ column, written, meant, speeds, notation: notations[place] ?? unproved }]
  })
}
