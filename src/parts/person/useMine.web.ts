import { useQuery } from '@tanstack/react-query'
import { can, isStaff } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

/** It says whose work is the reader's on a day, and who of the office is away. */
export interface MinePeople {
  /** Ids include their own unless they are away, and those they substitute. */
  readonly people: readonly number[]
  readonly away: readonly PersonAway[]
}
interface PersonAway {
  readonly person: number
  readonly name: string
  readonly stand_in: { readonly id: number; readonly name: string }
  readonly until: string
}

const nobodyElse: MinePeople = { people: [], away: [] }

/** It loads at once and then slowly, as holidays begin at midnight. */
export function useMine(): MinePeople & { readonly waiting: boolean } {
  const user = useUser()
  const { data, isLoading } = useQuery({
    queryKey: ['people', 'minhas'],
    enabled: isStaff(user) && can(user, 'people.minhas'),
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: MinePeople }>('/people/minhas', { signal, quiet: true })).data,
  })
  return { ...(data ?? nobodyElse), waiting: isLoading }
}
