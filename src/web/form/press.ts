let pressed: Promise<void> | null = null

// Listened to before whoever is pressed takes the focus from an input.
addEventListener(
  'pointerdown',
  () => {
    pressed = new Promise(released => {
      const release = () => {
        pressed = null
        for (const each of ends) removeEventListener(each, release, true)
        // The click comes right after the pointer is up.
        setTimeout(released)
      }
      const ends = ['pointerup', 'pointercancel', 'dragend'] as const
      for (const each of ends) addEventListener(each, release, true)
    })
  },
  true,
)

/** Once nothing is being pressed: a sentence that appears meanwhile would move a button from under its click. */
export const untilReleased = () => pressed ?? Promise.resolve()
