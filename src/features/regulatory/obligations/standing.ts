import {
  filingKey,
  monthNumber,
  type Filing,
  type Holding,
  type MonthSteps,
} from '#features/regulatory/collects/coleta/holding.ts'
import { isClients, isFiled, type Step } from '#features/regulatory/collects/coleta/steps.ts'
import { grouped } from '#kernel/grouped.ts'
import { firstDay } from '#parts/period/period.ts'
import { isInUseWithin, owesIn } from '#parts/tenure/tenure.ts'
import type { Duty } from '#features/regulatory/obligations/duties.ts'
import type { Rule } from '#features/regulatory/obligations/rules.ts'

/** In display order: the most urgent first. */
export const situations = {
  atrasada: { name: 'Atrasada', many: 'Atrasadas', tone: 'erro' },
  'a-fazer': { name: 'A fazer', many: 'A fazer', tone: 'info' },
  feita: { name: 'Feita', many: 'Feitas', tone: 'ok' },
  dispensada: { name: 'Dispensada', many: 'Dispensadas', tone: 'neutro' },
} as const
export type Situation = keyof typeof situations
export const isSituation = (name: string): name is Situation => name in situations

/** A mark that an obligation is done. */
export interface Done {
  readonly client_id: number
  readonly obligation: string
  readonly period: string
  readonly done_on: string
  readonly note: string | null
  readonly by: string | null
}

/** An obligation of one client, and of one fistel where each has its own. */
export interface ObligationItem {
  readonly client: Holding['client']
  readonly empresa: Holding['empresa']
  readonly fistel: { readonly uuid: string; readonly name: string; readonly service: string } | null
  readonly lapsed: Holding['lapsed']
  readonly situation: Situation
  /** The day it was done, or sent. */
  readonly done_on: string | null
  readonly by: string | null
  readonly note: string | null
  /** The coleta that determines it, where one was opened. */
  readonly collect: string | null
}
export interface DutyState {
  readonly duty: Duty
  readonly items: readonly ObligationItem[]
}

/**
 * Who owes a duty, and in which situation each is, by name. Items are made only of those that are shown: a year of all clients is a
 * hundred thousand of them.
 */
export interface DutyFacts {
  readonly duty: Duty
  /** Whose each item is; of what a client owes once, its first fistel. */
  readonly holders: readonly Holding[]
  /** Of each holder. */
  readonly situations: readonly Situation[]
  /** The item of the holder at this place; `filing`: what there is of the coleta that determines it. */
  readonly itemOf: (at: number, filing?: Filing) => ObligationItem
}

interface FactsContext {
  readonly holdings: readonly Holding[]
  readonly steps: MonthSteps
  readonly done: readonly Done[]
  /** First due day of obligations marked by hand; null: from each client's registration. */
  readonly from: string | null
  /** True for a client's own people: only what waits for them is late, never what the office has yet to do. */
  readonly outside?: boolean
}
type DutyContext = Omit<FactsContext, 'steps'> & { readonly filings: readonly Filing[] }

/** The fistels of one client, and those of them that a rule speaks of. */
interface ClientFistels {
  readonly all: readonly Holding[]
  readonly serving: readonly Holding[]
}

/** Who owes each duty, and how far they are; what nobody owes is left out. `today` is a day of Brasília. */
export function standingsOf(duties: readonly Duty[], { filings, ...known }: DutyContext, today: string) {
  const filed = new Map(filings.map(filing => [filingKey(filing.fistel_id, filing), filing]))
  return factsOfDuties(duties, { ...known, steps: stepsIn(filings) }, today).map((facts): DutyState => {
    const { month } = facts.duty
    const filingOf = (at: number) => month && filed.get(filingKey(facts.holders[at]?.fistel.id ?? 0, month))
    return { duty: facts.duty, items: placesByUrgency(facts).map(at => facts.itemOf(at, filingOf(at) ?? undefined)) }
  })
}

/** The facts of each duty that somebody owes, in the order they fall due. */
export function factsOfDuties(duties: readonly Duty[], known: FactsContext, today: string): readonly DutyFacts[] {
  const { holdings, steps, done, from, outside = false } = known
  const marked = byDuty(done)
  const clients = [...grouped(holdings, ({ client }) => client.id).values()]
  // One rule has many duties, and who it speaks of is the same in all of them.
  const fistelsOf = remembered((rule: Rule) => holdings.filter(holding => serves(rule, holding)))
  const clientsOf = remembered((rule: Rule) =>
    clients.map((all): ClientFistels => ({ all, serving: all.filter(holding => serves(rule, holding)) })),
  )
  return duties
    .map((duty): DutyFacts => {
      const { rule, month } = duty
      const past = today > duty.due
      const open = (waits: boolean): Situation => (past && waits ? 'atrasada' : 'a-fazer')
      if (rule.told === 'coleta')
        return ofFistels(duty, fistelsOf(rule), month ? steps.get(monthNumber(month)) : undefined, outside, open)
      const marks = marked.get(dutyName(rule.id, duty.period))
      return ofClients(duty, clientsOf(rule), marks, owedBy(duty, from), open(!outside))
    })
    .filter(({ holders }) => holders.length > 0)
}

