let pressed: Promise<void> | null = null

// This listens before the pressed element takes the focus from an input.
addEventListener('pointerdown', hold, true)

function hold() {
  const over = new AbortController()
  pressed = new Promise(released => {
    const release = () => {
      pressed = null
      over.abort()
      // The click comes right after the pointer is up.
      setTimeout(released)
    }
    for (const end of ['pointerup', 'pointercancel', 'dragend'])
      addEventListener(end, release, { capture: true, signal: over.signal })
  })
}

/** Once nothing is being pressed: a sentence that appears meanwhile would move a button from under its click. */
export const untilReleased = () => pressed ?? Promise.resolve()
