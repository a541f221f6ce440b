import { createStore } from '#web/store.ts'

/** Whether the server is within reach: what the browser says of the network, corrected by how the last call went. */
export const online = createStore(navigator.onLine)

addEventListener('online', () => online.set(true))
addEventListener('offline', () => online.set(false))
