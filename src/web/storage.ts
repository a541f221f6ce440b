/** The browser stores values under these names. Private windows may refuse: then nothing is stored. */
export const keys = {
  token: 'outorga.token',
  user: 'outorga.user',
  /** By which the server knows this browser again; it stays when somebody signs out. */
  device: 'outorga.device',
  /** Through whose eyes this tab looks. */
  seeing: 'outorga.seeing',
  /** Whether the last session ended by itself, for the tabs that did not see it end. */
  expired: 'outorga.expired',
  frame: 'outorga.frame',
  /** `public/first.js` reads it before the first paint. */
  theme: 'outorga.theme',
  /** What the signed-in user pinned and folded, to draw the menu before the server answers. */
  sideMenu: 'outorga.side-menu',
  /** Of a sign-in that is at the directory: the ticket, and where it came from. */
  directory: 'outorga.directory',
  newsBar: 'news-bar',
  /** Exports that were requested and have not ended, to notify of after the page is loaded again. */
  awaited: 'outorga.awaited',
  chunkReload: 'outorga.chunk-reload',
  /** With which search each page was last seen, by user and path. */
  searches: 'outorga.searches',
} as const

/** A tab that looks through somebody's eyes keeps that, and who they are, to itself; and so does each tab the lists it shows. */
const placeOf = (key: string) =>
  key === keys.seeing ||
  key === keys.searches ||
  key === keys.directory ||
  (key === keys.user && sessionStorage.getItem(keys.seeing))
    ? sessionStorage
    : localStorage

/** Answers the value stored under a key, or null when there is none or it is not what `is` expects. */
export function recall<T>(key: string, is: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(placeOf(key).getItem(key) ?? 'null')
    return is(value) ? value : null
  } catch {
    return null
  }
}

/** Answers whether it was stored: full or forbidden, the value lives as long as the page. */
export function keep(key: string, value: unknown): boolean {
  try {
    placeOf(key).setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function forgetItem(key: string) {
  try {
    placeOf(key).removeItem(key)
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/** Calls when another tab changed the key. */
export const onStorageChange = (key: string, listener: () => void) =>
  addEventListener('storage', event => {
    if (event.key === key || event.key === null) listener()
  })

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
