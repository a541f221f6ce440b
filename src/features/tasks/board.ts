/** Tasks of a month as a board: clients by templates. */
export interface TaskBoard {
  readonly today: string
  /** The templates, by their name; those written by hand are under no template. */
  readonly columns: readonly BoardColumn[]
  readonly rows: readonly TaskBoardRow[]
  readonly total: number
  readonly done: number
  readonly late: number
}
export interface BoardColumn {
  readonly id: number | null
  readonly name: string
  readonly total: number
  readonly done: number
}
export interface TaskBoardRow {
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly responsible: string | null
  readonly total: number
  readonly done: number
  readonly late: number
  readonly cells: readonly BoardCell[]
}
/** One task; of a template there may be several in a month. */
export interface BoardCell {
  readonly tarefa: number | null
  readonly uuid: string
  readonly name: string
  readonly last_on: string
  readonly done: boolean
}

/** How much is done, in whole percent: all of it alone is 100, and none alone is 0. */
export const percentOf = (done: number, total: number) =>
  total === 0 || done === total ? 100 : Math.max(done ? 1 : 0, Math.min(99, Math.round((done / total) * 100)))
