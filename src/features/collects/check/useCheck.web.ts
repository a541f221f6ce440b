import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { AcknowledgedFinding } from '#features/collects/check/findings.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

/** What the check says of the coleta as it is saved. */
export function useCheck(uuid: string, version: string | null) {
  const user = useUser()
  return useQuery<readonly AcknowledgedFinding[]>({
    queryKey: ['collects', 'conferencia', uuid, version],
    // The same coleta's, of the version before: what is read stays where it is while the next is asked.
    placeholderData: (last, query) => (query?.queryKey[2] === uuid ? last : undefined),
    enabled: can(user, 'collects.conferencia'),
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: readonly AcknowledgedFinding[] }>(`/collects/${uuid}/conferencia`, {
          signal,
          quiet: true,
        })
      ).data,
  })
}

/** What keeps it from being ready: what blocks, and warnings nobody answered for. */
export const unanswered = (found: readonly AcknowledgedFinding[]) =>
  found.filter(({ severity, acknowledged }) => severity === 'impede' || (severity === 'atencao' && !acknowledged))
