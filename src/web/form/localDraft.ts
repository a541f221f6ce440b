import { withoutSecrets } from '#kernel/changes.ts'
import type { Fields } from '#kernel/field.ts'
import { newKey } from '#web/api.ts'
import { changedOf, sentOf, type FormState } from '#web/form/draft.ts'
import type { FormPlace, FormWork } from '#web/form/draftStore.ts'
import { forgetItem, isRecord, keep, recall } from '#web/storage.ts'

/** Unsaved work as this browser stores it. */
export interface LocalDraft extends FormWork {
  /** When it was typed, ISO 8601. */
  readonly at: string
  /** The revision on the server that it is based on, or is a copy of; null or absent where the server never had it. */
  readonly revision?: number | null
  /** The server has all of it. */
  readonly sent?: boolean
}
const isLocalDraft = (value: unknown): value is LocalDraft =>
  isRecord(value) &&
  typeof value.at === 'string' &&
  isRecord(value.before) &&
  isRecord(value.changed) &&
  (value.version === null || typeof value.version === 'string')

const keyOf = ({ user, resource, row, address }: FormPlace) => `outorga.draft ${user} ${resource} ${row ?? address}`
/** How earlier versions of the product called it. */
const earlierKey = ({ user, address }: FormPlace) => `outorga.draft ${user} ${address.split('?')[0] ?? ''}`

/** The draft of one form in this browser, under the name of the user who typed it. */
export function localDraftAt(place: FormPlace) {
  const [key, earlier] = [keyOf(place), earlierKey(place)]
  return {
    read: () => recall(key, isLocalDraft) ?? recall(earlier, isLocalDraft),
    /** Answers whether there was room for it. */
    write: (draft: LocalDraft) => keep(key, draft),
    forget: () => {
      forgetItem(key)
      forgetItem(earlier)
    },
  }
}

/** What changed and what it was changed from, names and passwords left out. */
export function workOf(fields: Fields, { before, values, version }: FormState): FormWork {
  const changed = withoutSecrets(fields, changedOf(fields, before, values))
  const touched = Object.keys(changed).map(name => [name, before[name]])
  return { before: sentOf(fields, Object.fromEntries(touched)), changed, version }
}

const isWord = (value: unknown): value is string => typeof value === 'string'
/** Identifies this browser, to recognize its own drafts. */
export function deviceWord(): string {
  const key = 'outorga.device'
  const known = recall(key, isWord)
  if (known) return known
  const made = newKey()
  keep(key, made)
  return made
}
