import { useQuery } from '@tanstack/react-query'
import type { PersonLoad, WorkLoad } from '#features/team/load.ts'
import { api } from '#web/api.ts'

/** The team and what each person has to do, the most pressed first. */
export interface TeamWork {
  readonly today: string
  readonly people: readonly PersonLoad[]
  readonly nobody: readonly WorkLoad[]
}

export const useTeamLoad = (enabled = true) =>
  useQuery({
    queryKey: ['people', 'carga'],
    enabled,
    queryFn: async ({ signal }) => (await api.get<{ data: TeamWork }>('/people/carga', { signal, quiet: true })).data,
  })
