import { useState } from 'react'
import { isStaff } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { Field } from '#kernel/field.ts'
import { fieldsForMany } from '#kernel/many.ts'
import type { FieldErrors } from '#kernel/problem.ts'
import { keyOf } from '#kernel/resource.ts'
import { previewBulkChange, startBulkAct, type ChangePreview } from '#features/platform/bulk/api.ts'
import { recountIn, recountInWords, showActResult } from '#features/platform/bulk/ask.web.ts'
import { fieldErrorsOf, reasonOf } from '#web/api-error.ts'
import { renewAfter, sendCall } from '#web/call.ts'
import type { Values } from '#web/form/draft.ts'
import { queryClient } from '#web/query.ts'
import { useUser } from '#web/session/store.ts'
import type { ChangedRows } from '#web/table/desk.ts'
import { announce } from '#web/ui/live.tsx'

/** What is done to a field in all of the rows; what is not named here stays. */
export type FieldTurn = 'definir' | 'limpar' | 'sim' | 'nao'
type FieldTurns = Readonly<Record<string, FieldTurn>>
type SettableFields = ReturnType<typeof fieldsForMany>['settable']

/** Milliseconds: a list may have a hundred thousand rows. */
const longest = 120_000
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

/** What is done to each field, and the values that were typed. */
function useFieldTurns(settable: SettableFields) {
  const [turns, setTurns] = useState<FieldTurns>({})
  const [values, setValues] = useState<Values>({})
  const keys = settable.map(([name, field]) => [name, keyOf(name, field)] as const)
  return {
    turns,
    values,
    turn: (name: string, to: FieldTurn | null) => {
      const { [name]: _, ...others } = turns
      setTurns(to === null ? others : { ...others, [name]: to })
    },
    set: (key: string, value: unknown) => setValues({ ...values, [key]: value }),
    draft: draftFrom(settable, turns, values),
    /** Fields that are to have a value, and have none yet. */
    lacking: keys.flatMap(([name, key]) => (turns[name] === 'definir' && isEmpty(values[key]) ? [key] : [])),
  }
}

/** The state of the dialog: which fields become what, what the server says of it, and what was refused. */
export function useChangeOfFields({ resource, search, total, go, onClose, onDone }: ChangedRows) {
  const { settable, ofOneRow } = fieldsForMany(resource, !isStaff(useUser()))
  const fields = useFieldTurns(settable)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, refuse] = useState<string | null>(null)
  const [preview, show] = useState<ChangePreview | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const rows = { resource: resource.path, query: new URLSearchParams(Object.entries(search)).toString() }
  const { draft, lacking } = fields

  /** Runs a request; a refusal goes under the inputs it is about, or at the end. */
  async function run(request: () => Promise<void>) {
    setBusy(true)
    refuse(null)
    try {
      await request()
    } catch (error) {
      const found = fieldErrorsOf(error)
      const isOfInputs = settable.some(([name, field]) => keyOf(name, field) in found)
      setErrors(isOfInputs ? found : {})
      if (isOfInputs) show(null)
      refuse(isOfInputs ? 'Corrija os campos indicados.' : reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  async function readPreview(before: number) {
    const { data } = await sendCall(previewBulkChange, { body: { ...rows, draft } }, { quiet: true, timeout: longest })
    setErrors({})
    setNotice(data.total === before ? null : recountInWords(before, data.total))
    show(data)
    announce('Veja o que muda antes de confirmar.')
  }

  async function start(confirmed: number) {
    try {
      const body = { ...rows, act: 'update' as const, count: confirmed, draft }
      const { message, data } = await sendCall(startBulkAct, { body }, { quiet: true, timeout: longest })
      await renewAfter(queryClient, callsOf(resource).list)
      onDone()
      onClose()
      showActResult(resource, message, data, go)
    } catch (error) {
      if (recountIn(error) === null) throw error
      await readPreview(confirmed)
    }
  }

  return {
    settable,
    ofOneRow,
    fields,
    preview,
    notice,
    refusal,
    busy,
    turn: (name: string, to: FieldTurn | null) => {
      refuse(null)
      fields.turn(name, to)
    },
    errorOf: (key: string) => errors[key]?.join(' '),
    back: () => {
      show(null)
      refuse(null)
    },
    look: () => {
      setErrors(Object.fromEntries(lacking.map(key => [key, ['Informe o valor, ou escolha Manter.']])))
      if (!Object.keys(draft).length) return refuse('Escolha ao menos um campo para mudar.')
      return lacking.length ? refuse('Corrija os campos indicados.') : void run(() => readPreview(total))
    },
    act: () => preview && void run(() => start(preview.total)),
  }
}

function draftFrom(settable: SettableFields, turns: FieldTurns, values: Values): Values {
  const valueOf = (turn: FieldTurn, { kind }: Field, typed: unknown) => {
    if (turn === 'definir') return typed
    if (turn === 'limpar') return kind === 'words' ? [] : null
    return turn === 'sim'
  }
  return Object.fromEntries(
    settable.flatMap(([name, field]) => {
      const turn = turns[name]
      const key = keyOf(name, field)
      return turn ? [[key, valueOf(turn, field, values[key])]] : []
    }),
  )
}
