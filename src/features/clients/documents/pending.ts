import { pendingStates } from '#features/clients/documents/documents.ts'
import { dayAfter } from '#kernel/clock.ts'
import type { Pending } from '#features/clients/documents/schema.ts'

/** What a type of document asks of every client. */
export interface PaperRule {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly required: boolean
  /** Days before the end in which the warning starts. */
  readonly warn_days: number
}
/** A document as far as its validity goes; days are 'AAAA-MM-DD', null is for ever. */
export interface Held {
  readonly document_type_id: number | null
  readonly valid_until: string | null
}

const urgency = Object.keys(pendingStates)

/** What is missing, past or about to end of a client's documents, the gravest first. Of each type the longest lived counts. */
export function pendingOf(asked: readonly PaperRule[], held: readonly Held[], today: string): readonly Pending[] {
  return asked
    .flatMap(({ id, uuid, name, required, warn_days }): Pending[] => {
      const ends = held.filter(each => each.document_type_id === id).map(each => each.valid_until)
      const document_type = { id, uuid, name }
      if (!ends.length) return required ? [{ document_type, state: 'faltando', valid_until: null }] : []
      if (ends.includes(null)) return []
      const valid_until = ends.toSorted().at(-1) ?? ''
      if (valid_until < today) return [{ document_type, state: 'vencido', valid_until }]
      return valid_until <= dayAfter(today, warn_days) ? [{ document_type, state: 'a-vencer', valid_until }] : []
    })
    .toSorted(
      (a, b) =>
        urgency.indexOf(a.state) - urgency.indexOf(b.state) ||
        (a.valid_until ?? '').localeCompare(b.valid_until ?? '') ||
        a.document_type.name.localeCompare(b.document_type.name, 'pt-BR'),
    )
}
