import { ref } from '#kernel/field.ts'

const house = { internal: true, told: true } as const

/** This person is responsible; empty means nobody by name. */
export const responsible = (label = 'Responsável', hint?: string) =>
  ref('people', label, { ...house, ...(hint !== undefined && { hint }) })

/** The row may name who is responsible, else its client's person is: it is read, never stored. */
export const responsibleRead = () => ref('people', 'Responsável', { ...house, writable: false, derived: true })
