import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preview } from '#features/collects/preview.ts'
import { fieldErrorsOf, flatten, messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'

/** Long files take a while to judge. */
const patience = { quiet: true, timeout: 120_000 } as const
const asCsv = (file: File) => new Blob([file], { type: 'text/csv' })
const said = (error: unknown) => flatten(fieldErrorsOf(error)).join(' ') || messageOf(error)

/** A file on its way into a coleta: judged first, kept only when told to. */
export function useUpload(uuid: string, version: string | null) {
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [doing, setDoing] = useState<'judging' | 'keeping' | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function attempt<T>(what: typeof doing, call: () => Promise<T>): Promise<T | null> {
    setDoing(what)
    setError(null)
    try {
      return await call()
    } catch (caught) {
      setError(said(caught))
      return null
    } finally {
      setDoing(null)
    }
  }
  async function judge(chosen: File) {
    setFile(chosen)
    setPreview(null)
    const answer = await attempt('judging', () =>
      api.post<{ data: Preview }>(`/collects/${uuid}/preview`, asCsv(chosen), patience),
    )
    setPreview(answer?.data ?? null)
  }
  /** Answers what the server said, or null when it refused. */
  async function keep(skipRefused: boolean): Promise<string | null> {
    if (!file) return null
    const query = skipRefused ? { refused: 'skip' } : {}
    const answer = await attempt('keeping', () =>
      api.post<{ message: string }>(`/collects/${uuid}/upload`, asCsv(file), { ...patience, query, version }),
    )
    if (answer) await queries.invalidateQueries({ queryKey: ['collects'] })
    return answer?.message ?? null
  }
  const again = () => {
    setFile(null)
    setPreview(null)
    setError(null)
  }
  return { file, preview, doing, error, judge, keep, again }
}
