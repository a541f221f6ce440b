/** States of a row while work on it goes on. */
export const going = ['na-fila', 'processando'] as const

/** What the row of a job says of it. */
export interface Running {
  readonly state: string
  readonly rows_done: number | null
  readonly rows_total: number | null
}
export const runningOf = (row: Readonly<Record<string, unknown>>): Running => ({
  state: String(row.state),
  rows_done: typeof row.rows_done === 'number' ? row.rows_done : null,
  rows_total: typeof row.rows_total === 'number' ? row.rows_total : null,
})
export const isGoing = ({ state }: Pick<Running, 'state'>) => going.some(each => each === state)
