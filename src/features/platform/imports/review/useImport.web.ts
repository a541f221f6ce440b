import { useState } from 'react'
import { sentMapping, withTranslation, type Mapping, type Translation } from '#features/regulatory/intake/mapping.ts'
import {
  cancelImport,
  correctCells,
  type downloadImported,
  type downloadRefused,
  prepareImport,
  reviewImport,
  undoImport,
  writeImport,
  type CorrectedCells,
  type PreparedImport,
  type RowsLook,
} from '#features/platform/imports/section/api.ts'
import type { Import } from '#features/platform/imports/section/imports.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { callPath, sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { saveFile } from '#web/files.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

interface ActOptions {
  /** Shows on top of the page what was done. */
  readonly tell?: boolean
}
type ImportChoices = Omit<PreparedImport, 'mapping'> & { readonly mapping: Mapping }
const quiet = { quiet: true } as const

/** An import and its rows, followed while it goes on, and what is done to it. */
export function useImport(row: Import, look: RowsLook) {
  const renew = useRenewal(reviewImport)
  const [doing, setDoing] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const going = isGoing(row)
  const run = useRun(row)
  // The row shows the progress. Each run has a review of its own; until it arrives, the one before remains.
  const input = { id: row.uuid, query: look }
  const { data, isPlaceholderData } = useAnswer(reviewImport, input, { keepsPrevious: true, rowVersion: run })
  const [reviewedRun, setReviewedRun] = useState<number | null>(null)
  if (data && !isPlaceholderData && reviewedRun !== run) setReviewedRun(run)
  useFollowed('imports', going)

  /** Answers whether it was done. */
  async function act(verb: string, send: () => Promise<{ readonly message: string }>, { tell = false }: ActOptions) {
    setDoing(verb)
    setError(null)
    try {
      const { message } = await send()
      if (tell) toast(message)
      announce(message)
      return true
    } catch (caught) {
      setError(reasonOf(caught))
      return false
    } finally {
      await renew()
      setDoing(null)
    }
  }
  const id = row.uuid
  function prepare({ mapping, ...choices }: ImportChoices, options: ActOptions = {}) {
    const body = { ...choices, mapping: sentMapping(mapping) }
    return act('preparar', () => sendCall(prepareImport, { id, body }, quiet), options)
  }
  const correct = (body: CorrectedCells, options: ActOptions = {}) =>
    act('corrigir', () => sendCall(correctCells, { id, body }, quiet), options)
  const write = (whole: boolean) => act('importar', () => sendCall(writeImport, { id, body: { whole } }, quiet), {})
  const cancel = (options: ActOptions = {}) =>
    act('cancelar', () => sendCall(cancelImport, { id, body: {} }, quiet), options)
  const undo = () => act('desfazer', () => sendCall(undoImport, { id, body: {} }, quiet), {})
  /** Says what a value of the file means, in this file and the next. */
  const say = (mapping: Mapping, said: Translation) =>
    prepare({ mapping: withTranslation(mapping, said), mode: row.mode, match_by: row.match_by ?? '' }, { tell: true })
  async function download(call: typeof downloadImported | typeof downloadRefused, name: string) {
    setError(null)
    try {
      saveFile(await api.blob(callPath(call, { id }), undefined, { quiet: true, timeout: 120_000 }), name)
    } catch (caught) {
      setError(reasonOf(caught))
    }
  }
  const review = data?.data
  // Results of an earlier run, or of a reread, do not describe this run.
  const step = review && reviewedRun === run ? review.step : null
  return { review, step, going, doing, error, prepare, correct, write, cancel, undo, say, download }
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
