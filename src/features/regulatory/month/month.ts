import { showDate, showInteger } from '#kernel/show.ts'
import type { BoardBeginning, MonthRow } from '#features/regulatory/month/schema.ts'
import { jumps } from '#features/regulatory/collects/compare/compare.ts'
import { cutoffDay, dueDay, label, type Period } from '#parts/period/period.ts'
import { isFiled, isReady, steps, type Step } from '#features/regulatory/collects/coleta/steps.ts'

/** 'Os fistéis entraram em 26/11: o primeiro mês deles é nov/2026.' */
export const beginningInWords = ({ month, since, together }: BoardBeginning) =>
  `Os fistéis entraram ${together ? 'em' : 'a partir de'} ${showDate(since).slice(0, 5)}: o primeiro mês deles é ${label(month)}.`

export type MonthState = Step | 'ausente'
export const stateOf = ({ collect }: MonthRow): MonthState => collect?.step ?? 'ausente'
/** Declared to have no access at all. */
export const isZeroed = ({ collect }: MonthRow) => collect?.zeroed ?? false
/** True if its file may be exported. */
export const mayBeSent = ({ collect }: MonthRow) => collect !== null && isReady(collect.step)
/** Coletas up to which a month is opened, or zipped, while one waits; more of them are a job. */
export const waitingLimit = 50
/** A month's ZIP is found among exports by this query. */
export const periodQuery = ({ year, month }: Period) => `year=${year}&month=${month}`

/** '1.204', 'zerada', or '—' while nothing came in. */
export const accessesInWords = ({ collect }: Pick<MonthRow, 'collect'>) =>
  collect?.zeroed ? 'zerada' : showReceived(collect?.accesses ?? null)
/** A number of accesses; '—' where nothing came in. */
export const showReceived = (accesses: number | null) => (accesses === null ? '—' : showInteger(accesses))

/** States of a fistel on the board: no coleta yet, then the steps of a coleta in their order. */
export const states = { ausente: { name: 'Não aberta', many: 'Não abertas', tone: 'neutro' }, ...steps } as const

/** Something to look at before anything else: a figure that jumps, or none where there were some. */
export function isStrange({ collect, before, threshold }: MonthRow): boolean {
  if (!collect || isFiled(collect.step) || before === null || before === 0 || collect.zeroed) return false
  // What nobody filled in yet is not strange, only missing.
  if (!collect.accesses) return collect.step === 'finalizado'
  return jumps({ before, after: collect.accesses }, threshold)
}

export interface Urgency {
  readonly late: boolean
  /** Past the day clients hand theirs over. */
  readonly pressing: boolean
}
/** `today` is a day of Brasília. */
export function urgencyOf(row: MonthRow, period: Period, today: string): Urgency {
  const state = stateOf(row)
  const open = state === 'ausente' || !isFiled(state)
  return { late: open && today > dueDay(period), pressing: open && today > cutoffDay(period) }
}

const rank: Readonly<Record<MonthState, number>> = {
  'com-erro': 0,
  ausente: 1,
  'aguardando-cliente': 2,
  'em-aberto': 3,
  'em-conferencia': 4,
  finalizado: 5,
  enviada: 6,
  processada: 7,
  dispensada: 8,
}
/** Made once: each comparison by `localeCompare` looks its rules up again. */
const names = new Intl.Collator('pt-BR')

/** Errors and strange figures first, then what is furthest from filed, then by name. What comes first is judged once a row. */
export const byUrgency = (rows: readonly MonthRow[]): readonly MonthRow[] =>
  rows
    .map(row => ({ row, calm: isStrange(row) ? 0 : 1, place: rank[stateOf(row)] }))
    .toSorted(
      (one, other) =>
        one.calm - other.calm ||
        one.place - other.place ||
        names.compare(one.row.client.name, other.row.client.name) ||
        one.row.fistel.name.localeCompare(other.row.fistel.name),
    )
    .map(({ row }) => row)
