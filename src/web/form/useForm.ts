import { useState } from 'react'
import type { Fields } from '#kernel/field.ts'
import type { FieldErrors } from '#kernel/problem.ts'
import { changedOf, sentOf, type Values } from '#web/form/draft.ts'
import { useLocalDraft } from '#web/form/localDraft.ts'
import { useConfirmLeave } from '#web/ui/leave.ts'

const nothing: FieldErrors = {}

/** The state of a form over declared fields: values, what changed, and what is wrong with each. */
export function useForm(fields: Fields, start: Values) {
  const [before, setBefore] = useState(start)
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState(nothing)
  const changed = changedOf(fields, before, values)
  const dirty = Object.keys(changed).length > 0
  useConfirmLeave(dirty)
  const kept = useLocalDraft(values, dirty)

  /** The check the server will make, made before: none of its errors shows at the first keystroke. */
  async function check(partial: boolean): Promise<FieldErrors> {
    const { draftSchema, fieldErrors } = await import('#kernel/schema.ts')
    const result = draftSchema(fields, { partial }).safeParse(partial ? changed : sentOf(fields, values))
    return result.success ? nothing : fieldErrors(result.error)
  }

  return {
    values,
    changed,
    dirty,
    errors,
    kept,
    set: (key: string, value: unknown) => {
      setValues(now => ({ ...now, [key]: value }))
      setErrors(now =>
        Object.fromEntries(Object.entries(now).filter(([name]) => name !== key && !name.startsWith(`${key}.`))),
      )
    },
    /** Checks what was just left. */
    leave: async (key: string) => {
      const found = await check(true)
      setErrors(now => ({
        ...now,
        ...Object.fromEntries(Object.entries(found).filter(([name]) => name === key || name.startsWith(`${key}.`))),
      }))
    },
    check,
    /** What a check or the server refused, under its inputs. */
    refuse: (refused: FieldErrors) => setErrors(refused),
    restore: (draft: Values) => setValues(draft),
    /** Begins again from what was saved. */
    settle: (saved: Values) => {
      setBefore(saved)
      setValues(saved)
      setErrors(nothing)
      kept.forget()
    },
    errorOf: (name: string) => errors[name]?.join(' '),
  }
}

export type Form = ReturnType<typeof useForm>
