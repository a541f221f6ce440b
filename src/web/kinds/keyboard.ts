import type { Kind } from '#kernel/field.ts'

/** What a phone offers to type a number of this kind with. */
export const keyboardOf = (kind: Kind | undefined) => (kind === 'integer' ? 'numeric' : 'decimal')
