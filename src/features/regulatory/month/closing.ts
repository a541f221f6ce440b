import type { MonthRow } from '#features/regulatory/month/schema.ts'
import { isFiled, filling, steps } from '#features/regulatory/collects/coleta/steps.ts'

/** A row of the board whose coleta was opened. */
export type OpenedRow = MonthRow & { readonly collect: NonNullable<MonthRow['collect']> }
export const isOpened = (row: MonthRow): row is OpenedRow => row.collect !== null
export const isPending = ({ collect: { step } }: OpenedRow) => filling.includes(steps[step].name)

/** What there is to close, by uuid: first what has figures to look at, then what still waits for them. */
export const queueOf = (rows: readonly MonthRow[]): readonly string[] => {
  const pending = rows.filter(isOpened).filter(isPending)
  const has = ({ collect: { accesses, zeroed } }: OpenedRow) => (accesses ?? 0) > 0 || zeroed
  return [...pending.filter(has), ...pending.filter(row => !has(row))].map(({ collect }) => collect.uuid)
}

/** How far the month is: 37 of 120 closed, and how many of those reached Anatel. */
export function progressOf(rows: readonly MonthRow[]) {
  const opened = rows.filter(isOpened)
  return {
    closed: opened.filter(row => !isPending(row)).length,
    filed: opened.filter(({ collect: { step } }) => isFiled(step)).length,
    total: opened.length,
  }
}

/** The next in the queue that is still pending, from `at` on and then from its beginning; null when none is. */
export function nextPending(queue: readonly string[], at: number, pending: ReadonlySet<string>): number | null {
  const order = queue.map((_, i) => (at + 1 + i) % queue.length)
  return order.find(i => pending.has(queue[i] ?? '')) ?? null
}
