import { createStore } from '#web/store.ts'

/** Whether the server is within reach: what the browser says of the network, corrected by how the last call went. */
export const online = createStore(navigator.onLine)

/** Asks whether the server answers, and notes it. */
export const knock = () =>
  fetch('/config.json', { method: 'HEAD' }).then(
    ({ ok }) => online.set(ok),
    () => online.set(false),
  )

addEventListener('online', () => online.set(true))
addEventListener('offline', () => online.set(false))
