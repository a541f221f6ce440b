import { useEffect, useState } from 'react'
import type { Fields } from '#kernel/field.ts'
import { withoutSecrets, type Values } from '#web/form/draft.ts'
import { sessionStore } from '#web/session/store.ts'
import { forget, isRecord, keep, recall } from '#web/storage.ts'

const idle = 3_000

/** Unsaved work: what changed, and what it was changed from. `version` is that of the row the work stands on. */
interface Work {
  readonly before: Values
  readonly changed: Values
  readonly version: string | null
}
interface Kept extends Work {
  readonly at: string
}
const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  typeof value.at === 'string' &&
  isRecord(value.before) &&
  isRecord(value.changed) &&
  (value.version === null || typeof value.version === 'string')

/**
 * Unsaved work, kept in this browser after three quiet seconds: it outlives a reload, a crash and the end of a session.
 * Passwords are not kept.
 */
export function useLocalDraft(fields: Fields, { before, changed, version }: Work, dirty: boolean) {
  const [key] = useState(() => `outorga.draft ${sessionStore.get().user?.uuid} ${location.pathname}`)
  const [found, setFound] = useState(() => recall(key, isKept))
  const at = Object.keys(changed)
  const work = JSON.stringify({
    before: Object.fromEntries(at.map(name => [name, before[name]])),
    changed: withoutSecrets(fields, changed),
    version,
  })
  useEffect(() => {
    if (!dirty) return
    const write = () => keep(key, { at: new Date().toISOString(), ...JSON.parse(work) })
    const timer = setTimeout(write, idle)
    return () => {
      clearTimeout(timer)
      // Sent away in the middle of a sentence: there will be no quiet second.
      if (sessionStore.get().status === 'logged-out') write()
    }
  }, [key, work, dirty])
  return {
    /** Work of an earlier visit, not yet taken up or thrown away. */
    found,
    dismiss: () => setFound(null),
    forget: () => {
      forget(key)
      setFound(null)
    },
  }
}
