import { ref } from '#kernel/field.ts'

/** Who wrote a note, a message or an observation. */
export const writtenBy = ref('users', 'Escrita por', { writable: false, told: true })
