import type { Fields } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'

type FormValues = Readonly<Record<string, unknown>>

/** What a template did to a form, by the wire's keys. */
export interface TemplateFilling {
  readonly filled: FormValues
  /** What it says of what was typed already, and did not touch. */
  readonly left: FormValues
  readonly labels: Readonly<Record<string, string>>
}

const parts = ['name', 'module', 'type', 'team', 'priority', 'message'] as const

/** What of a template goes into a form: only where nobody typed, for what stood there at the start is nobody's words. */
export function fillFrom(
  template: FormValues,
  { fields, values }: { readonly fields: Fields; readonly values: FormValues },
  start: FormValues,
): TemplateFilling {
  const [filled, left, labels] = [new Map<string, unknown>(), new Map<string, unknown>(), new Map<string, string>()]
  for (const part of parts) {
    const field = fields[part]
    if (!field) continue
    const key = keyOf(part, field)
    const [said, is] = [template[key], values[key]]
    if (said === null || said === undefined || said === '' || said === is) continue
    labels.set(key, field.label)
    const isTyped = is !== null && is !== undefined && is !== '' && is !== start[key]
    if (isTyped) left.set(key, said)
    else filled.set(key, said)
  }
  return {
    filled: Object.fromEntries(filled),
    left: Object.fromEntries(left),
    labels: Object.fromEntries(labels),
  }
}