const dutyName = (obligation: string, period: string) => `${obligation} ${period}`

/** The steps of these coletas. */
function stepsIn(filings: readonly Filing[]): MonthSteps {
  const months = [...grouped(filings, monthNumber)]
  return new Map(months.map(([month, some]) => [month, new Map(some.map(each => [each.fistel_id, each.step]))]))
}

/** Marks by duty, and by client in it. */
function byDuty(done: readonly Done[]): ReadonlyMap<string, ReadonlyMap<number, Done>> {
  const duties = [...grouped(done, ({ obligation, period }) => dutyName(obligation, period))]
  return new Map(duties.map(([name, some]) => [name, new Map(some.map(each => [each.client_id, each]))]))
}

function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return key => {
    const found = known.get(key) ?? make(key)
    known.set(key, found)
    return found
  }
}

const pressure = Object.keys(situations)
/** The places of holders, the most urgent first; of each situation they keep their order, by name. */
export const placesByUrgency = ({ situations: all }: Pick<DutyFacts, 'situations'>): readonly number[] =>
  pressure.flatMap(name => all.flatMap((situation, at) => (situation === name ? [at] : [])))

/** Whether a client with these fistels owes the duty. `from`: the first due day of obligations marked by hand. */
export const isOwed = (duty: Duty, holdings: readonly Holding[], from: string | null): boolean =>
  owedBy(duty, from)(holdings.filter(holding => serves(duty.rule, holding)))

/** `isOwed` of one duty for many clients, by their fistels that its rule speaks of. */
function owedBy({ rule, month, due }: Duty, from: string | null): (serving: readonly Holding[]) => boolean {
  const owesMonth = month && owesIn(month)
  if (rule.told === 'coleta') return serving => owesMonth !== null && serving.some(owesMonth)
  if (due < (from ?? '')) return () => false
  const since = month ? firstDay(month) : due
  return serving =>
    // What speaks of a month is owed by who owes its coleta and came before it fell due, though it falls due after they left.
    (owesMonth === null || serving.some(owesMonth)) && serving.some(holding => isInUseWithin(holding, since, due))
}

/** Is this a service the rule speaks of, of a provider it speaks of? */
function serves({ services, exempt, licensed }: Rule, holding: Holding): boolean {
  if (services && !(holding.term !== null && services.includes(holding.term))) return false
  if (holding.regime !== null && exempt?.includes(holding.regime)) return false
  return !licensed || holding.licensed
}

function ofFistels(
  duty: Duty,
  holdings: readonly Holding[],
  steps: ReadonlyMap<number, Step> | undefined,
  outside: boolean,
  open: (waits: boolean) => Situation,
): DutyFacts {
  const { month } = duty
  const holders: Holding[] = []
  const found: Situation[] = []
  const owesMonth = month && owesIn(month)
  for (const holding of owesMonth ? holdings : []) {
    const step = steps?.get(holding.fistel.id)
    if (!step && !owesMonth?.(holding)) continue
    const waits = !outside || (step !== undefined && isClients(step))
    holders.push(holding)
    found.push(step === 'dispensada' ? 'dispensada' : step && isFiled(step) ? 'feita' : open(waits))
  }
  const itemOf: DutyFacts['itemOf'] = (at, filing) => {
    const { client, empresa, fistel, service, lapsed } = elementAt(holders, at)
    return {
      client,
      empresa,
      fistel: { uuid: fistel.uuid, name: fistel.name, service },
      lapsed,
      situation: elementAt(found, at),
      done_on: filing && isFiled(filing.step) ? filing.sent_on : null,
      by: null,
      note: null,
      collect: filing?.uuid ?? null,
    }
  }
  return { duty, holders, situations: found, itemOf }
}

/** A client owes once, whatever the number of fistels; what was done remains listed, owed or not. */
function ofClients(
  duty: Duty,
  clients: readonly ClientFistels[],
  marked: ReadonlyMap<number, Done> | undefined,
  isOwedBy: (serving: readonly Holding[]) => boolean,
  open: Situation,
): DutyFacts {
  const holders: Holding[] = []
  const found: Situation[] = []
  for (const { all, serving } of clients) {
    const [first] = all
    if (!first) continue
    const isMarked = marked?.has(first.client.id) ?? false
    if (!isMarked && !isOwedBy(serving)) continue
    holders.push(first)
    found.push(isMarked ? 'feita' : open)
  }
  const itemOf: DutyFacts['itemOf'] = at => {
    const { client, empresa, lapsed } = elementAt(holders, at)
    const done = marked?.get(client.id)
    return {
      client,
      empresa,
      fistel: null,
      lapsed,
      situation: elementAt(found, at),
      done_on: done?.done_on ?? null,
      by: done?.by ?? null,
      note: done?.note ?? null,
      collect: null,
    }
  }
  return { duty, holders, situations: found, itemOf }
}

function elementAt<T>(all: readonly T[], at: number): T {
  const found = all[at]
  if (found === undefined) throw new Error(`nobody is at ${at}`)
  return found
}
