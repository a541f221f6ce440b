import { useEffect, useState } from 'react'
import type { Values } from '#web/form/draft.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

const idle = 3_000

interface Kept {
  readonly at: string
  readonly values: Values
}

function read(key: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isRecord(kept) && typeof kept.at === 'string' && isRecord(kept.values)
      ? { at: kept.at, values: kept.values }
      : null
  } catch {
    return null
  }
}

/** Unsaved work, kept in this browser after three quiet seconds: it outlives a reload, a crash and the end of a session. */
export function useLocalDraft(values: Values, dirty: boolean) {
  const { uuid } = useUser()
  const [key] = useState(() => `draft ${uuid} ${location.pathname}`)
  const [found, setFound] = useState(() => read(key))
  useEffect(() => {
    if (!dirty) return
    const timer = setTimeout(
      () => localStorage.setItem(key, JSON.stringify({ at: new Date().toISOString(), values })),
      idle,
    )
    return () => clearTimeout(timer)
  }, [key, values, dirty])
  return {
    /** Work of an earlier visit, not yet taken up or thrown away. */
    found,
    dismiss: () => setFound(null),
    forget: () => {
      localStorage.removeItem(key)
      setFound(null)
    },
  }
}
