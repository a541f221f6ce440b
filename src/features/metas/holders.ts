import type { AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients.ts'
import { configurations, moduleConfigurations } from '#features/configurations/configurations.ts'
import { pages } from '#features/pages/pages.ts'
import { particularities } from '#features/particularities/particularities.ts'
import { stations } from '#features/stations/stations.ts'

/** Sections whose rows have fields defined at run time. */
export const holders: readonly AnyResource[] = [
  clients,
  stations,
  configurations,
  moduleConfigurations,
  pages,
  particularities,
]

/** What such a section calls them. */
export const metasNameIn = ({ fields }: AnyResource): string =>
  Object.keys(fields).find(name => fields[name]?.kind === 'metas') ?? ''
