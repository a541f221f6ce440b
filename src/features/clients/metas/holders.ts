import type { AnyResource } from '#kernel/resource.ts'
import { plans } from '#features/lookups.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { configurations, moduleConfigurations } from '#features/platform/configurations/configurations.ts'
import { pages } from '#features/support/pages/pages.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { stations } from '#features/network/stations/stations.ts'

/** Sections whose rows have fields defined at run time. */
export const holders: readonly AnyResource[] = [
  clients,
  stations,
  configurations,
  moduleConfigurations,
  pages,
  particularities,
  empresas,
  plans,
]

/** What such a section calls them. */
export const metasNameIn = ({ fields }: AnyResource): string =>
  Object.keys(fields).find(name => fields[name]?.kind === 'metas') ?? ''
