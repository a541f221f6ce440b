import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markNewsRead, markNoticesRead, readBell } from '#parts/notice/api.ts'
import { sendCall } from '#web/call.ts'
import { onSaved } from '#web/liveChanges.ts'

const key = ['informative', 'sino'] as const
const refreshTime = 300_000

/** What the bell tells, asked again as it is told live that something of it changed. */
export function useBell(enabled = true) {
  const queries = useQueryClient()
  useEffect(
    () =>
      onSaved(({ resource }) => {
        if (resource !== 'notices' && resource !== 'informative') return
        void queries.invalidateQueries({ queryKey: [resource] })
        if (resource === 'notices') void queries.invalidateQueries({ queryKey: key })
      }),
    [queries],
  )
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => sendCall(readBell, {}, { quiet: true, signal }),
    enabled,
    refetchInterval: refreshTime,
  })
}

/** Marks as read: these, which is done by opening them, or all, which is pressed; and what the bell tells is asked again. */
export function useMarkRead() {
  const queries = useQueryClient()
  return async (what: 'informativos' | 'avisos', uuids?: readonly string[]) => {
    const body = uuids ? { uuids: [...uuids] } : {}
    await sendCall(what === 'avisos' ? markNoticesRead : markNewsRead, { body }, { quiet: uuids !== undefined })
    await Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      what === 'avisos' && queries.invalidateQueries({ queryKey: ['notices'] }),
    ])
  }
}
