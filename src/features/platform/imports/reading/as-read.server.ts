import type { Task } from '#features/platform/imports/reading/columns.server.ts'
import type { Unit } from '#features/platform/imports/reading/unit.ts'
import { noneShown, refusedEach, type Decision, type ShownColumns } from '#features/platform/imports/section/decide.ts'
import type { ImportProblem } from '#features/platform/imports/section/section.ts'

/**
 * Adds what could not be read to a decision, which refuses the record. Problems of the same columns are dropped, and those of
 * columns the file lacks, since the unread cells may supply them.
 */
export function decisionAsRead(
  { section, mapping, match_by }: Task,
  { rows }: Unit,
  decision: Decision,
  shown: ShownColumns = noneShown,
): Decision {
  const deciding = (section.groups ? rows : rows.slice(0, 1)).map(({ problems }) => problemsLeft(problems, shown))
  if (deciding.every(({ length }) => !length)) return decision
  const known = section.groups ?? [match_by]
  return refusedEach(
    deciding.map((problems, at) => {
      const told = problems.map(({ column }) => column)
      const unknown = known.some(key => told.includes(key))
      const more = decision.problems[at] ?? []
      return told.length
        ? more.filter(({ column }) =>
            column === null ? !unknown : column in mapping.columns && !told.includes(column),
          )
        : more
    }),
  )
}

export const problemsLeft = (problems: readonly ImportProblem[], shown: ShownColumns = noneShown) =>
  problems.filter(({ column }) => column === null || !shown.has(column))
