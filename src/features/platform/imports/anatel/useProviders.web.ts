import { useState } from 'react'
import {
  adoptProviders,
  fetchAnatelFile,
  readAnatelFile,
  searchProviders,
  sendAnatelFile,
  type ProviderSearch,
} from '#features/platform/imports/anatel/api.ts'
import type { AnswerOf } from '#kernel/call.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { toast } from '#web/ui/toast.tsx'

type Adopted = AnswerOf<typeof adoptProviders>['data']

/** Anatel's providers that are in nobody's books yet, and what is done with them. */
export function useProviders(asked: ProviderSearch) {
  const renew = useRenewal(adoptProviders)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Adopted['refused']>([])
  const standing = useAnswer(readAnatelFile, {})
  const found = useAnswer(searchProviders, { query: asked }, { enabled: !!standing.data?.data, keepsPrevious: true })
  async function attempt<T>(call: () => Promise<T>): Promise<T | null> {
    setBusy(true)
    setError(null)
    try {
      return await call()
    } catch (caught) {
      setError(reasonOf(caught))
      return null
    } finally {
      setBusy(false)
    }
  }
  /** Answers the uuid of the import it became. */
  const send = async (file: File) => {
    const type = /\.zip$/i.test(file.name) ? 'application/zip' : 'application/vnd.anatel.csv'
    const input = { query: { name: file.name }, body: new Blob([file], { type }) }
    const sent = await attempt(() => sendCall(sendAnatelFile, input, { quiet: true, timeout: 600_000 }))
    return sent?.data.uuid
  }
  const fetchIt = async () => (await attempt(() => sendCall(fetchAnatelFile, {}, { quiet: true })))?.data.uuid
  const adopt = async (documents: readonly string[]) => {
    const done = await attempt(() => sendCall(adoptProviders, { body: { documents: [...documents] } }, { quiet: true }))
    if (!done) return false
    setRefused(done.data.refused)
    toast(done.message)
    await renew()
    return true
  }
  return { standing, found, error, busy, refused, send, fetchIt, adopt }
}
