import type {
  InfrastructureKind,
  LayoutFamily,
  LayoutState,
} from '#features/regulatory/anatel/infrastructure-layouts.ts'
import type { FilingRule } from '#features/regulatory/infrastructure/check.ts'
import type { StationComparison } from '#features/regulatory/infrastructure/compare.ts'
import type { FilingStep, InfrastructureFiling } from '#features/regulatory/infrastructure/filings.ts'
import type { TheirStations } from '#features/regulatory/infrastructure/theirs.ts'
import type { Situation } from '#features/regulatory/obligations/standing.ts'

/** An answer names and links its client by these. */
export interface NamedClient {
  readonly id: number
  readonly uuid: string
  readonly name: string
}
/** Days of the year's duty. */
export interface FilingDuty {
  readonly opens: string | null
  readonly legal: string
  readonly due: string
}

/** A client of the year, on the board of all. */
export interface BoardRow {
  readonly client: NamedClient
  /** In the calendar; null for who owes nothing. */
  readonly situation: Situation | null
  readonly lapsed: string | null
  readonly step: FilingStep | null
  readonly edition: number
  readonly sent_on: string | null
  readonly protocol: string | null
  readonly stations: number
  readonly links: number
  readonly left_out: number
  readonly why: string | null
}
export interface BoardAnswer {
  readonly data: readonly BoardRow[]
  readonly duty: FilingDuty | null
  readonly today: string
}

/** Rows that lack something, and the list that shows them. */
export interface ListedFinding {
  readonly rule: FilingRule
  /** They stay out of the files; else they go, and are to be looked at. */
  readonly out: boolean
  readonly of: 'estacoes' | 'enlaces'
  readonly count: number
  readonly label: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}
/** A file as it would be made now. */
export interface PlannedFile {
  readonly kind: InfrastructureKind
  readonly layout: string
  readonly standing: LayoutState
  readonly said: string
  readonly rows: number
}
/** It has what is filed, what is left out, and the filing's state. */
export interface FilingCheck {
  readonly client: NamedClient
  readonly year: number
  readonly layout: LayoutFamily
  readonly layouts: readonly { readonly key: LayoutFamily; readonly name: string }[]
  readonly duty: FilingDuty | null
  readonly filing: InfrastructureFiling | null
  readonly version: number | null
  readonly blocked: string | null
  readonly stations: number
  readonly left_out: number
  readonly findings: readonly ListedFinding[]
  readonly files: readonly PlannedFile[]
  readonly warnings: readonly string[]
  /** What would be written now is what the last version says; null without one. */
  readonly unchanged: boolean | null
}

/** Ours against theirs, as it is answered. */
export interface ComparisonAnswer
  extends
    Omit<StationComparison, 'equal'>,
    Pick<
      TheirStations,
      'unread' | 'unread_total' | 'lines' | 'others' | 'ownerless' | 'repeated' | 'told_by' | 'notes'
    > {
  readonly client: NamedClient
  readonly tolerance: number
  readonly ours: number
  /** Of ours those that are virtual or in a cloud, which need no licence. */
  readonly unlicensed: number
  readonly theirs: number
  readonly equal: number
}
