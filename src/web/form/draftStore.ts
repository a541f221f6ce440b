import type { Values } from '#web/form/draft.ts'

/** Which form it is: its resource, with the row or where a new one is typed. */
export interface FormPlace {
  /** Whose draft it is: somebody else may have signed in in another tab since. */
  readonly user: string
  readonly resource: string
  /** The row it changes; absent, it makes a new one. */
  readonly row?: string
  readonly address: string
}
/** Unsaved work: what changed, and what it was changed from. `version` is that of the row the work is based on. */
export interface FormWork {
  readonly before: Values
  readonly changed: Values
  readonly version: string | null
}
/** Unsaved work as the server has it. */
export interface ServerDraft extends FormWork {
  /** When it was typed, ISO 8601, by the clock of that device. */
  readonly at: string
  readonly device: string
  /** Another one for every write. */
  readonly revision: number
}
/** Somebody else who types in a form of the same row; `since` is ISO 8601. */
export interface RowEditor {
  readonly name: string
  readonly since: string
}
/** What the server knows of the unsaved work on a form. */
export interface DraftLook {
  readonly draft: ServerDraft | null
  readonly editors: readonly RowEditor[]
  /** The version the row has by now, as `If-Match` names it; null of a new one. */
  readonly version: string | null
}
/** `revision` is null where nothing was stored: `draft` is then the one that another tab or device wrote meanwhile. */
export interface DraftWritten extends DraftLook {
  readonly revision: number | null
}
export interface DraftToStore extends FormWork {
  readonly at: string
  readonly device: string
  /** The revision this form has read or written; null where it knows of none. */
  readonly over: number | null
}

/** Where unsaved work is stored besides this browser. Each throws ApiError. */
export interface DraftStore {
  readonly read: (place: FormPlace, signal: AbortSignal) => Promise<DraftLook>
  /** `leaving`: the page is gone before the answer. */
  readonly write: (place: FormPlace, draft: DraftToStore, leaving: boolean) => Promise<DraftWritten>
  readonly forget: (place: FormPlace) => Promise<void>
}
interface DraftDesk {
  /** The screen that lists the drafts of the user. */
  readonly screen: string
  /** How many there are. */
  readonly count: () => Promise<number>
  readonly store: DraftStore
}

let desk: DraftDesk | null = null
/** Sets where drafts are stored and listed; the composition root calls it once. */
export const openDrafts = (at: DraftDesk) => {
  desk = at
}
export const draftDesk = () => desk
