import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { AcknowledgedFinding } from '#features/regulatory/collects/check/findings.ts'
import { unsettled, type GateAct, type GatePoint } from '#features/regulatory/collects/gate/gate.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

export interface CheckedColeta {
  readonly data: readonly AcknowledgedFinding[]
  /** Holds the next act and its open points; null for people of clients and where no act remains. */
  readonly gate: { readonly act: GateAct; readonly points: readonly GatePoint[] } | null
}

/** What the check says of the coleta as it is saved. */
export function useCheck(uuid: string, version: string | null) {
  const user = useUser()
  return useQuery<CheckedColeta>({
    queryKey: ['collects', 'conferencia', uuid, version],
    // The previous version of the same coleta remains visible while the next one loads.
    placeholderData: (last, query) => (query?.queryKey[2] === uuid ? last : undefined),
    enabled: can(user, 'collects.conferencia'),
    queryFn: ({ signal }) => api.get<CheckedColeta>(`/collects/${uuid}/conferencia`, { signal, quiet: true }),
  })
}

/** What keeps it from being ready: what blocks, and warnings nobody answered for. */
export const unanswered = (found: readonly AcknowledgedFinding[]) =>
  found.filter(({ severity, acknowledged }) => severity === 'impede' || (severity === 'atencao' && !acknowledged))

/** How much is to be settled before the next step: findings and, of the gate, what no finding says. */
export const openCount = ({ data, gate }: CheckedColeta) =>
  unanswered(data).length +
  unsettled(gate?.points ?? []).filter(({ kind }) => kind !== 'conferencia' && kind !== 'comparacao').length
