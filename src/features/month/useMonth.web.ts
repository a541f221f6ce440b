import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveAnswered } from '#parts/file/answered.web.ts'
import { mayBeSent, short, type BoardBeginning, type MonthRow } from '#features/month/month.ts'
import { monthOpenings } from '#features/month/openings.ts'
import type { Period } from '#parts/period/period.ts'
import type { Step } from '#features/collects/coleta/steps.ts'
import { can } from '#kernel/access.ts'
import { useUser } from '#web/session/store.ts'
import { api } from '#web/api.ts'
import { exports } from '#features/jobs/jobs.ts'
import { toast } from '#web/ui/toast.tsx'

/** The month of everybody; where nobody owes it, when it begins. */
export interface MonthBoard {
  readonly data: readonly MonthRow[]
  readonly begins: BoardBeginning | null
}
export interface RefusedRow {
  readonly uuid: string
  readonly name: string
  readonly reasons: readonly string[]
}
interface MonthAnswer {
  readonly message: string
  readonly data: { readonly refused: readonly RefusedRow[] }
}
/** What was finished of those asked for, or would be. */
export interface Finished extends MonthAnswer {
  readonly data: MonthAnswer['data'] & {
    readonly finished: number
    readonly done: readonly { readonly uuid: string; readonly version: number; readonly step: Step }[]
    readonly awaiting: readonly { readonly uuid: string; readonly name: string }[]
  }
}
/** What was said to have gone of those asked for, or would be. */
export interface SentMonth extends MonthAnswer {
  readonly data: MonthAnswer['data'] & {
    readonly sent: number
    readonly done: readonly { readonly uuid: string; readonly version: number }[]
  }
}
/** Milliseconds: many were finished at once, and it takes a look to see that it was a mistake. */
const undoTime = 20_000

/** The month of everybody, and what is done to many of it at once. What goes wrong is told on top of the page. */
export function useMonth(period: Period) {
  const queries = useQueryClient()
  const user = useUser()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedRow[]>([])
  const board = useQuery({
    queryKey: ['collects', 'quadro', period.year, period.month],
    queryFn: ({ signal }) =>
      api.get<MonthBoard>('/collects/quadro', {
        query: { ...period },
        signal,
        quiet: true,
      }),
  })

  async function run(work: () => Promise<unknown>) {
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
        await queries.invalidateQueries({ queryKey: [monthOpenings.path] })
      }),
    /** What it is not done to is told, with the reason. */
    doTo: (uuids: readonly string[], what: 'copiar-mes' | 'lembrar') =>
      run(async () => {
        const { message, data } = await api.put<MonthAnswer>(`/collects/${what}`, { uuids }, long)
        setRefused(data.refused)
        toast(message)
      }),
    /** Finishes those that pass; whoever finished them takes back just those. `name`: of the only one. */
    finish: (uuids: readonly string[], awaiting: boolean, name?: string) =>
      run(async () => {
        const { message, data } = await api.put<Finished>('/collects/finalizar-mes', { uuids, awaiting }, long)
        const waits = data.awaiting.map(each => ({ ...each, reasons: ['Aguarda o cliente.'] }))
        setRefused([...data.refused, ...waits])
        if (!data.finished) return name === undefined && toast(message, { type: 'info' })
        const undo = () =>
          void run(async () => {
            const back = await api.put<MonthAnswer>('/collects/desfazer-mes', { collects: data.done }, long)
            setRefused(back.data.refused)
            toast(back.message)
          })
        toast(name === undefined ? message : `${name}: finalizada.`, {
          ...(can(user, 'collects.desfazer-mes') && { undo, time: undoTime }),
        })
      }),
    /** Says that those went to Anatel which may; whoever said so takes back just those. */
    send: (uuids: readonly string[]) =>
      run(async () => {
        const { message, data } = await api.put<SentMonth>('/collects/enviar-mes', { uuids }, long)
        setRefused(data.refused)
        if (!data.sent) return toast(message, { type: 'info' })
        const undo = () =>
          void run(async () => {
            const back = await api.put<MonthAnswer>('/collects/desfazer-envio-mes', { collects: data.done }, long)
            setRefused(back.data.refused)
            toast(back.message)
          })
        toast(message, { ...(can(user, 'collects.desfazer-envio-mes') && { undo, time: undoTime }) })
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
        if ((board.data?.data ?? []).filter(mayBeSent).length > short) {
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
