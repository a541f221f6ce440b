import type { ReactNode } from 'react'
import type { Field } from '#kernel/field.ts'

/** A label, and whether it may be left empty. */
export const labelOf = ({ label, required, kind }: Field): ReactNode =>
  (required && kind !== 'words') || kind === 'flag' ? (
    label
  ) : (
    <>
      {label} <span className="meta">(opcional)</span>
    </>
  )
