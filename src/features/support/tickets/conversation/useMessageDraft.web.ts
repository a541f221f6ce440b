import { useEffect, useRef, useState } from 'react'
import { can } from '#kernel/access.ts'
import { readMessageDraft, saveMessageDraft } from '#features/support/tickets/ticket/api.ts'
import type { WritingMode } from '#features/support/tickets/ticket/conversation.ts'
import { callPath, sendCall } from '#web/call.ts'
import { prepareProof } from '#web/session/tokens.ts'
import { useConfirmLeave } from '#web/ui/leave.ts'
import { useUser } from '#web/session/store.ts'

type UnsentWords = Readonly<Record<WritingMode, string>>
const nothing: UnsentWords = { answer: '', note: '' }
/** Milliseconds without a key before the draft is saved. */
const idle = 800

/** Saves what the user types in a ticket on the server, answer and note apart: it is there after a reload and elsewhere. */
export function useMessageDraft(uuid: string, writes: boolean) {
  const user = useUser()
  const able = writes && !user.seen && can(user, readMessageDraft.id) && can(user, saveMessageDraft.id)
  const [words, setWords] = useState<UnsentWords>(nothing)
  const [state, tell] = useState<'none' | 'keeping' | 'kept' | 'alone'>('none')
  const latest = useRef(words)
  const [kept, keep] = useState(nothing)
  const flight = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    if (!able) return
    const asking = new AbortController()
    sendCall(readMessageDraft, { id: uuid }, { signal: asking.signal, quiet: true })
      .then(({ data }) => {
        keep(data)
        // Text typed while it came takes precedence.
        const found = { answer: latest.current.answer || data.answer, note: latest.current.note || data.note }
        latest.current = found
        setWords(found)
        if (data.answer || data.note) tell('kept')
      })
      .catch(() => undefined)
    return () => asking.abort()
  }, [able, uuid])

  const isKept = words.answer === kept.answer && words.note === kept.note
  useConfirmLeave(able ? state === 'alone' : Boolean(words.answer.trim() || words.note.trim()))
  useEffect(() => {
    if (!able || isKept) return
    const send = (leaving: boolean) => {
      const sent = latest.current
      tell('keeping')
      flight.current = flight.current.then(() =>
        sendCall(saveMessageDraft, { id: uuid, body: sent }, { quiet: true, keepalive: leaving }).then(
          () => {
            keep(sent)
            tell(sent.answer || sent.note ? 'kept' : 'none')
          },
          () => tell('alone'),
        ),
      )
    }
    const leave = () => send(true)
    void prepareProof(saveMessageDraft.method, `/api/v1${callPath(saveMessageDraft, { id: uuid, body: words })}`)
    const timer = setTimeout(() => send(false), idle)
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
    }
  }, [able, isKept, uuid, words])

  const set = (mode: WritingMode, value: string) => {
    latest.current = { ...latest.current, [mode]: value }
    setWords(latest.current)
  }
  return { words, set, state: able ? state : 'none' }
}
