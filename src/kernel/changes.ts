import type { Field, Fields } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'

type ChangedValues = Readonly<Record<string, unknown>>

export const writable = (fields: Fields) => Object.entries(fields).filter(([, field]) => field.writable)

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Whether two values would be sent differently. What they share is not looked into: a list of thousands costs its change. */
function unlike({ kind, options: { shape = {} } }: Field, was: unknown, is: unknown): boolean {
  if (was === is) return false
  if (kind !== 'many' || !Array.isArray(was) || !Array.isArray(is))
    return !same(was === '' ? null : was, is === '' ? null : is)
  return (
    was.length !== is.length ||
    is.some((line, i) => line !== was[i] && (line.id !== was[i].id || differing(shape, was[i], line).length > 0))
  )
}
/** The fields of two rows that would be sent differently. */
export const differing = (fields: Fields, before: ChangedValues, after: ChangedValues) =>
  writable(fields).filter(([name, field]) => unlike(field, before[keyOf(name, field)], after[keyOf(name, field)]))

/** Whether any change needs sending; an empty secret changes nothing. */
export const isChanged = (fields: Fields, before: ChangedValues, after: ChangedValues) =>
  differing(fields, before, after).some(([name, field]) => {
    const value = after[keyOf(name, field)]
    return value !== undefined && !(field.options.secret && !value)
  })

/** Without what must not be written down in a browser. */
export const withoutSecrets = (fields: Fields, values: ChangedValues): ChangedValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !fields[key]?.options.secret))
