import { can, type User } from '#kernel/access.ts'
import { legalDayInWords, type Duty } from '#features/regulatory/obligations/duties.ts'
import type { Mark } from '#features/regulatory/obligations/rules.ts'
import {
  placesByUrgency,
  type DutyFacts,
  type ObligationItem,
  type Situation,
  type DutyState,
} from '#features/regulatory/obligations/standing.ts'

/** A duty in the list: its name, its dates, and its clients per situation. */
export interface DutyGroup extends Pick<Duty, 'period' | 'label' | 'opens' | 'cutoff' | 'legal' | 'due'> {
  readonly obligation: string
  readonly name: string
  readonly short: string
  readonly basis: string
  readonly mark: Mark
  readonly note: string | null
  /** Why it is due on that day, where banks are closed on the one its rule says. */
  readonly moved: string | null
  /** Done when its coleta is sent; nobody says so by hand. */
  readonly by_collect: boolean
  readonly clients: number
  /** Of each fistel where each has its own. */
  readonly counts: Readonly<Record<Situation, number>>
}
/** What one client owes, and of which duty. */
export interface ListedItem extends ObligationItem {
  readonly obligation: string
  readonly period: string
}
/** The page where it is done; null where that is outside this system, or not for this reader. */
export function addressOfWork({ collect, obligation, period, client }: ListedItem, user: User): string | null {
  if (collect) return `/collects/${collect}`
  if (obligation === 'infraestrutura' && can(user, 'infrastructure-filings.quadro'))
    return `/infraestrutura?ano=${period}&cliente=${client.uuid}`
  if (obligation !== 'economico' || !can(user, 'collects.semestre')) return null
  return `/collects/semestre?semestre=${period.replace('S', '')}&cliente=${client.uuid}`
}

/** Which of the items a reader wants, of which duties. */
export interface WantedDuties {
  readonly obligation?: string | undefined
  readonly period?: string | undefined
  readonly situation?: Situation | undefined
}

/** An item that is wanted: its duty, and the place of its holder. */
export interface WantedItem {
  readonly facts: DutyFacts
  readonly at: number
}

/** How many items are wanted, and those of them from one place to another, in the order they fall due and are listed. */
export function listDuties(
  all: readonly DutyFacts[],
  { obligation, period, situation }: WantedDuties,
  from: number,
  to: number,
): { readonly items: readonly WantedItem[]; readonly total: number } {
  const items: WantedItem[] = []
  let total = 0
  for (const facts of all) {
    const { duty, situations } = facts
    if (obligation !== undefined && duty.rule.id !== obligation) continue
    if (period !== undefined && duty.period !== period) continue
    const many = situation === undefined ? situations.length : countsOf(situations)[situation]
    if (total < to && total + many > from) {
      const wanted = placesByUrgency(facts).filter(at => situation === undefined || situations[at] === situation)
      items.push(...wanted.slice(Math.max(0, from - total), to - total).map(at => ({ facts, at })))
    }
    total += many
  }
  return { items, total }
}

/** The duty in the list. */
export const groupOfFacts = ({ duty, holders, situations }: DutyFacts): DutyGroup =>
  groupWith(duty, holders, countsOf(situations))

export const groupOf = ({ duty, items }: DutyState): DutyGroup =>
  groupWith(duty, items, countsOf(items.map(({ situation }) => situation)))

function groupWith(duty: Duty, of: readonly Pick<ObligationItem, 'client'>[], counts: DutyGroup['counts']): DutyGroup {
  const { rule, period, label, opens, cutoff, legal, due } = duty
  const { id, name, short, basis, mark, note = null, told } = rule
  // Only coletas are of fistels, of which a client may have several.
  const clients = told === 'coleta' ? new Set(of.map(({ client }) => client.id)).size : of.length
  return {
    obligation: id,
    name,
    short,
    basis,
    mark,
    note,
    moved: legalDayInWords(duty),
    by_collect: told === 'coleta',
    period,
    label,
    opens,
    cutoff,
    legal,
    due,
    clients,
    counts,
  }
}

function countsOf(situations: readonly Situation[]): DutyGroup['counts'] {
  const counts = { atrasada: 0, 'a-fazer': 0, feita: 0, dispensada: 0 }
  for (const situation of situations) counts[situation]++
  return counts
}

/** How many are still to be done. */
export const openOf = ({ counts }: Pick<DutyGroup, 'counts'>) => counts['a-fazer'] + counts.atrasada
/** 'fust 2026-10': one duty among all. */
export const dutyKey = ({ obligation, period }: Pick<DutyGroup, 'obligation' | 'period'>) => `${obligation} ${period}`
