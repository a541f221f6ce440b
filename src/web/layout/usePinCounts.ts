import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isStaff } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { answerOptions } from '#web/call.ts'
import { declarationAt } from '#web/kinds/targets.ts'
import { pinCountTime, pinCountWait } from '#web/constants.ts'
import type { PinnedView } from '#web/layout/pins.ts'
import { onSaved } from '#web/liveChanges.ts'
import { queryClient } from '#web/query.ts'
import { firstShown } from '#web/route/state.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { useStore } from '#web/store.ts'
import { fromSearch } from '#web/table/address.ts'

const isCount = (input: unknown) => isRecord(input) && isRecord(input.query) && input.query.per_page === '1'

/** Counts the pinned views of a list again, once for all that was saved in it meanwhile. */
function useRecount() {
  useEffect(() => {
    const saved = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    const recount = () => {
      timer = null
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [section, , input] }) => saved.has(String(section)) && isCount(input),
      })
      saved.clear()
    }
    const deaf = onSaved(({ resource }) => {
      saved.add(resource)
      timer ??= setTimeout(recount, pinCountWait)
    })
    return () => {
      deaf()
      if (timer) clearTimeout(timer)
    }
  }, [])
}

/** How many rows each pinned view has, as its list says: undefined while it is not known. */
export function usePinCounts(views: readonly PinnedView[]): readonly (number | undefined)[] {
  const shown = useStore(firstShown)
  const outside = !isStaff(useUser())
  useRecount()
  const answers = useQueries({
    queries: views.map(({ list, search }) => {
      const resource = declarationAt(list)
      if (!resource)
        return { queryKey: [list, 'no list'], queryFn: () => Promise.resolve({ total: 0 }), enabled: false }
      const query = { ...fromSearch(resource, search, outside), page: '1', per_page: '1', columns: 'id' }
      return answerOptions(callsOf(resource).list, { query }, { enabled: shown, staleTime: pinCountTime })
    }),
  })
  return answers.map(({ data }) => data?.total)
}
