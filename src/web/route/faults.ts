import type { RouteError } from '#kernel/guard.ts'

/** A fault of a route, for the error page. */
export class RouteFault extends Error {
  readonly status: number
  constructor({ code, message }: RouteError) {
    super(message)
    this.status = code
  }
}

/** What a profile may not enter: the section as the menu calls it, and the screen of it when that alone is missing. */
export interface RefusedEntry {
  readonly section: string
  readonly screen: string | null
  readonly permission: string
}

/** The session is good and the address is not for this profile. */
export class RouteRefusal extends RouteFault {
  readonly refused: RefusedEntry
  constructor(error: RouteError, refused: RefusedEntry) {
    super(error)
    this.refused = refused
  }
}
