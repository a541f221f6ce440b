import type { Instructions } from '#features/regulatory/collects/intake/intake.ts'
import { sessionStore } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

/** Unsaved choices about a file, which survive a reload and the end of a session. `mark` identifies the file. */
export interface SavedInstructions {
  readonly mark: string
  readonly told: Instructions
}
export const keyOfWork = (collect: string) => `outorga.taking ${sessionStore.get().user?.uuid} ${collect}`
export const isRecall = (value: unknown): value is SavedInstructions =>
  isRecord(value) &&
  typeof value.mark === 'string' &&
  isRecord(value.told) &&
  Array.isArray(value.told.edits) &&
  Array.isArray(value.told.safe) &&
  isRecord(value.told.answers)
