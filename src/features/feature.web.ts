import type { Screen } from '#web/route/screen.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { screensOf } from '#web/screens/screens.ts'

/** All that a feature hands in to the interface, besides its declarations. */
export interface WebFeature {
  /** Screens drawn in place of a section's own, by its path. */
  readonly own?: Readonly<Record<string, NonNullable<Parameters<typeof screensOf>[1]>>>
  /** Screens that are no section's. */
  readonly screens?: readonly Screen[]
  /** What is shown beside a client. */
  readonly areas?: readonly Area[]
  /** What is shown beside somebody who signs in. */
  readonly areasOfPeople?: readonly Area[]
}
