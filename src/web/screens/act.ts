import { api } from '#web/api.ts'

interface ActDone {
  readonly message: string
  /** The way back, where there is one. */
  readonly undo?: (() => void) | undefined
}
/** Does a declared action of a row; answers null where it was not gone on with. */
export type ActThrough = (name: string, path: string) => Promise<ActDone | null>

/** The call itself, where a screen has nothing to ask before. */
export const actPlainly: ActThrough = (_name, path) => api.put<ActDone>(path)
