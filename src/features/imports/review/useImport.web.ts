import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { withTranslation, type Mapping, type Translation } from '#features/intake/mapping.ts'
import type { Import } from '#features/imports/section/imports.ts'
import { isGoing } from '#parts/progress/progress.ts'
import type { RowsLook, Review } from '#features/imports/review/review.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/files.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

/** An import and its rows, followed while it goes on, and what is done to it. */
export function useImport(row: Import, look: RowsLook) {
  const queries = useQueryClient()
  const [doing, setDoing] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const going = isGoing(row)
  const run = useRun(row)
  const { data } = useQuery({
    queryKey: ['imports', 'conferencia', row.uuid, look],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...look }
      const { data } = await api.get<{ data: Review }>(`/imports/${row.uuid}/conferencia`, {
        query,
        signal,
        quiet: true,
      })
      return { review: data, run }
    },
  })
  useFollowed('imports', going)
  // The row tells how far it is. With another run there is more to see.
  useEffect(() => void queries.invalidateQueries({ queryKey: ['imports', 'conferencia'] }), [run, queries])

  /** Answers whether it was done. */
  async function act(verb: string, body: object = {}, { tell = false } = {}): Promise<boolean> {
    setDoing(verb)
    setError(null)
    try {
      const { message } = await api.put<{ message: string }>(`/imports/${row.uuid}/${verb}`, body, { quiet: true })
      if (tell) toast(message)
      announce(message)
      return true
    } catch (caught) {
      setError(reasonOf(caught))
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: ['imports'] })
      setDoing(null)
    }
  }
  /** Says what a value of the file means, in this file and the next. */
  const say = (mapping: Mapping, said: Translation) => {
    const body = { mapping: withTranslation(mapping, said), mode: row.mode, match_by: row.match_by ?? '' }
    return act('preparar', body, { tell: true })
  }
  async function download(what: 'arquivo' | 'recusadas', name: string) {
    setError(null)
    try {
      saveFile(await api.blob(`/imports/${row.uuid}/${what}`, undefined, { quiet: true, timeout: 120_000 }), name)
    } catch (caught) {
      setError(reasonOf(caught))
    }
  }
  // What was read in an earlier run, or is being read again, does not tell what is done in this one.
  const step = data?.run === run ? data.review.step : null
  return { review: data?.review, step, going, doing, error, act, say, download }
}

/** A number that changes with the row's state, and where less is done than before: there another step begins. */
function useRun({ state, rows_done }: Import): number {
  const done = rows_done ?? 0
  const [last, setLast] = useState(() => ({ state, done, run: performance.now() }))
  if (state !== last.state || done < last.done) setLast({ state, done, run: last.run + 1 })
  else if (done > last.done) setLast({ ...last, done })
  return last.run
}
export type Importing = ReturnType<typeof useImport>
