import { useRef, useState } from 'react'
import { isChanged } from '#kernel/changes.ts'
import type { Fields } from '#kernel/field.ts'
import type { FieldErrors } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { changedOf, sentOf, type FormState, type Values } from '#web/form/draft.ts'
import { untilReleased } from '#web/form/press.ts'
import { useDraft } from '#web/form/useDraft.ts'
import { useConfirmLeave } from '#web/ui/leave.ts'
import { toast } from '#web/ui/toast.tsx'

const nothing: FieldErrors = {}
/**
 * Finds what the server would refuse, before the request. `partial`: of a row that exists only the changes are sent. Where the network
 * refused the code of the check nothing is found, and the server alone decides.
 */
export async function refusalsOf(
  fields: Fields,
  { before, values }: Omit<FormState, 'version'>,
  partial: boolean,
): Promise<FieldErrors> {
  const rules = await import('#kernel/schema.ts').catch(() => null)
  if (!rules) return nothing
  const sent = partial ? changedOf(fields, before, values) : sentOf(fields, values)
  const result = rules.draftSchema(fields, { partial }).safeParse(sent)
  return result.success ? nothing : rules.fieldErrors(result.error)
}

const within = (key: string) => (name: string) => name === key || name.startsWith(`${key}.`)
const pick = (errors: FieldErrors, wanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => wanted(name)))

/** The row a form changes, and the version that was read of it. */
interface FormRow {
  readonly uuid: string
  readonly version: string | null
}
/** The state of a form over declared fields: values, what changed, and what is wrong with each. Without `row` it makes a new one. */
export function useForm(resource: AnyResource, start: Values, row?: FormRow) {
  const { fields } = resource
  const [state, setState] = useState<FormState>({ before: start, values: start, version: row?.version ?? null })
  const [errors, setErrors] = useState(nothing)
  const { before, values } = state
  const dirty = isChanged(fields, before, values)
  useConfirmLeave(dirty)
  const kept = useDraft(resource, row?.uuid, state, dirty)
  // The values in force, whatever is drawn: a check or a save takes a moment.
  const latest = useRef(state)
  /** Asks for a yes before a save, while something typed is in doubt. */
  const hold = useRef<((values: Values) => Promise<boolean>) | null>(null)
  const become = (next: FormState) => {
    latest.current = next
    setState(next)
  }

  return {
    /** What a row of it is called. */
    text: resource.text,
    fields,
    ...state,
    dirty,
    kept,
    /** Has a save ask for a yes first; null to take that back. */
    askBefore: (ask: typeof hold.current) => {
      hold.current = ask
    },
    isAgreed: async (given: Values) => (await hold.current?.(given)) ?? true,
    set: (key: string, value: unknown) => {
      const next = { ...latest.current, values: { ...latest.current.values, [key]: value } }
      become(next)
      // What is fixed is forgotten, what is not stays; nothing new shows while typing, and no letter waits for it.
      const check = async () => {
        const found = latest.current === next ? await refusalsOf(fields, next, true) : null
        await untilReleased()
        if (found && latest.current === next) setErrors(now => pick(now, name => !within(key)(name) || name in found))
      }
      if (Object.keys(errors).some(within(key))) setTimeout(check, 200)
    },
    /** Checks what was just left. */
    leave: async (name: string) => {
      const found = await refusalsOf(fields, latest.current, true)
      await untilReleased()
      setErrors(now => ({ ...pick(now, each => each !== name), ...pick(found, each => each === name) }))
    },
    /** What a check or the server refused, under its inputs. */
    refuse: (refused: FieldErrors) => setErrors(refused),
    /** The row was read again: the form is now based on it, and what was typed stays typed. */
    follow: (read: Values, at: string | null) => become({ before: read, values: dirty ? values : read, version: at }),
    /** Takes up what was made of the work here: joined with somebody else's, over their version. */
    stand: become,
    /** Takes up the work that is offered, with the version it is based on: a save says whether the row has changed since. */
    restore: () => {
      if (!kept.found) return
      const { found } = kept
      become({
        before: { ...before, ...found.before },
        values: { ...before, ...found.changed },
        version: found.version,
      })
      kept.take()
      if (dirty) toast('O rascunho está no lugar do que você digitou aqui', { type: 'info', undo: () => become(state) })
    },
    /** `sent` was saved and answered as `read`; what was typed meanwhile stays typed. */
    settle: (sent: Values, read: Values) => {
      const since = changedOf(fields, sent, latest.current.values)
      become({ ...latest.current, before: read, values: { ...read, ...since } })
      setErrors(nothing)
      kept.forget()
    },
    errors,
    errorOf: (name: string) => errors[name]?.join(' '),
  }
}

export type Form = ReturnType<typeof useForm> & {
  /** Fields that may only be read in the present state of the row, with why. */
  readonly fixed?: Readonly<Record<string, string>>
}
