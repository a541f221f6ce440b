import { useEffect, useMemo } from 'react'
import { fixedIn, type AnyResource } from '#kernel/resource.ts'
import { same } from '#kernel/changes.ts'
import { draftOf, seenBy } from '#web/form/draft.ts'
import { useForm } from '#web/form/useForm.ts'
import { useSave, type Over } from '#web/form/useSave.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

interface Read {
  readonly row: { readonly uuid: string }
  readonly version: string | null
}

/** The form of a row that exists: it follows what is read again, and saves only what changed. */
export function useEdit(resource: AnyResource, { row, version }: Read) {
  const user = useUser()
  const seen = useMemo(() => seenBy(user, resource), [user, resource])
  const { fields } = seen
  const start = useMemo(() => draftOf(fields, { ...row }), [fields, row])
  const form = useForm(fields, start, version)
  // Work in progress is based on what was read when it began, unless what was read again is the same.
  const follows = version !== form.version && (!form.dirty || same(start, form.before))
  useEffect(() => {
    if (follows) form.follow(start, version)
  })
  const fixed = fixedIn(resource, row, user)
  const { save, ...saving } = useSave(seen, form, row)
  /** Whether the row now holds what is seen. */
  async function keep(over?: Over): Promise<boolean> {
    if (form.dirty || over) return (await save(over)) !== null
    toast('Nada mudou desde a última vez', { type: 'info' })
    return true
  }
  return { seen, form: { ...form, fixed }, keep, ...saving }
}
