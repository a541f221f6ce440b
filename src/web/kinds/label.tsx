import { createContext, useContext, type ReactNode } from 'react'
import type { Field } from '#kernel/field.ts'

/** Whether the form marks what must be filled in, because there is less of it than of what may be left empty. */
export const MarksRequired = createContext(false)

/** Whether a form refuses the field when it is left empty. A flag has always one of two values. */
export const mustBeFilled = ({ required, kind }: Field) => required && kind !== 'words' && kind !== 'flag'
/** Whether a form has fewer fields that must be filled in than others; its flags count as neither. */
export function marksRequired(fields: readonly Field[]): boolean {
  const filled = fields.filter(({ kind }) => kind !== 'flag')
  return filled.filter(mustBeFilled).length * 2 < filled.length
}

/** A label, and whether it may be left empty: the fewer are marked. */
export const labelOf = (field: Field): ReactNode => <FieldLabel field={field} />

function FieldLabel({ field }: { readonly field: Field }) {
  const marks = useContext(MarksRequired)
  const must = mustBeFilled(field)
  if (marks) return must ? <span className="must">{field.label}</span> : field.label
  return must || field.kind === 'flag' ? (
    field.label
  ) : (
    <>
      {field.label} <span className="meta">(opcional)</span>
    </>
  )
}
