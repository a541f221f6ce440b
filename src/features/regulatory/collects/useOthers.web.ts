import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { renewCollect, type CollectRead } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import type { Form } from '#web/form/useForm.ts'
import { onSaved } from '#web/liveChanges.ts'

/** The coleta as somebody else left it while it was being typed in here; null while nobody did. It is read again as they save. */
export function useOthers({ row, version }: CollectRead, form: Pick<Form, 'dirty' | 'version'>) {
  const queries = useQueryClient()
  const { uuid } = row
  useEffect(
    () =>
      onSaved(saved => {
        if (saved.resource === collects.path && saved.uuid === uuid) void renewCollect(queries, uuid)
      }),
    [queries, uuid],
  )
  const isBehind = form.dirty && version !== null && version !== form.version
  return isBehind ? { ...row, version: Number(/\d+/.exec(version)?.[0]) } : null
}
