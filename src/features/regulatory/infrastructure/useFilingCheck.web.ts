import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { LayoutFamily } from '#features/regulatory/anatel/infrastructure-layouts.ts'
import type { FilingCheck } from '#features/regulatory/infrastructure/answers.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

interface AskedCheck {
  readonly client: string
  readonly year: number
  /** The year's own where none is chosen. */
  readonly layout: LayoutFamily | null
}

/** Reads what is filed and left out of a client's year, and its filing's state. */
export function useFilingCheck({ client, year, layout }: AskedCheck) {
  const user = useUser()
  const query = { client, year, ...(layout && { layout }) }
  return useQuery({
    queryKey: ['infrastructure-filings', 'conferencia', query],
    enabled: can(user, 'infrastructure-filings.conferencia'),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const options = { query, signal, quiet: true, timeout: 60_000 }
      return (await api.get<{ data: FilingCheck }>('/infrastructure-filings/conferencia', options)).data
    },
  })
}
