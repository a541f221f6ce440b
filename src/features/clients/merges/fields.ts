import type { Field } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'

/** The days in which a merge may be undone. */
export const undoDays = 30

/** A field of which the remaining client has one value or the other. */
export interface MergedField {
  readonly name: string
  readonly key: string
  readonly field: Field
}

/** Fields to choose between. Both clients are of one company, and lists are united instead. */
export const mergedFields: readonly MergedField[] = Object.entries<Field>(clients.fields).flatMap(([name, field]) =>
  field.kind === 'many' || !field.writable || field.options.derived || name === 'empresa_responsavel'
    ? []
    : [{ name, key: keyOf(name, field), field }],
)

interface FieldDifference extends MergedField {
  /** The value of the client that goes is taken unless somebody chooses otherwise: the remaining one has none. */
  readonly takesOther: boolean
}

/** The fields of which two clients have different values, in the order of the form. */
export function mergeDifferences(into: object, from: object): readonly FieldDifference[] {
  const [own, others]: readonly Readonly<Record<string, unknown>>[] = [{ ...into }, { ...from }]
  return mergedFields
    .filter(({ key }) => comparedValue(own?.[key]) !== comparedValue(others?.[key]) && !isNothing(others?.[key]))
    .map(each => ({ ...each, takesOther: isNothing(own?.[each.key]) }))
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

/** Own numbers of run-time fields make no difference. */
const comparedValue = (value: unknown): string =>
  JSON.stringify(value ?? null, (key, part: unknown) => (['id', 'uuid', 'parent_id'].includes(key) ? undefined : part))
