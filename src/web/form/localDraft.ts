import { useEffect, useState } from 'react'
import { withoutSecrets } from '#kernel/changes.ts'
import type { Fields } from '#kernel/field.ts'
import { changedOf, sentOf, type FormState, type Values } from '#web/form/draft.ts'
import { sessionStore } from '#web/session/store.ts'
import { forgetItem, isRecord, keep, recall } from '#web/storage.ts'

const idle = 3_000

/** Unsaved work: what changed, and what it was changed from. `version` is that of the row the work is based on. */
interface FormWork {
  readonly before: Values
  readonly changed: Values
  readonly version: string | null
}
export interface Kept extends FormWork {
  readonly at: string
  /** It was typed on another device, and fetched from storage. */
  readonly elsewhere?: boolean
}
const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  typeof value.at === 'string' &&
  isRecord(value.before) &&
  isRecord(value.changed) &&
  (value.version === null || typeof value.version === 'string')

/**
 * Stores unsaved work in this browser after three idle seconds and when the page is left, so that it survives a reload, a
 * crash and the end of a session. Passwords are not stored.
 */
export function useLocalDraft(fields: Fields, { before, values, version }: FormState, dirty: boolean) {
  const [key] = useState(() => `outorga.draft ${sessionStore.get().user?.uuid} ${location.pathname}`)
  const [found, setFound] = useState(() => recall(key, isKept))
  const [full, setFull] = useState(false)
  useEffect(() => {
    if (!dirty) return
    const write = () =>
      setFull(!keep(key, { at: new Date().toISOString(), ...workOf(fields, { before, values, version }) }))
    const timer = setTimeout(write, idle)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
      // Sent away in the middle of a sentence: there will be no quiet second.
      if (sessionStore.get().status === 'logged-out') write()
    }
  }, [key, fields, before, values, version, dirty])
  return {
    /** The browser had no room for it: it lives as long as the page. */
    full,
    /** Work of an earlier visit, not yet taken up or thrown away. */
    found,
    /** Puts forward work found elsewhere; null puts it aside. */
    offer: setFound,
    forget: () => {
      forgetItem(key)
      setFound(null)
    },
  }
}

/** What changed and what it was changed from, names and passwords left out. */
export function workOf(fields: Fields, { before, values, version }: FormState): FormWork {
  const changed = withoutSecrets(fields, changedOf(fields, before, values))
  const touched = Object.keys(changed).map(name => [name, before[name]])
  return { before: sentOf(fields, Object.fromEntries(touched)), changed, version }
}
