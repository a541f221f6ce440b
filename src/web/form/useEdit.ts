import { useEffect, useMemo, useState } from 'react'
import { fixedIn, type AnyResource } from '#kernel/resource.ts'
import { same } from '#kernel/changes.ts'
import { draftOf, seenBy } from '#web/form/draft.ts'
import { useForm } from '#web/form/useForm.ts'
import { useSave, type Over } from '#web/form/useSave.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

interface Read {
  readonly row: { readonly uuid: string; readonly updated_at: string }
  readonly version: string | null
}

/** The form of a row that exists: it follows what is read again, and saves only what changed. */
export function useEdit(resource: AnyResource, { row, version }: Read) {
  const user = useUser()
  const seen = useMemo(() => seenBy(user, resource), [user, resource])
  const { fields } = seen
  const start = useMemo(() => draftOf(fields, { ...row }), [fields, row])
  const form = useForm(seen, start, { uuid: row.uuid, version })
  // Work in progress is based on what was read when it began, unless what was read again is the same.
  const follows = version !== form.version && (!form.dirty || same(start, form.before))
  useEffect(() => {
    if (follows) form.follow(start, version)
  })
  const fixed = fixedIn(resource, row, user)
  const { save, saving, stale, forgive } = useSave(seen, form, row)
  const [joins, join] = useState(false)
  // The row as somebody else left it while it was typed in here.
  const isBehind = version !== null && version !== form.version && !follows
  const others = isBehind ? { ...row, version: Number(/\d+/.exec(version)?.[0]) } : null
  /** Whether the row now holds what is seen. */
  async function keep(over?: Over): Promise<boolean> {
    if (over) join(false)
    if (form.dirty || over) return (await save(over)) !== null
    toast('Nada mudou desde a última vez', { type: 'info' })
    return true
  }
  return {
    seen,
    form: { ...form, fixed },
    keep,
    saving,
    /** The row as somebody else saved it, to be joined with what is typed here; null while there is nothing to join. */
    stale: stale ?? (joins ? others : null),
    forgive: () => (forgive(), join(false)),
    /** Somebody saved the row while it was typed in here: when, and what joins both. */
    behind: others && !saving ? { at: row.updated_at, onJoin: () => join(true) } : null,
  }
}
