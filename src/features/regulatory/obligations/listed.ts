import { can, type User } from '#kernel/access.ts'
import { legalDayInWords, type Duty } from '#features/regulatory/obligations/duties.ts'
import type { Mark } from '#features/regulatory/obligations/rules.ts'
import type { ObligationItem, Situation, DutyState } from '#features/regulatory/obligations/standing.ts'

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

/** Groups in the order they fall due, and everything in them in the same order. */
export function listDuties(standings: readonly DutyState[]): {
  readonly groups: readonly DutyGroup[]
  readonly items: readonly ListedItem[]
} {
  return {
    groups: standings.map(groupOf),
    items: standings.flatMap(({ duty: { rule, period }, items }) =>
      items.map(item => ({ obligation: rule.id, period, ...item })),
    ),
  }
}

export function groupOf({ duty, items }: DutyState): DutyGroup {
  const { rule, period, label, opens, cutoff, legal, due } = duty
  const { id, name, short, basis, mark, note = null, told } = rule
  const clients = new Set(items.map(({ client }) => client.id)).size
  const counts = countsOf(items)
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

function countsOf(items: readonly ObligationItem[]): DutyGroup['counts'] {
  const of = (situation: Situation) => items.filter(each => each.situation === situation).length
  return { atrasada: of('atrasada'), 'a-fazer': of('a-fazer'), feita: of('feita'), dispensada: of('dispensada') }
}

/** How many are still to be done. */
export const openOf = ({ counts }: Pick<DutyGroup, 'counts'>) => counts['a-fazer'] + counts.atrasada
/** 'fust 2026-10': one duty among all. */
export const dutyKey = ({ obligation, period }: Pick<DutyGroup, 'obligation' | 'period'>) => `${obligation} ${period}`
