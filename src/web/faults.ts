import type { ApiError } from '#web/api-error.ts'
import { messageData } from '#web/messages.ts'
import { changeRoute, routeState } from '#web/route/state.ts'
import { errorPopup } from '#web/ui/popup.ts'

/** What a refused call does to the interface around whoever made it. A 401 is the session's, told elsewhere. */
export function report({ status, body, message }: ApiError) {
  if (!body) return
  messageData.set(body)
  if (status !== 400 && status !== 403) return
  changeRoute({ allowed: status !== 403, error: { code: status, message, errors: body.errors } })
  if (status === 403) errorPopup('Atenção', message)
}

/** A read that was refused says so though its screen shows the error itself: once for each address. */
export function tellDenied({ status, message }: ApiError) {
  const { allowed, loading } = routeState.get()
  // On the way to another page its guard will say so itself.
  if (status !== 403 || !allowed || loading) return
  changeRoute({ allowed: false, error: { code: status, message } })
  errorPopup('Atenção', message)
}
