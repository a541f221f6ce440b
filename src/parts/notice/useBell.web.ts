import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markNewsRead, markNoticesRead, readBell } from '#parts/notice/api.ts'
import { sendCall } from '#web/call.ts'
import { onSaved } from '#web/liveChanges.ts'

const key = ['informative', 'sino'] as const
const refreshTime = 300_000

/** Reads the content of the bell, and reads it again when a live event reports a change. */
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

/** Marks the given entries as read, or all of them without `uuids`, and reads the bell again. */
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
