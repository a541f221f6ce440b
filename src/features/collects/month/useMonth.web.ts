import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveAnswered } from '#parts/file/answered.web.ts'
import { mayLeave, short, type MonthRow } from '#features/collects/month/month.ts'
import type { Period } from '#features/collects/period.ts'
import { api } from '#web/api.ts'
import { imports } from '#features/imports/imports.ts'
import { exports } from '#features/jobs/jobs.ts'
import { toast } from '#web/ui/toast.tsx'

export interface Refused {
  readonly uuid: string
  readonly name: string
  readonly reasons: readonly string[]
}
interface Answered {
  readonly message: string
  readonly data: { readonly refused: readonly Refused[] }
}

/** The month of everybody, and what is done to many of it at once. What goes wrong is told on top of the page. */
export function useMonth(period: Period) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const board = useQuery({
    queryKey: ['collects', 'quadro', period.year, period.month],
    queryFn: ({ signal }) =>
      api.get<{ data: readonly MonthRow[] }>('/collects/quadro', {
        query: { ...period },
        signal,
        quiet: true,
      }),
  })

  async function run(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch {
      // Told on top of the page.
    } finally {
      await queries.invalidateQueries({ queryKey: ['collects'] })
      setBusy(false)
    }
  }
  const long = { timeout: 120_000 } as const
  return {
    ...board,
    busy,
    refused,
    forget: () => setRefused([]),
    open: () =>
      run(async () => {
        toast((await api.post<{ message: string }>('/collects/abrir-mes', { ...period }, long)).message)
        await queries.invalidateQueries({ queryKey: [imports.path] })
      }),
    /** What it is not done to is told, with the reason. */
    doTo: (uuids: readonly string[], what: 'finalizar-mes' | 'copiar-mes' | 'lembrar') =>
      run(async () => {
        const { message, data } = await api.put<Answered>(`/collects/${what}`, { uuids }, long)
        setRefused(data.refused)
        toast(message)
      }),
    /** Repeats the month before and finishes; a click takes it back. */
    repeat: (uuid: string) =>
      run(async () => {
        await api.put(`/collects/${uuid}/confirmar-sem-mudancas`)
        toast('Confirmada sem mudanças.', {
          undo: () => void run(async () => void (await api.put(`/collects/${uuid}/reabrir`))),
        })
      }),
    files: () =>
      run(async () => {
        if ((board.data?.data ?? []).filter(mayLeave).length > short) {
          const { message } = await api.post<{ message: string }>('/collects/arquivos', { ...period })
          await queries.invalidateQueries({ queryKey: [exports.path] })
          return toast(message, { type: 'info' })
        }
        const answered = await api.file('/collects/arquivos', 'application/zip', {
          query: { ...period },
          ...long,
        })
        saveAnswered(answered, 'coletas.zip')
      }),
  }
}
