import type { FieldErrors } from '#kernel/problem.ts'
import type { ApiError } from '#web/api-error.ts'
import { messageData } from '#web/messages.ts'
import { changeRoute, routeState } from '#web/route/state.ts'
import { errorPopup } from '#web/ui/popup.ts'

/** Shows a failed call in the interface: its message, the state of the route, a popup. A 401 is handled by the session. */
export function report({ status, body, message }: ApiError, more = '') {
  messageData.set({
    status,
    message: `${message}${more}`,
    request_id: body?.request_id ?? '',
    ...(body?.errors && { errors: body.errors }),
    ...(body?.holder && { holder: body.holder }),
  })
  if (!body || (status !== 400 && status !== 403)) return
  changeRoute({ allowed: status !== 403, error: { code: status, message, errors: body.errors } })
  if (status === 403) errorPopup('Atenção', message)
}

/** A problem found here, shown as the server's would be. */
export const reportInvalid = (errors: FieldErrors) =>
  messageData.set({ status: 422, message: 'Há campos que precisam de atenção.', errors, request_id: '' })

/** A read that was refused says so though its screen shows the error itself: once for each address. */
export function tellDenied({ status, message }: ApiError) {
  const { allowed, loading } = routeState.get()
  // On the way to another page its guard will say so itself.
  if (status !== 403 || !allowed || loading) return
  changeRoute({ allowed: false, error: { code: status, message } })
  errorPopup('Atenção', message)
}
