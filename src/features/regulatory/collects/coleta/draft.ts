/** What changed in a form, and what it was changed from. */
export interface UnsavedWork {
  readonly before: Readonly<Record<string, unknown>>
  readonly changed: Readonly<Record<string, unknown>>
}

/** Unsaved work on a coleta as it travels: where and when it was typed, and over what. */
export interface CollectDraft extends UnsavedWork {
  /** Work began on this version. */
  readonly version: number
  /** ISO 8601, by the clock of who typed. */
  readonly at: string
  /** A word the browser made up for itself. */
  readonly device: string
}
