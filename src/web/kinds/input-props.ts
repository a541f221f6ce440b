import type { ComponentType } from 'react'
import type { Point } from '#kernel/coordinates.ts'
import type { Field } from '#kernel/field.ts'

/** What every input of a field takes. */
export interface InputProps {
  /** Its key on the wire, whole: 'finances.0.icms_percent'. */
  readonly name: string
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** The key just left: this one's, or that of a line under it. */
  readonly onBlur?: ((name: string) => void) | undefined
  /** What is wrong with a key, this one's or that of a line under it. */
  readonly errorOf?: ((name: string) => string | undefined) | undefined
  /** Inside a table: the column says the label. */
  readonly bare?: boolean | undefined
  /** What a reference is called, when the row brought it. */
  readonly known?: string | undefined
  /** Both halves of a place were pasted into one. */
  readonly onPoint?: ((at: Point) => void) | undefined
  /** The other half of the same place. */
  readonly other?: unknown
}

/** An input made of others draws them by this: the input of a field, whatever its kind. */
export interface DrawsInputs {
  readonly Input: ComponentType<InputProps>
}
