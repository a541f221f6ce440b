import { useEffect, useMemo } from 'react'

/** Milliseconds for which keys wait for the palette: where its script cannot be fetched, they are the page's again. */
const longestWait = 5_000

/** Keys typed after the palette was called and before its field has the focus. */
export interface EarlyKeys {
  /** What was typed, and whether Enter came after it. */
  readonly text: string
  readonly hasEnter: boolean
}
const nothing: EarlyKeys = { text: '', hasEnter: false }

/** Catches keys that would otherwise act on the page beneath while the palette is fetched and drawn. */
export function useEarlyKeys(onEscape: () => void) {
  const early = useMemo(() => catchKeys(onEscape), [onEscape])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!early.take(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [early])
  return early
}

function catchKeys(onEscape: () => void) {
  let until = 0
  let keys = nothing
  return {
    begin: () => {
      until = performance.now() + longestWait
      keys = nothing
    },
    /** The keys so far; the next ones are for the field, which has the focus now. */
    end: (): EarlyKeys => {
      const caught = keys
      until = 0
      keys = nothing
      return caught
    },
    /** Whether a key was caught. */
    take: ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
      if (performance.now() > until || ctrlKey || metaKey || altKey) return false
      const { text } = keys
      if (key === 'Escape') {
        until = 0
        onEscape()
      } else if (key === 'Enter') keys = { text, hasEnter: true }
      else if (key === 'Backspace') keys = { text: text.slice(0, -1), hasEnter: false }
      else if (key.length === 1) keys = { text: text + key, hasEnter: false }
      else return false
      return true
    },
  }
}
