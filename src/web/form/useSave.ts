import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldErrors } from '#kernel/problem.ts'
import type { AnyResource, RowOf } from '#kernel/resource.ts'
import { ApiError, fieldErrorsOf } from '#web/api-error.ts'
import { api, newKey } from '#web/api.ts'
import { sentOf, type Values } from '#web/form/draft.ts'
import type { Form } from '#web/form/useForm.ts'
import { clearMessages, messageData } from '#web/messages.ts'
import { isRecord } from '#web/storage.ts'
import { toast } from '#web/ui/toast.tsx'

type Row = RowOf<AnyResource>
interface Saved {
  readonly message: string
  readonly data: Row
}

/** A problem found here, shown as the server's would be. */
const tell = (errors: FieldErrors) => {
  const message = 'Há campos que precisam de atenção.'
  messageData.set({
    type: 'validation',
    status: 422,
    route: null,
    message,
    data: { message },
    errors,
    code: 'invalid',
    request_id: '',
  })
}

/** Saves a form over a resource: a new row, or the changes of the one read at `version`. Answers the row, or null when it was refused. */
export function useSave(
  resource: AnyResource,
  form: Form,
  row?: { readonly uuid: string; readonly version: string | null },
) {
  const [saving, setSaving] = useState(false)
  const [stale, setStale] = useState<Values | null>(null)
  const queries = useQueryClient()
  const busy = useRef(false)
  // One key per content: a double click, or a try after a lost answer, makes one row.
  const sent = useRef({ content: '', key: '' })

  async function write(version?: string | null): Promise<Saved> {
    if (row)
      return api.put<Saved>(`/${resource.path}/${row.uuid}`, form.changed, {
        version: version === undefined ? row.version : version,
      })
    const content = JSON.stringify(sentOf(resource.fields, form.values))
    if (sent.current.content !== content) sent.current = { content, key: newKey() }
    return api.post<Saved>(`/${resource.path}`, JSON.parse(content), { key: sent.current.key })
  }

  async function save(version?: string | null): Promise<Row | null> {
    if (busy.current) return null
    busy.current = true
    setSaving(true)
    clearMessages()
    try {
      const wrong = await form.check(Boolean(row))
      if (Object.keys(wrong).length) {
        form.refuse(wrong)
        tell(wrong)
        return null
      }
      const { data, message } = await write(version)
      setStale(null)
      await queries.invalidateQueries({ queryKey: [resource.path] })
      toast(message)
      return data
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.refuse(fieldErrorsOf(error))
      const current = error.status === 412 ? error.body?.data.current : null
      if (isRecord(current)) setStale(current)
      return null
    } finally {
      busy.current = false
      setSaving(false)
    }
  }
  return { saving, save, stale, forgive: () => setStale(null) }
}
