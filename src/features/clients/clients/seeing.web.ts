import { readOwnAccount } from '#features/people/auth/api.ts'
import { endClientView, startClientView, type ClientView } from '#features/clients/clients/api.ts'
import { ApiError } from '#web/api-error.ts'
import { sendCall } from '#web/call.ts'
import { doubts } from '#web/session/store.ts'
import { forgetItem, isRecord, keep, keys, recall } from '#web/storage.ts'
import { errorPopup } from '#web/ui/popup.ts'

const isSight = (value: unknown): value is ClientView =>
  isRecord(value) && typeof value.until === 'string' && isRecord(value.client) && typeof value.client.name === 'string'
export const storedView = () => recall(keys.seeing, isSight)

/** The key of the notice by which the next page explains why the view as a client ended. */
const over = 'outorga.seeing-over'
/** The longest delay a browser's timer knows how to wait. */
const longest = 2_147_483_647

/** Starts the view as a user of the client, in this tab; throws the server's refusal. */
export async function seeAs(client: string, user: string | null) {
  const { data } = await sendCall(startClientView, { id: client, body: { user } }, { quiet: true })
  if (!keep(keys.seeing, data)) throw new Error('Este navegador não deixa guardar a visão do cliente.')
  try {
    keep(keys.user, (await sendCall(readOwnAccount, {}, { quiet: true })).data)
  } catch (error) {
    forgetSight()
    throw error
  }
  location.assign('/')
}

/** Ends the view and opens the client's page; it ignores a failure of the server. */
export async function leaveView() {
  await sendCall(endClientView, {}, { quiet: true, timeout: 3_000 }).catch(() => undefined)
  comeBack()
}

function forgetSight() {
  // The user is stored under a key that depends on the view: remove the user first.
  forgetItem(keys.user)
  forgetItem(keys.seeing)
}

function comeBack(why?: string) {
  const sight = storedView()
  forgetSight()
  if (why) sessionStorage.setItem(over, why)
  location.assign(sight ? `/clients/${sight.client.uuid}` : '/')
}

const timeIsUp = 'O tempo acabou: o que você vê agora é de novo a sua própria visão.'
const endedWords = 'Ela deixou de valer: o que você vê agora é de novo a sua própria visão.'

/** Ends the view when its time is over or the server no longer grants it. Runs before anything is drawn. */
export function watchView() {
  const why = sessionStorage.getItem(over)
  if (why) {
    sessionStorage.removeItem(over)
    errorPopup('A visão do cliente terminou', why)
  }
  const sight = storedView()
  if (!sight) return
  const left = Date.parse(sight.until) - Date.now()
  if (left <= 0) return comeBack(timeIsUp)
  setTimeout(() => comeBack(timeIsUp), Math.min(left, longest))
  let asking = false
  doubts.subscribe(() => {
    if (asking) return
    asking = true
    sendCall(readOwnAccount, {}, { quiet: true })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.body?.data.visao === 'terminada') comeBack(endedWords)
      })
      .finally(() => (asking = false))
  })
}
