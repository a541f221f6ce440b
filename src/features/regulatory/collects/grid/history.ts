/** One change: what there was, what there is, and what joins it to the one before: the typing of one cell. */
interface GridStep<T> {
  readonly before: T
  readonly after: T
  readonly group: string | null
}
export interface History<T> {
  readonly done: readonly GridStep<T>[]
  readonly undone: readonly GridStep<T>[]
}

/** Steps that can be taken back. */
const stepLimit = 500
export const noHistory: History<never> = { done: [], undone: [] }

/** What was undone before a new change cannot be done again. */
export function recorded<T>({ done, undone }: History<T>, step: GridStep<T>): History<T> {
  const last = done.at(-1)
  const grows = last && step.group !== null && last.group === step.group && undone.length === 0
  return {
    done: grows ? [...done.slice(0, -1), { ...step, before: last.before }] : [...done.slice(1 - stepLimit), step],
    undone: [],
  }
}

/** Undoes the last step: returns the history after it and the former content; null when there is none. */
export function undo<T>({ done, undone }: History<T>): { readonly history: History<T>; readonly now: T } | null {
  const step = done.at(-1)
  return step ? { history: { done: done.slice(0, -1), undone: [...undone, step] }, now: step.before } : null
}
export function redo<T>({ done, undone }: History<T>): { readonly history: History<T>; readonly now: T } | null {
  const step = undone.at(-1)
  return step ? { history: { done: [...done, step], undone: undone.slice(0, -1) }, now: step.after } : null
}
