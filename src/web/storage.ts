/** What the browser keeps, by the names it keeps them under. Private windows may refuse: then nothing is kept. */
export const keys = {
  token: 'outorga.token',
  user: 'outorga.user',
  /** Whether the last session ended by itself, for the tabs that did not see it end. */
  expired: 'outorga.expired',
  frame: 'outorga.frame',
  /** `public/first.js` reads it before the first paint. */
  theme: 'outorga.theme',
  newsBar: 'news-bar',
  /** What was asked for and is not over, to be told of after the page is loaded again. */
  awaited: 'outorga.awaited',
  chunkReload: 'outorga.chunk-reload',
} as const

/** The value kept under a key, or null when there is none or it is not what `is` expects. */
export function recall<T>(key: string, is: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return is(value) ? value : null
  } catch {
    return null
  }
}

/** Answers whether it was kept: full or forbidden, the value lives as long as the page. */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function forgetItem(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Forbidden: nothing was kept.
  }
}

/** Calls when another tab changed the key. */
export function onKept(key: string, listener: () => void) {
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
