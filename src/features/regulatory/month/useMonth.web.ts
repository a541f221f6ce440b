import { useState } from 'react'
import { undoTime, useSteps } from '#features/regulatory/collects/gate/useSteps.web.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { useGate } from '#features/regulatory/collects/gate/useGate.web.ts'
import { saveAnswered } from '#parts/file/answered.web.ts'
import type { OpenedRow } from '#features/regulatory/month/closing.ts'
import {
  copyPrevious,
  downloadMonthFiles,
  finishColetas,
  openColetas,
  readMonthBoard,
  recordSent,
  remindClients,
  requestMonthFiles,
  undoCopies,
  undoFinishing,
  undoSent,
  type FinishedColeta,
  type LeftColeta,
  type RecordedColeta,
} from '#features/regulatory/month/api.ts'
import { mayBeSent, waitingLimit } from '#features/regulatory/month/month.ts'
import type { Period } from '#parts/period/period.ts'
import { can } from '#kernel/access.ts'
import type { AnswerOf } from '#kernel/call.ts'
import { useUser } from '#web/session/store.ts'
import { api } from '#web/api.ts'
import { callPath, sendCall, useAnswer, useCall, useRenewal } from '#web/call.ts'
import { toast } from '#web/ui/toast.tsx'

/** What is done to the chosen, or would be: those it is done to, those that want a reason, and those left as they are. */
export type GatedColetas = Omit<AnswerOf<typeof recordSent>['data'], 'sent'>
interface GatedAnswer<Row> {
  readonly message: string
  readonly data: Pick<GatedColetas, 'asks' | 'refused'> & { readonly done: readonly Row[] }
}
interface UndoneAnswer {
  readonly message: string
  readonly data: Pick<GatedColetas, 'refused'>
}
/** Those that pass and, with why all the same, those that want a reason. */
export interface GateChoice {
  readonly pass: readonly string[]
  readonly asked: readonly string[]
  readonly reason: string
}

const finishedCount = (n: number) => `${plural(n, 'coleta finalizada', 'coletas finalizadas')}.`
const sentCount = (n: number) =>
  `${plural(n, 'coleta registrada como enviada', 'coletas registradas como enviadas')}, com o arquivo guardado.`
const versionOf = ({ uuid, version }: Pick<RecordedColeta, 'uuid' | 'version'>) => ({ uuid, version })
/** What undoing takes of a finished coleta: only what was still filled in was finished. */
const reopenedTo = ({ uuid, version, step }: FinishedColeta) =>
  step === 'em-aberto' || step === 'aguardando-cliente' || step === 'em-conferencia' ? [{ uuid, version, step }] : []
const longWait = { timeout: 120_000 } as const

/** Loads everyone's month and acts on many coletas at once. The top of the page shows errors. */
export function useMonth(period: Period) {
  const renew = useRenewal(finishColetas)
  const opening = useCall(openColetas)
  const zipping = useCall(requestMonthFiles)
  const user = useUser()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly LeftColeta[]>([])
  const { question, through } = useGate()
  const { take } = useSteps(through)
  const board = useAnswer(readMonthBoard, { query: { ...period } })

  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    // What was refused of the act before is no news of this one.
    setRefused([])
    try {
      await work()
    } catch {
      // A failed call is shown by the page above its areas, so nothing is done here.
    } finally {
      await renew()
      setBusy(false)
    }
  }
  const undoing = (permission: string, undo: () => Promise<UndoneAnswer>) =>
    can(user, permission)
      ? () =>
          void run(async () => {
            const { message, data } = await undo()
            setRefused(data.refused)
            toast(message)
          })
      : undefined
  const tellDone = (message: string, n: number, undo: (() => void) | undefined) =>
    toast(message, n === 0 ? { type: 'info' } : undo ? { undo, time: undoTime } : {})
  /** Those with a reason in a call of their own: it is written of no other. */
  async function gated<Row>(
    { pass, asked, reason }: GateChoice,
    act: (uuids: readonly string[], more: { readonly reason?: string }) => Promise<GatedAnswer<Row>>,
    said: (n: number) => string,
    undoOf: (done: readonly Row[]) => (() => void) | undefined,
  ) {
    const answers: GatedAnswer<Row>[] = []
    try {
      for (const [uuids, more] of [[pass, {}] as const, [asked, { reason }] as const])
        if (uuids.length) answers.push(await act(uuids, more))
    } finally {
      // If the second call fails, the result of the first is still shown, with its way back.
      const all = answers.map(({ data }) => data)
      setRefused([...all.flatMap(({ refused: left }) => left), ...all.flatMap(({ asks }) => asks)])
      const done = all.flatMap(each => each.done)
      const message = answers.length === 1 ? (answers[0]?.message ?? '') : said(done.length)
      if (answers.length) tellDone(message, done.length, undoOf(done))
    }
  }
  return {
    ...board,
    /** What the gate asks of one coleta. */
    question,
    busy,
    refused,
    forget: () => setRefused([]),
    open: () => run(async () => toast((await opening.send({ body: { ...period } }, longWait)).message)),
    /** Asks clients by mail; the answer lists those left out, with the reason. */
    remind: (uuids: readonly string[]) =>
      run(async () => {
        const { message, data } = await sendCall(remindClients, { body: { uuids: [...uuids] } }, longWait)
        setRefused(data.refused)
        toast(message)
      }),
    copy: (uuids: readonly string[]) =>
      run(async () => {
        const { message, data } = await sendCall(copyPrevious, { body: { uuids: [...uuids] } }, longWait)
        setRefused(data.refused)
        const undo = () => sendCall(undoCopies, { body: { collects: data.done.map(versionOf) } }, longWait)
        tellDone(message, data.done.length, undoing(undoCopies.id, undo))
      }),
    /** Finishes those that pass, and those with a reason; the person who finished them can undo just those. */
    finish: (choice: GateChoice) =>
      run(() =>
        gated(
          choice,
          (uuids, more) => sendCall(finishColetas, { body: { uuids: [...uuids] } }, { ...longWait, ...more }),
          finishedCount,
          done =>
            undoing(undoFinishing.id, () =>
              sendCall(undoFinishing, { body: { collects: done.flatMap(reopenedTo) } }, longWait),
            ),
        ),
      ),
    /** Records that those which may went to Anatel; the person who did so can undo just those. */
    send: (choice: GateChoice) =>
      run(() =>
        gated(
          choice,
          (uuids, more) => sendCall(recordSent, { body: { uuids: [...uuids] } }, { ...longWait, ...more }),
          sentCount,
          done => undoing(undoSent.id, () => sendCall(undoSent, { body: { collects: done.map(versionOf) } }, longWait)),
        ),
      ),
    /** One coleta, through the gate; answers whether it was done. */
    step: async ({ client, collect }: OpenedRow, name: 'finalizar' | 'confirmar-sem-mudancas', said: string) => {
      let done = false
      await run(async () => void (done = await take({ uuid: collect.uuid, client: client.name }, name, said)))
      return done
    },
    files: () =>
      run(async () => {
        if ((board.data?.data ?? []).filter(mayBeSent).length > waitingLimit) {
          const { message } = await zipping.send({ body: { ...period } })
          return toast(message, { type: 'info' })
        }
        const answered = await api.file(callPath(downloadMonthFiles, { query: { ...period } }), 'application/zip', {
          query: { ...period },
          ...longWait,
        })
        saveAnswered(answered, 'coletas.zip')
      }),
  }
}
