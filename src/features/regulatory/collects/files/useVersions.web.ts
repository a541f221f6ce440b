import { can } from '#kernel/access.ts'
import { compareVersions, type VersionPair } from '#features/regulatory/collects/files/api.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

/** The versions of a coleta that were sent, and what changed from one to another. */
export function useVersions(uuid: string, rowVersion: string | null, pair: VersionPair = {}) {
  const enabled = can(useUser(), compareVersions.id)
  return useAnswer(compareVersions, { id: uuid, query: { ...pair } }, { enabled, keepsPrevious: true, rowVersion })
}
