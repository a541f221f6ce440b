import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '#web/live.ts'
import { useStore } from '#web/store.ts'

/** These are milliseconds between reads: slow with a live connection, for changes of other processes, and fast without. */
const calm = 15_000
const keen = 3_000

/** Reads the section again now and then while something of it goes on. */
export function useFollowed(resource: string, isGoing: boolean) {
  const queries = useQueryClient()
  const told = useStore(live)
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: [resource] }), told ? calm : keen)
    return () => clearInterval(timer)
  }, [queries, resource, isGoing, told])
}
