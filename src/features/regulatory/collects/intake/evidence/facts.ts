import type { FileQuestion } from '#features/regulatory/collects/intake/evidence/questions.ts'
import type { TextRecord } from '#parts/table/table.ts'

/** What a file is read for. */
export interface FileSubject {
  /** As it was called where it came from. */
  readonly name: string
  readonly cnpj: string
  readonly year: number
  readonly month: number
  /** The short name of the service: 'SCM'. */
  readonly service: string
  /** Marks of the contracts that the coleta has. */
  readonly marks?: ReadonlySet<number>
}
/** Why a row does not go in; null for one that does. */
export type Leave = (record: TextRecord) => string | null
export interface FileEvidence {
  readonly questions: readonly FileQuestion[]
  readonly leave: readonly Leave[]
}
