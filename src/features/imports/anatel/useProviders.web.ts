import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

export interface AnatelProvider {
  readonly document: string
  readonly name: string
  readonly fantasy_name: string | null
  readonly entity: string | null
  readonly city: string | null
  readonly uf: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly services: readonly string[]
}
export interface ProviderSearch {
  readonly search: string
  readonly uf: string
  readonly city: string
  readonly service: string
  readonly entity: string
  readonly page: number
}
interface ProvidersStanding {
  readonly data: { readonly current_at: string; readonly providers: number } | null
  readonly fetches: boolean
  readonly services: readonly { readonly code: string; readonly name: string | null }[]
}
interface ProvidersAnswer {
  readonly data: readonly AnatelProvider[]
  readonly total: number
  readonly page: number
  readonly size: number
}
interface Adopted {
  readonly message: string
  readonly data: {
    readonly created: number
    readonly known: number
    readonly refused: readonly { readonly name: string; readonly why: string }[]
  }
}

/** Anatel's providers that are in nobody's books yet, and what is done with them. */
export function useProviders(asked: ProviderSearch) {
  const queries = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Adopted['data']['refused']>([])
  const standing = useQuery({
    queryKey: ['anatel', 'situacao'],
    queryFn: ({ signal }) => api.get<ProvidersStanding>('/anatel/situacao', { signal, quiet: true }),
  })
  const found = useQuery({
    queryKey: ['anatel', 'prestadoras', asked],
    enabled: !!standing.data?.data,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<ProvidersAnswer>('/anatel/prestadoras', { query: { ...asked }, signal, quiet: true }),
  })
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
    const options = { query: { name: file.name }, quiet: true, timeout: 600_000 } as const
    const sent = await attempt(() =>
      api.post<{ data: { uuid: string } }>('/anatel/arquivo', new Blob([file], { type }), options),
    )
    return sent?.data.uuid
  }
  const fetchIt = async () =>
    (await attempt(() => api.post<{ data: { uuid: string } }>('/anatel/buscar', {}, { quiet: true })))?.data.uuid
  const adopt = async (documents: readonly string[]) => {
    const done = await attempt(() => api.post<Adopted>('/anatel/prospectos', { documents }, { quiet: true }))
    if (!done) return false
    setRefused(done.data.refused)
    toast(done.message)
    await queries.invalidateQueries({ queryKey: ['anatel'] })
    await queries.invalidateQueries({ queryKey: ['prospectos'] })
    return true
  }
  return { standing, found, error, busy, refused, send, fetchIt, adopt }
}
