import type { Field, Fields } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'

/** Does the field, or a line of it, hold personal data (LGPD, Lei 13.709/2018, art. 5º I)? */
export const isPersonal = ({ options }: Field): boolean =>
  options.personal === true || Object.values(options.shape ?? {}).some(isPersonal)

export const personalIn = (fields: Fields) => Object.entries(fields).filter(([, field]) => isPersonal(field))

/**
 * What erasure writes in each personal field of row `id` (art. 18 VI): null, or a placeholder where a value is required. The
 * document stays, since declarations to the tax office and Anatel refer to it (art. 16 I).
 */
export const erased = (fields: Fields, id: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    personalIn(fields).flatMap(([name, field]): [string, unknown][] => {
      const { kind, required, writable, options } = field
      if (!writable || options.format === 'document') return []
      if (kind === 'many') return [[name, []]]
      if (!required) return [[keyOf(name, field), null]]
      return [[name, options.format === 'email' ? `anonimo-${id}@anonimo.invalid` : 'Pessoa anonimizada']]
    }),
  )

/** The e-mail addresses in the personal data of a row, and of its lines. */
export const emailsIn = (fields: Fields, row: object): readonly string[] => {
  const values: Readonly<Record<string, unknown>> = { ...row }
  return personalIn(fields).flatMap(([name, { options }]) => {
    const value = values[name]
    if (options.shape && Array.isArray(value)) {
      const { shape } = options
      return value.flatMap((line: object) => emailsIn(shape, line))
    }
    return options.format === 'email' && typeof value === 'string' ? [value] : []
  })
}

/** The changes of a line of history without what was personal in them. */
export const redacted = (
  fields: Fields,
  changes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const hidden = new Set(Object.keys(erased(fields, 0)))
  return Object.fromEntries(
    Object.entries(changes).map(([key, change]) => [key, hidden.has(key) ? [null, '(apagado)'] : change]),
  )
}
