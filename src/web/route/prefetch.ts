import { prefetchTime } from '#web/constants.ts'
import { isRecord } from '#web/storage.ts'

/** May parts be fetched before they are needed? Not over 2g, nor for users who save data. */
export function mayPrefetch(connection: unknown) {
  if (!isRecord(connection)) return true
  return connection.saveData !== true && !/2g/.test(String(connection.effectiveType))
}

/** Only some browsers report it; `in` reads through the prototype, where the values are. */
function connection() {
  const told: unknown = Reflect.get(navigator, 'connection')
  if (typeof told !== 'object' || told === null) return null
  return { saveData: Reflect.get(told, 'saveData'), effectiveType: Reflect.get(told, 'effectiveType') }
}

/** Calls when the browser has nothing better to do, or after two seconds. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: prefetchTime })
  else setTimeout(act, prefetchTime)
}

/** Fetches when the browser has nothing better to do. A failure is left to who really asks. */
export function prefetch(load: () => Promise<unknown>) {
  if (mayPrefetch(connection())) whenIdle(() => void load().catch(() => undefined))
}

/** Links prefetch what they lead to when pointed at. */
export const preloadMode = () => (mayPrefetch(connection()) ? 'intent' : false)
