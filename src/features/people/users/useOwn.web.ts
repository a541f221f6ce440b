import { useState } from 'react'
import type { FieldErrors } from '#kernel/problem.ts'
import { updateOwnAccount, type OwnDraft } from '#features/people/auth/api.ts'
import { fieldErrorsOf, messageOf } from '#web/api-error.ts'
import { sendCall } from '#web/call.ts'
import { changeUser } from '#web/session.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Saves part of one's own record; refusals appear beside the inputs. */
export function useOwn() {
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const errors: FieldErrors = fieldErrorsOf(error)
  async function save(draft: OwnDraft): Promise<boolean> {
    if (saving) return false
    setSaving(true)
    setError(null)
    try {
      const { data, message } = await sendCall(updateOwnAccount, { body: draft }, { quiet: true })
      changeUser(data)
      toast(message)
      announce(message)
      return true
    } catch (caught) {
      setError(caught)
      return false
    } finally {
      setSaving(false)
    }
  }
  return {
    saving,
    save,
    errorOf: (name: string) => errors[name]?.join(' '),
    /** What is wrong with none of the inputs in particular. */
    refusal: error !== null && Object.keys(errors).length === 0 ? messageOf(error) : null,
  }
}
