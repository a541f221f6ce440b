import { useEffect, useRef, useState } from 'react'
import type { Fields } from '#kernel/field.ts'
import { ApiError } from '#web/api-error.ts'
import type { FormState } from '#web/form/draft.ts'
import type { DraftKeeper } from '#web/form/draftKeeper.ts'
import type { DraftLook } from '#web/form/draftStore.ts'
import { workOf } from '#web/form/localDraft.ts'
import { online } from '#web/online.ts'
import { sessionStore } from '#web/session/store.ts'

/** Milliseconds without a key before unsaved work is stored in this browser, and then on the server. */
const idle = { here: 1_000, server: 2_000 } as const
/** Milliseconds until unsaved work is sent again that the server could not store. */
const retryTime = 5_000

const alone = { is: 'alone', why: '', refused: false } as const
/** Nothing is wrong with a request that came too often (429), took too long (408), or met a server that could not answer. */
function aloneAfter(error: unknown): DraftState {
  if (!(error instanceof ApiError) || error.status < 400) return { ...alone }
  const { status, message } = error
  return { is: 'alone', why: message, refused: status < 500 && status !== 408 && status !== 429 }
}

export type DraftState =
  | { readonly is: 'none' | 'storing' }
  /** Only this browser has it. `why`: the server's words; '' where it did not answer. `refused`: sent again as it is, it would be again. */
  | { readonly is: 'alone'; readonly why: string; readonly refused: boolean }
  /** `at`: when, ISO 8601. */
  | { readonly is: 'stored'; readonly at: string }

interface DraftWrites {
  readonly keeper: DraftKeeper
  readonly fields: Fields
  readonly form: FormState
  readonly dirty: boolean
  /** What an earlier visit left is known, and answered. */
  readonly ready: boolean
  readonly heed: (look: DraftLook) => void
  /** The server has another draft of this form than the one it last knew, or none any more. */
  readonly meet: (draft: DraftLook['draft']) => void
}

/** Stores what changed in this browser and on the server: after some idle seconds, and when the page is left. */
export function useDraftWrites({ keeper, fields, form, dirty, ready, heed, meet }: DraftWrites) {
  const [state, become] = useState<DraftState>({ is: 'none' })
  const full = useLocalCopy({ keeper, fields, form, dirty })
  const latest = useRef({ fields, form, heed, meet })
  useEffect(() => {
    latest.current = { fields, form, heed, meet }
  })
  const send = useRef(async (leaving: boolean) => {
    const work = workOf(latest.current.fields, latest.current.form)
    if (!keeper.isNews(work)) return
    become({ is: 'storing' })
    try {
      const written = await keeper.send(work, leaving)
      if (!written) {
        // What was under way meanwhile has stored the same.
        if (keeper.isNews(work)) become({ ...alone })
        return
      }
      if (written.revision === null) latest.current.meet(written.draft)
      become(written.revision === null ? { ...alone } : { is: 'stored', at: new Date().toISOString() })
      latest.current.heed(written)
    } catch (error) {
      become(aloneAfter(error))
      if (!(error instanceof ApiError) && !(error instanceof DOMException)) reportError(error)
    }
  })
  const { values } = form
  useEffect(() => {
    if (!dirty || !ready) return
    const go = () => (clearTimeout(timer), void send.current(false))
    const leave = () => (clearTimeout(timer), void send.current(true))
    const back = () => online.get() && go()
    const timer = setTimeout(go, idle.server)
    addEventListener('pagehide', leave)
    const deaf = online.subscribe(back)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
      deaf()
    }
  }, [dirty, ready, values])
  // A send that failed is tried again, for the network may be back without a word from the browser.
  useEffect(() => {
    if (!dirty || !ready || state.is !== 'alone' || state.refused) return
    const timer = setTimeout(() => void send.current(false), retryTime)
    return () => clearTimeout(timer)
  }, [dirty, ready, state])
  // Taken back until nothing was left to save: there is no draft either.
  const wasDirty = useRef(false)
  useEffect(() => {
    if (dirty) wasDirty.current = true
    if (dirty || !wasDirty.current || !ready) return
    wasDirty.current = false
    become({ is: 'none' })
    keeper.clear(true)
  }, [keeper, dirty, ready])
  return { state, full }
}

/** Stores it in this browser, which works without a network. Answers whether there was no room. */
function useLocalCopy({ keeper, fields, form, dirty }: Pick<DraftWrites, 'keeper' | 'fields' | 'form' | 'dirty'>) {
  const [full, setFull] = useState(false)
  const { before, values, version } = form
  useEffect(() => {
    if (!dirty) return
    const write = () => setFull(!keeper.writeLocal(workOf(fields, { before, values, version })))
    const timer = setTimeout(write, idle.here)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
      // Sent away in the middle of a sentence: there will be no quiet second.
      if (sessionStore.get().status === 'logged-out') write()
    }
  }, [keeper, fields, before, values, version, dirty])
  return full
}
