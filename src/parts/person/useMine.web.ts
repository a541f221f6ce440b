import { useQuery } from '@tanstack/react-query'
import { can, isStaff } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

/** Whose work is the reader's on a day, and who of the house is away on it. */
export interface MinePeople {
  /** Ids: their own unless they are away, and those of whom they stand in for. */
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

/** Asked once, and again at a slow pace: holidays begin at midnight. */
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
