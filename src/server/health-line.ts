import type { Config } from '#server/config.ts'

/** How something that the product needs is: stopped, to be looked at, off or not begun, or well. */
type HealthState = 'parado' | 'atencao' | 'neutro' | 'ok'

export interface HealthLine {
  readonly state: HealthState
  /** What is seen and what it means, in Portuguese. */
  readonly text: string
  readonly link?: HealthLink | undefined
}

/** Where it is put right: an address of the interface, and the permission that this needs; none where a session is enough. */
export interface HealthLink {
  readonly to: string
  readonly label: string
  readonly needs?: string
}

/** What the last run of a chore measured, as a line. */
export interface ChoreHealth {
  readonly title: string
  readonly read: (measured: {
    /** Null before its first run. */
    readonly figures: Readonly<Record<string, number>> | null
    readonly config: Config
    readonly now: Date
  }) => HealthLine
}
