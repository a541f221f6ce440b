/** Failures are forgotten this long after the last one. */
export const memorySeconds = 3_600
const longestWait = 60

/** What failures are counted on, and how many are free. */
export interface Limit {
  readonly key: string
  readonly free: number
  /** Strangers anywhere can spend it: beyond it attempts run one at a time, and nobody receives a wait. */
  readonly strains?: true
  /** How many failures cost no wait while another limit is strained; if absent, as many as otherwise. */
  readonly freeWhenStrained?: number
}

/** Seconds to wait after so many failures: none while they are free, then 1, 2, 4… and never more than a minute. */
export const waitAfter = (failures: number, free: number) =>
  failures <= free ? 0 : Math.min(longestWait, 2 ** Math.min(failures - free - 1, 10))
