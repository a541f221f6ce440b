import { createContext, useContext, type ReactNode } from 'react'
import type { Field } from '#kernel/field.ts'

/** Whether the form marks what must be filled in, because there is less of it than of what may be left empty. */
export const MarksRequired = createContext(false)

export const mustBeFilled = ({ required, kind }: Field) => required && kind !== 'words'
/** Has this form fewer fields to fill in than to leave empty? A flag is neither. */
export function marksRequired(fields: readonly Field[]): boolean {
  const asked = fields.filter(({ kind }) => kind !== 'flag')
  return asked.filter(mustBeFilled).length * 2 < asked.length
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
