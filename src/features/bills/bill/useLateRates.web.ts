import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { LateRates } from '#features/bills/bill/charges.ts'
import { lateCharges } from '#features/bills/bill/late-charges.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

/** What late money costs, for lists to reckon with what they hold already. */
export const useLateRates = () =>
  useQuery({
    queryKey: [lateCharges.path, 'rates'],
    enabled: can(useUser(), 'late-charges.index'),
    queryFn: async ({ signal }) => {
      const query = { active: 'true', pagination: 'false', columns: 'since,fine,interest' }
      return (await api.get<Page<LateRates>>(`/${lateCharges.path}`, { query, signal, quiet: true })).data
    },
  })
