import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { can } from '#kernel/access.ts'
import {
  discardCollectDraft,
  readCollectDraft,
  saveCollectDraft,
  type CollectDraft,
} from '#features/regulatory/collects/coleta/api.ts'
import { renewCollect } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import { workOf } from '#web/form/localDraft.ts'
import type { Form } from '#web/form/useForm.ts'
import { ApiError } from '#web/api-error.ts'
import { newKey } from '#web/api.ts'
import { sendCall } from '#web/call.ts'
import { online } from '#web/online.ts'
import { useUser } from '#web/session/store.ts'
import { keep, recall } from '#web/storage.ts'

/** Milliseconds without a key before what was typed is sent. */
const idle = 2_000
/** Bytes of a request a browser finishes though its page is gone, with room for its headers. */
const keepaliveLimit = 60_000

export type DraftState =
  | { readonly is: 'none' | 'keeping' | 'alone' }
  /** `at`: when, ISO 8601. */
  | { readonly is: 'kept'; readonly at: string }

const isWord = (value: unknown): value is string => typeof value === 'string'
/** Identifies this browser, to recognize its own drafts. */
function device(): string {
  const key = 'outorga.device'
  const known = recall(key, isWord)
  if (known) return known
  const made = newKey()
  keep(key, made)
  return made
}
const numberOf = (version: string | null) => Number(/\d+/.exec(version ?? '')?.[0] ?? 0)

/**
 * Stores unsaved work on the server besides this browser, to resume it on another machine. It offers the newer of both, and
 * sends nothing while an offer waits for an answer.
 */
export function useServerDraft(form: Form, uuid: string, writable: boolean) {
  const user = useUser()
  const queries = useQueryClient()
  const able = writable && can(user, readCollectDraft.id) && can(user, saveCollectDraft.id)
  const [state, become] = useState<DraftState>({ is: 'none' })
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flight = useRef<Promise<void>>(Promise.resolve())
  /** Something of ours is there. */
  const there = useRef(false)

  useEffect(() => {
    if (!able) return
    const asking = new AbortController()
    sendCall(readCollectDraft, { id: uuid }, { signal: asking.signal, quiet: true })
      .then(({ data }) => {
        const { kept } = latest.current
        there.current = data !== null
        if (!data || (kept.found && kept.found.at >= data.at)) return
        const { at, before, changed, version } = data
        kept.offer({ at, before, changed, version: `"${version}"`, elsewhere: data.device !== device() })
      })
      // Without an answer, this browser's draft remains.
      .catch(() => undefined)
    return () => asking.abort()
  }, [able, uuid])

  const send = useRef((_leaving: boolean) => Promise.resolve())
  useEffect(() => {
    send.current = async leaving => {
      const { fields, dirty, kept } = latest.current
      if (!dirty || kept.found) return
      const at = new Date().toISOString()
      const { version, ...work } = workOf(fields, latest.current)
      const draft: CollectDraft = { version: numberOf(version), at, device: device(), ...work }
      if (leaving && JSON.stringify(draft).length > keepaliveLimit) return
      become({ is: 'keeping' })
      try {
        const { data } = await sendCall(
          saveCollectDraft,
          { id: uuid, body: draft },
          { quiet: true, keepalive: leaving },
        )
        if (data.version !== draft.version) void renewCollect(queries, uuid)
        there.current = true
        become({ is: 'kept', at })
      } catch (error) {
        become({ is: 'alone' })
        // Reported, not thrown: a save waits for this promise, and must never fail with a draft.
        if (!(error instanceof ApiError) && !(error instanceof DOMException)) reportError(error)
      }
    }
  }, [queries, uuid])

  const { dirty, values } = form
  const waiting = form.kept.found !== null
  useEffect(() => {
    if (!able || !dirty || waiting) return
    const go = (leaving = false) => {
      clearTimeout(timer.current)
      // One at a time, and the last one wins.
      flight.current = leaving ? send.current(true) : flight.current.then(() => send.current(false))
    }
    const leave = () => go(true)
    const back = () => online.get() && go()
    timer.current = setTimeout(go, idle)
    addEventListener('pagehide', leave)
    const deaf = online.subscribe(back)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('pagehide', leave)
      deaf()
    }
  }, [able, dirty, waiting, values])

  const drop = (quiet: boolean) => {
    there.current = false
    return sendCall(discardCollectDraft, { id: uuid }, { quiet }).then(
      () => undefined,
      () => undefined,
    )
  }
  // Taken back until nothing was left to save: there is no draft either.
  useEffect(() => {
    if (dirty || waiting) return
    become({ is: 'none' })
    if (there.current && able) void flight.current.then(() => drop(true))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [dirty, waiting, able])

  return {
    state,
    /** Before a save: nothing is sent after it that would bring the draft back. */
    pause: () => {
      clearTimeout(timer.current)
      return flight.current
    },
    discard: () => {
      form.kept.forget()
      void drop(false)
    },
  }
}
