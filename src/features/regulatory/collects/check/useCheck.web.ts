import { partialMatchKey, useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import { checkCollect, type AcknowledgedFinding, type CheckedColeta } from '#features/regulatory/collects/check/api.ts'
import { unsettled } from '#features/regulatory/collects/gate/gate.ts'
import { answerOptions, queryKeyOf } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

/** What the check says of the coleta as it is saved. */
export function useCheck(uuid: string, rowVersion: string | null) {
  const input = { id: uuid }
  const enabled = can(useUser(), checkCollect.id)
  return useQuery({
    ...answerOptions(checkCollect, input, { enabled, rowVersion }),
    // The previous version of the same coleta remains visible while the next one loads.
    placeholderData: (last: CheckedColeta | undefined, query) =>
      query && partialMatchKey(query.queryKey, queryKeyOf(checkCollect, input)) ? last : undefined,
  })
}

/** What keeps it from being ready: what blocks, and warnings nobody answered for. */
export const unanswered = (found: readonly AcknowledgedFinding[]) =>
  found.filter(({ severity, acknowledged }) => severity === 'impede' || (severity === 'atencao' && !acknowledged))

/** How much is to be settled before the next step: findings and, of the gate, what no finding says. */
export const openCount = ({ data, gate }: CheckedColeta) =>
  unanswered(data).length +
  unsettled(gate?.points ?? []).filter(({ kind }) => kind !== 'conferencia' && kind !== 'comparacao').length
