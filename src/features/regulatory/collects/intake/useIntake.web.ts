import { useRef, useState } from 'react'
import { previewAccesses, storeAccesses } from '#features/regulatory/collects/intake/api.ts'
import type { AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import {
  noInstructions,
  type Edit,
  type Instructions,
  type Preview,
} from '#features/regulatory/collects/intake/intake.ts'
import { isRecall, keyOfWork, type SavedInstructions } from '#features/regulatory/collects/intake/work.web.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useRenewal } from '#web/call.ts'
import { forgetItem, keep as keepWork, recall } from '#web/storage.ts'

/** Long files take a while to judge. */
const patience = { quiet: true, timeout: 120_000 } as const
export type IntakeStep = 'arquivo' | 'colunas' | 'conferencia'

function formOf(file: File, told: Instructions): FormData {
  const form = new FormData()
  form.append('file', file, file.name)
  form.append('instructions', JSON.stringify(told))
  return form
}

/** Imports a file into a coleta: it is checked again after each correction, and stored by `keep`. */
export function useIntake(uuid: string, version: string | null) {
  const renew = useRenewal(storeAccesses)
  const [file, setFile] = useState<File | null>(null)
  const [told, setTold] = useState<Instructions>(noInstructions)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [step, go] = useState<IntakeStep>('arquivo')
  const [doing, setDoing] = useState<'judging' | 'keeping' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [recovered, setRecovered] = useState(0)
  const asking = useRef<AbortController | null>(null)

  async function ask(given: File, instructions: Instructions): Promise<Preview | null> {
    asking.current?.abort()
    const mine = new AbortController()
    asking.current = mine
    setDoing('judging')
    setError(null)
    try {
      const input = { id: uuid, body: formOf(given, instructions) }
      const { data } = await sendCall(previewAccesses, input, { ...patience, signal: mine.signal })
      if (asking.current !== mine) return data
      const { facts } = data
      // Of a sheet that holds nothing the others are still there to be chosen.
      setPreview(before => ({ ...data, facts: facts ?? before?.facts ?? null }))
      // Later choices concern the sheet that was read, whatever is remembered or forgotten meanwhile.
      if (facts?.kind === 'xlsx') setTold(before => ({ ...before, sheet: facts.sheet }))
      return data
    } catch (caught) {
      // A newer question took its place.
      if (asking.current === mine) setError(reasonOf(caught))
      return null
    } finally {
      if (asking.current === mine) setDoing(null)
    }
  }
  /** Checks a file and restores the unsaved choices made earlier for the same file. */
  async function judge(chosen: File) {
    setFile(chosen)
    setPreview(null)
    setTold(noInstructions)
    setRecovered(0)
    const first = await ask(chosen, noInstructions)
    const work = recall<SavedInstructions>(keyOfWork(uuid), isRecall)
    if (!first || work?.mark !== first.mark) return begin(first)
    setTold(work.told)
    setRecovered(work.told.edits.length + work.told.safe.length + Object.keys(work.told.answers).length)
    begin(await ask(chosen, work.told))
  }
  /** Where to go on from. */
  function begin(read: Preview | null) {
    if (!read || read.fatal) return
    go(read.columns && (!read.columns.confirmed || read.columns.missing.length) ? 'colunas' : 'conferencia')
  }
  async function tell(change: Partial<Instructions>) {
    if (!file || !preview) return null
    const next = { ...told, ...change }
    setTold(next)
    keepWork(keyOfWork(uuid), { mark: preview.mark, told: next })
    return ask(file, next)
  }
  /** Reads another sheet of a workbook, without any choices yet. */
  const readSheet = async (sheet: string) => begin(await tell({ ...noInstructions, sheet }))
  const edit = (given: Edit) =>
    tell({
      edits: [...told.edits.filter(({ line, column }) => line !== given.line || column !== given.column), given],
    })
  /** A unit that is chosen among the columns takes the place of the one that was answered. */
  const map = (mapping: AccessMapping | null) => {
    const { unidade, ...answers } = told.answers
    const changed = mapping?.kbps !== preview?.columns?.mapping.kbps
    return tell({ mapping, answers: changed || unidade === undefined ? answers : told.answers })
  }
  const answer = (key: string, value: string) => tell({ answers: { ...told.answers, [key]: value } })
  const cure = (rule: string) => tell({ safe: [...new Set([...told.safe, rule])] })
  const undo = () => tell({ edits: [], safe: [], answers: {} })

  /** Returns the server's message, or null if refused. */
  async function keep(skipRefused: boolean): Promise<string | null> {
    if (!file) return null
    const query = skipRefused ? ({ refused: 'skip' } as const) : {}
    setDoing('keeping')
    setError(null)
    try {
      const input = { id: uuid, query, body: formOf(file, told) }
      const { message } = await sendCall(storeAccesses, input, { ...patience, version })
      forgetItem(keyOfWork(uuid))
      await renew()
      return message
    } catch (caught) {
      setError(reasonOf(caught))
      return null
    } finally {
      setDoing(null)
    }
  }
  const again = () => {
    asking.current?.abort()
    setFile(null)
    setPreview(null)
    setError(null)
    go('arquivo')
  }
  const retry = () => file && void ask(file, told)
  return {
    file,
    preview,
    told,
    step,
    go,
    doing,
    error,
    recovered,
    judge,
    tell,
    readSheet,
    edit,
    map,
    cure,
    answer,
    undo,
    keep,
    again,
    retry,
  }
}
export type CollectIntake = ReturnType<typeof useIntake>
