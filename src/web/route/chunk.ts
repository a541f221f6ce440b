import { chunkReloadTime } from '#web/constants.ts'
import { keep, keys, recall } from '#web/storage.ts'
import { createStore } from '#web/store.ts'

const isTime = (value: unknown): value is number => typeof value === 'number'

/** May the page be loaded again because a part of it is missing? Not twice within a minute. */
export const mayReload = (last: number | null, now: number) => last === null || now - last >= chunkReloadTime

/** Could a part of this page not be loaded? The browser remembers that, and does not try again before the page is loaded again. */
export const lacksPart = createStore(false)

/** In words for its reader: there is nothing in it to look into. */
export class MissingPart extends Error {}

/**
 * Loads a part of the interface. When it is not there any more, a new version was installed: the whole page is loaded once,
 * and nothing is answered meanwhile. Throws, in words for the reader, when that did not help.
 */
export async function chunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const now = Date.now()
    if (navigator.onLine && mayReload(recall(keys.chunkReload, isTime), now)) {
      keep(keys.chunkReload, now)
      location.reload()
      return new Promise(() => undefined)
    }
    lacksPart.set(true)
    throw new MissingPart('Não foi possível carregar esta parte do sistema. Verifique a conexão e tente de novo.', {
      cause,
    })
  }
}
