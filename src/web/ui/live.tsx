import { createStore, useStore } from '#web/store.ts'

const said = createStore('')

/** Told to screen readers when they are next silent. */
export const announce = (words: string) => said.set(words)

/** The one polite region, in the page from the start. */
export const LiveRegion = () => (
  <output className="sr-only" aria-live="polite">
    {useStore(said)}
  </output>
)
