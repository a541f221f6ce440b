import { ref } from '#kernel/field.ts'

const house = { internal: true, told: true } as const

/** Who of the house answers for a row; empty, nobody by name. */
export const responsible = (label = 'Responsável', hint?: string) =>
  ref('people', label, { ...house, ...(hint !== undefined && { hint }) })

/** Who answers for a row that may say so itself, and otherwise is its client's person's: read, never kept. */
export const responsibleRead = () => ref('people', 'Responsável', { ...house, writable: false, derived: true })
