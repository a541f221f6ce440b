import { useEffect, useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { reportPresence, type PresentColleague } from '#features/support/tickets/ticket/api.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import type { WritingMode } from '#features/support/tickets/ticket/conversation.ts'
import { sendCall } from '#web/call.ts'
import { onSaved } from '#web/liveChanges.ts'
import { useUser } from '#web/session/store.ts'

/** Milliseconds between two words that somebody is still there. */
const beat = 15_000
const words = { answer: 'resposta', note: 'nota' } as const

/** Returns colleagues who have the ticket open and what they write, and reports the user to them. */
export function usePresence(uuid: string, writing: WritingMode | null): readonly PresentColleague[] {
  const user = useUser()
  const [others, hear] = useState<readonly PresentColleague[]>([])
  const able = isStaff(user) && !user.seen && can(user, reportPresence.id)
  useEffect(() => {
    if (!able) return
    const say = (left = false) =>
      sendCall(
        reportPresence,
        { id: uuid, body: { writing: writing && words[writing], ...(left && { left }) } },
        { quiet: true, keepalive: left },
      )
    let over = false
    const here = () =>
      void say().then(
        ({ data }) => over || hear(data),
        // Without an answer nobody is shown, and it is tried again.
        () => over || hear([]),
      )
    here()
    const timer = setInterval(here, beat)
    const deaf = onSaved(changed => changed.resource === tickets.path && changed.uuid === uuid && here())
    const leave = () => void say(true).catch(() => undefined)
    addEventListener('pagehide', leave)
    return () => {
      over = true
      clearInterval(timer)
      deaf()
      removeEventListener('pagehide', leave)
    }
  }, [able, uuid, writing])
  useEffect(() => {
    if (!able) return
    return () =>
      void sendCall(
        reportPresence,
        { id: uuid, body: { writing: null, left: true } },
        { quiet: true, keepalive: true },
      ).catch(() => undefined)
  }, [able, uuid])
  return others
}
