import { createStore, useStore } from '#web/store.ts'

const announcement = createStore('')

/** Screen readers read this when they are next silent. */
export const announce = (words: string) => announcement.set(words)

/** The one polite region, in the page from the start. */
export const LiveRegion = () => (
  <output className="sr-only" aria-live="polite">
    {useStore(announcement)}
  </output>
)
