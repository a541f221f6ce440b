import { cities } from '#features/cities/cities.ts'
import { clients } from '#features/clients/clients.ts'
import { collects } from '#features/collects/collects.ts'
import { empresas } from '#features/empresas/empresas.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { informative } from '#features/informative/informative.ts'
import { lookups, statuses } from '#features/lookups.ts'
import { profiles } from '#features/profiles/profiles.ts'
import { users } from '#features/users/users.ts'

/** Every resource of the product, in the order people think of them. */
export const features = [
  clients,
  empresas,
  fistels,
  collects,
  informative,
  users,
  profiles,
  cities,
  statuses,
  ...lookups,
] as const

/** Rows belong to companies; people of a client see what hangs on the clients they are linked to. */
export const tenancy = { company: 'empresas', holder: 'clients', members: 'clients_client_users' } as const
