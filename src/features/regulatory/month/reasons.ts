interface ReasonedRow {
  readonly reasons: readonly string[]
}
/** Rows with the very same reason. */
export interface ReasonGroup<Row> {
  readonly reason: string
  readonly rows: readonly Row[]
}

/** Rows of the same reason together, in the order of the first of each. */
export function byReason<Row extends ReasonedRow>(rows: readonly Row[]): readonly ReasonGroup<Row>[] {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const reason = row.reasons.join(' ')
    found.set(reason, [...(found.get(reason) ?? []), row])
  }
  return [...found].map(([reason, of]) => ({ reason, rows: of }))
}
