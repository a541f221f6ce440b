import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnyResource, RowOf } from '#kernel/resource.ts'
import { ApiError, fieldErrorsOf } from '#web/api-error.ts'
import { api, newKey } from '#web/api.ts'
import { changedOf, draftOf, sentOf, type Values } from '#web/form/draft.ts'
import { refusalsOf, type Form } from '#web/form/useForm.ts'
import { report, reportInvalid } from '#web/faults.ts'
import { clearMessages } from '#web/messages.ts'
import { isRecord } from '#web/storage.ts'
import { toast } from '#web/ui/toast.tsx'

type SavedRow = RowOf<AnyResource>
interface SaveResult {
  readonly message: string
  readonly data: SavedRow
}
/** What to save, and over which version; the form's own unless a choice between two people's work was just made. */
export interface Over {
  readonly before: Values
  readonly values: Values
  readonly version: string | null
}

/** Saves a form over a resource: a new row, or the changes of the one that is there. Answers the row, or null when it was refused. */
export function useSave(resource: AnyResource, form: Form, row?: { readonly uuid: string }) {
  const [saving, setSaving] = useState(false)
  const [stale, setStale] = useState<Values | null>(null)
  const queries = useQueryClient()
  const busy = useRef(false)
  // One key per content: a double click, or a try after a lost answer, makes one row.
  const sent = useRef({ content: '', key: '' })
  const { fields } = form

  async function write({ before, values, version }: Over): Promise<SaveResult> {
    const quiet = true
    if (row)
      return api.put<SaveResult>(`/${resource.path}/${row.uuid}`, changedOf(fields, before, values), { version, quiet })
    const body = sentOf(fields, values)
    const content = JSON.stringify(body)
    if (sent.current.content !== content) sent.current = { content, key: newKey() }
    return api.post<SaveResult>(`/${resource.path}`, body, { key: sent.current.key, quiet })
  }

  async function save(over?: Over): Promise<SavedRow | null> {
    if (busy.current) return null
    busy.current = true
    setSaving(true)
    clearMessages()
    const given = over ?? { before: form.before, values: form.values, version: form.version }
    // Refused or cut off, what was chosen stays chosen; saved, what it replaced is no typing of meanwhile.
    if (over) {
      form.stand(over)
      setStale(null)
    }
    try {
      const wrong = await refusalsOf(fields, given, Boolean(row))
      if (Object.keys(wrong).length) {
        form.refuse(wrong)
        reportInvalid(wrong)
        return null
      }
      if (!(await form.isAgreed(given.values))) return null
      const { data, message } = await write(given)
      await queries.invalidateQueries({ queryKey: [resource.path] })
      form.settle(given.values, draftOf(fields, data))
      setStale(null)
      toast(message)
      return data
    } catch (error) {
      refused(error)
      return null
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  /** Somebody saved first: both rows are shown. Anything else is shown on top of the page. */
  function refused(error: unknown) {
    const aborted = error instanceof DOMException && error.name === 'AbortError'
    if (!(error instanceof ApiError) && !aborted) throw error
    if (aborted || !(error instanceof ApiError) || error.status === 401) return
    const current = error.status === 412 ? error.body?.data.current : null
    setStale(isRecord(current) ? current : null)
    if (isRecord(current)) return
    form.refuse(fieldErrorsOf(error))
    report(error, error.body ? '' : ' O que você digitou continua aqui.')
  }
  return { saving, save, stale, forgive: () => setStale(null) }
}
