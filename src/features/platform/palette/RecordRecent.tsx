import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listRecents, storeRecent } from '#features/platform/palette/api.ts'
import { openKinds } from '#features/platform/palette/kinds.ts'
import { renewAnswers, sendCall } from '#web/call.ts'
import { queryClient } from '#web/query.ts'
import { useUser } from '#web/session/store.ts'

/** A record is worth remembering once its reader stayed this long, in milliseconds. */
const stay = 1_200
const recordPath = /^\/([a-z-]+)\/([0-9a-f]{8}-[0-9a-f-]{27})$/

/** Stores which records are opened, whatever the way to them. A view as somebody else stores nothing. */
export default function RecordRecent() {
  const { pathname } = useLocation()
  const user = useUser()
  const [, path = '', uuid = ''] = recordPath.exec(pathname) ?? []
  const kind = user.seen ? undefined : openKinds(user).find(({ of }) => of.path === path)?.of.path
  useEffect(() => {
    if (!kind) return undefined
    const timer = setTimeout(() => {
      sendCall(storeRecent, { body: { kind, uuid } }, { quiet: true, keepalive: true })
        .then(() => renewAnswers(queryClient, listRecents))
        // The screen of the record says that the record is missing, or that the server is out of reach.
        .catch(() => undefined)
    }, stay)
    return () => clearTimeout(timer)
  }, [kind, uuid])
  return null
}
