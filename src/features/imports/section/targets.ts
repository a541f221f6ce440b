import { cities } from '#features/cities/cities.ts'
import { clients } from '#features/clients/clients.ts'
import { empresas } from '#features/empresas/empresas.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { lookups, statuses } from '#features/lookups.ts'
import type { AnyResource } from '#kernel/resource.ts'

/** What the columns of a template may point to. */
const targets: readonly AnyResource[] = [clients, fistels, cities, empresas, statuses, ...lookups]
export const resourceAt = (path: string | undefined) => targets.find(each => each.path === path)
