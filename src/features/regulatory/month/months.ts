import { filingKey, type Filing, type Holding } from '#features/regulatory/collects/coleta/holding.ts'
import { dueDay, shift, type Period } from '#parts/period/period.ts'
import { isFiled } from '#features/regulatory/collects/coleta/steps.ts'
import type { MonthCell, YearRow } from '#features/regulatory/month/schema.ts'
import type { MonthOutcome } from '#features/regulatory/month/outcomes.ts'
import { owes } from '#parts/tenure/tenure.ts'

/** The twelve months up to `last`. */
export const yearTo = (last: Period): readonly Period[] => Array.from({ length: 12 }, (_, i) => shift(last, i - 11))

/** Every holding that owed, or delivered, any of the months. `today` is a day of Brasília. */
export function yearRows(
  holdings: readonly Holding[],
  filings: readonly Filing[],
  months: readonly Period[],
  today: string,
): readonly YearRow[] {
  const filed = new Map(filings.map(filing => [filingKey(filing.fistel_id, filing), filing]))
  return holdings
    .map(holding => {
      const { client, fistel, empresa, service, lapsed } = holding
      const cells = months.map(month => cellOf(holding, filed.get(filingKey(fistel.id, month)), month, today))
      return { client, fistel, empresa, service, lapsed, cells }
    })
    .filter(({ cells }) => cells.some(({ outcome }) => outcome !== 'nao-esperada'))
}

/** What is over and was not sent is missing, however far it came: the agency did not receive it. */
export function cellOf(holding: Holding, filing: Filing | undefined, month: Period, today: string): MonthCell {
  const collect = filing?.uuid ?? null
  const of = (outcome: MonthOutcome, late = false): MonthCell => ({ outcome, late, collect })
  if (!filing && !owes(holding, month)) return of('nao-esperada')
  if (filing?.step === 'dispensada') return of('dispensada')
  if (filing && isFiled(filing.step)) {
    const late = filing.sent_on !== null && filing.sent_on > dueDay(month)
    return of(filing.zeroed ? 'zerada' : late ? 'atrasada' : 'prazo', late)
  }
  return of(today > dueDay(month) ? 'ausente' : 'aberta')
}

export interface MonthTally {
  /** Past its last day, or delivered before: the three outcomes together. */
  readonly due: number
  /** Percents that add up to 100; none when nothing was due. */
  readonly onTime: number
  readonly late: number
  readonly missing: number
}

/** The three outcomes of a column; a zeroed coleta was delivered, and what is not over, or not owed, does not count. */
export function tallyOf(cells: readonly MonthCell[]): MonthTally | null {
  const counted = cells.filter(({ outcome }) => ['prazo', 'atrasada', 'ausente', 'zerada'].includes(outcome))
  if (!counted.length) return null
  const missing = counted.filter(({ outcome }) => outcome === 'ausente').length
  const late = counted.filter(each => each.outcome !== 'ausente' && each.late).length
  const [onTime = 0, afterwards = 0, never = 0] = wholePercents([counted.length - missing - late, late, missing])
  return { due: counted.length, onTime, late: afterwards, missing: never }
}

/** Returns whole percents that add up to 100: the largest remainders round up. */
function wholePercents(parts: readonly number[]): readonly number[] {
  const sum = parts.reduce((all, part) => all + part, 0)
  const exact = parts.map(part => (part * 100) / sum)
  const lost = 100 - exact.reduce((all, part) => all + Math.floor(part), 0)
  const most = exact
    .map((part, i) => ({ i, rest: part % 1 }))
    .toSorted((one, other) => other.rest - one.rest)
    .slice(0, lost)
    .map(({ i }) => i)
  return exact.map((part, i) => Math.floor(part) + (most.includes(i) ? 1 : 0))
}
