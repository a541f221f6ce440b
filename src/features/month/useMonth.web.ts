import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { undoTime, useSteps } from '#features/collects/gate/useSteps.web.ts'
import { plural } from '#features/collects/coleta/said.ts'
import { useGate } from '#features/collects/gate/useGate.web.ts'
import { saveAnswered } from '#parts/file/answered.web.ts'
import type { OpenedRow } from '#features/month/closing.ts'
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
/** How a coleta was left, and where it was before, which undoing needs. */
interface LeftAs {
  readonly uuid: string
  readonly version: number
  readonly step?: Step
}
/** Lists what was or would be done: each coleta as left, and the source month of a copy. */
export interface GatedMonth extends MonthAnswer {
  readonly data: MonthAnswer['data'] & {
    readonly done: readonly (LeftAs & { readonly copy: string | null })[]
    /** They want a reason. */
    readonly asks: readonly RefusedRow[]
  }
}
/** Lists what was or would be copied. */
export interface CopiedMonth extends MonthAnswer {
  readonly data: MonthAnswer['data'] & {
    readonly done: readonly (LeftAs & {
      readonly name: string
      readonly accesses: number
      readonly zeroed: boolean
    })[]
  }
}
/** Those that pass and, with why all the same, those that want a reason. */
export interface GateChoice {
  readonly pass: readonly string[]
  readonly asked: readonly string[]
  readonly reason: string
}

const saidDone = {
  'finalizar-mes': (n: number) => `${plural(n, 'coleta finalizada', 'coletas finalizadas')}.`,
  'enviar-mes': (n: number) =>
    `${plural(n, 'coleta registrada como enviada', 'coletas registradas como enviadas')}, com o arquivo guardado.`,
} as const
const leftAs = ({ uuid, version, step }: LeftAs) => ({ uuid, version, ...(step && { step }) })

/** Loads everyone's month and acts on many coletas at once. The top of the page shows errors. */
export function useMonth(period: Period) {
  const queries = useQueryClient()
  const user = useUser()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedRow[]>([])
  const { question, through } = useGate()
  const { take } = useSteps(through)
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
    // What was refused of the act before is no news of this one.
    setRefused([])
    try {
      await work()
    } catch {
      // The page shows errors.
    } finally {
      await queries.invalidateQueries({ queryKey: ['collects'] })
      setBusy(false)
    }
  }
  const long = { timeout: 120_000 } as const
  const undoing = (name: string, left: readonly object[]) =>
    can(user, `collects.${name}`)
      ? () =>
          void run(async () => {
            const back = await api.put<MonthAnswer>(`/collects/${name}`, { collects: left }, long)
            setRefused(back.data.refused)
            toast(back.message)
          })
      : undefined
  const tellDone = (message: string, n: number, undo: (() => void) | undefined) =>
    toast(message, n === 0 ? { type: 'info' } : undo ? { undo, time: undoTime } : {})
  /** Those with a reason in a call of their own: it is written of no other. */
  async function gated(name: 'finalizar-mes' | 'enviar-mes', back: string, { pass, asked, reason }: GateChoice) {
    const answers: GatedMonth[] = []
    const of = <T>(pick: (data: GatedMonth['data']) => readonly T[]) => answers.flatMap(({ data }) => pick(data))
    try {
      for (const [uuids, more] of [[pass, {}] as const, [asked, { reason }] as const])
        if (uuids.length) answers.push(await api.put<GatedMonth>(`/collects/${name}`, { uuids }, { ...long, ...more }))
    } finally {
      // What the first call did stays done, whatever became of the second.
      setRefused([...of(({ refused }) => refused), ...of(({ asks }) => asks)])
      const left = of(({ done }) => done).map(leftAs)
      const said = answers.length === 1 ? (answers[0]?.message ?? '') : saidDone[name](left.length)
      if (answers.length) tellDone(said, left.length, undoing(back, left))
    }
  }
  return {
    ...board,
    /** What the gate asks of one coleta. */
    question,
    busy,
    refused,
    forget: () => setRefused([]),
    open: () =>
      run(async () => {
        toast((await api.post<{ message: string }>('/collects/abrir-mes', { ...period }, long)).message)
        await queries.invalidateQueries({ queryKey: [monthOpenings.path] })
      }),
    /** Asks clients by mail; the answer lists those left out, with the reason. */
    remind: (uuids: readonly string[]) =>
      run(async () => {
        const { message, data } = await api.put<MonthAnswer>('/collects/lembrar', { uuids }, long)
        setRefused(data.refused)
        toast(message)
      }),
    copy: (uuids: readonly string[]) =>
      run(async () => {
        const { message, data } = await api.put<CopiedMonth>('/collects/copiar-mes', { uuids }, long)
        setRefused(data.refused)
        tellDone(message, data.done.length, undoing('desfazer-copia-mes', data.done.map(leftAs)))
      }),
    /** Finishes those that pass, and those with a reason; the person who finished them can undo just those. */
    finish: (choice: GateChoice) => run(() => gated('finalizar-mes', 'desfazer-mes', choice)),
    /** Records that those which may went to Anatel; the person who did so can undo just those. */
    send: (choice: GateChoice) => run(() => gated('enviar-mes', 'desfazer-envio-mes', choice)),
    /** One coleta, through the gate; answers whether it was done. */
    step: async ({ client, collect }: OpenedRow, name: 'finalizar' | 'confirmar-sem-mudancas', said: string) => {
      let done = false
      await run(async () => void (done = await take({ uuid: collect.uuid, client: client.name }, name, said)))
      return done
    },
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
