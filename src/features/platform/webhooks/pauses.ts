const [minute, hour] = [60, 3_600]

/** Seconds from one try to the next: ten tries, the last 71 hours and a half after the first. */
export const pauses = [
  1 * minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  18 * hour,
  22 * hour,
] as const
/**
 * After a failure the other notices of an endpoint wait as long as the one that failed, but no longer than this: one that a receiver cannot
 * digest holds up the rest for minutes.
 */
export const longestHold = 5 * minute
/** A receiver may ask for a later try, within a day. */
export const longestWait = 24 * hour
/** Seconds without any success after which an endpoint is stopped, once a notice was given up. */
export const longestFailure = 71 * hour
