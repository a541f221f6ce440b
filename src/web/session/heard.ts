import type { User } from '#kernel/access.ts'
import type { SessionState } from '#web/session/state.ts'

/** What another tab left in the browser, and how it finds this one. */
interface Heard {
  readonly here: Pick<SessionState, 'status' | 'user'>
  /** Who is signed in now; null when nobody is. */
  readonly kept: User | null
  /** The session ended by itself: nobody left. */
  readonly expired: boolean
  /** There is unsaved work here. */
  readonly dirty: boolean
}

/** What a tab does about it: unsaved work stays where it was typed, under the name of who typed it. */
export function reaction({ here: { status, user }, kept, expired, dirty }: Heard) {
  if (kept) {
    if (!user || kept.uuid === user.uuid) return 'enter'
    return dirty ? 'lapse' : 'reload'
  }
  if (!user || status === 'lapsed') return 'nothing'
  if (!expired) return 'leave'
  return dirty ? 'lapse' : 'expire'
}
