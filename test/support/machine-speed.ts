import { openClock } from './thread-clock.ts'

/** Milliseconds of its own thread that the reference takes on the machine on which limits of time were set. */
const usual = 8.5

/** A body that is read as those of requests are, and whose keys are looked at one by one. */
const keys = 10_000
const text = JSON.stringify(
  Object.fromEntries(Array.from({ length: keys }, (_, n) => [`campo_${n}`, { at: n, text: `valor ${n}` }])),
)

/**
 * How many times as long this machine takes now as the one on which limits of time were set: at least 1, at most 2. A machine that
 * is shared is slower at some hours, and what blocks the loop blocks it as much longer then.
 */
export function slownessOfMachine(): number {
  const clock = openClock()
  let least = Infinity
  for (let tries = 0; tries < 15; tries++) {
    const began = clock.now()
    const known = new Set<string>()
    for (const [key, value] of Object.entries(JSON.parse(text)))
      known.add(`${key}.${Object.keys(Object(value)).join('.')}`)
    least = Math.min(least, clock.now() - began)
    if (known.size < keys) throw new Error('the reference was not read whole')
  }
  clock.close()
  return Math.min(2, Math.max(1, least / usual))
}
