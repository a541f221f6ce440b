import { filingKey, type Filing, type Holding } from '#features/regulatory/collects/coleta/holding.ts'
import { isClients, isFiled } from '#features/regulatory/collects/coleta/steps.ts'
import { grouped } from '#kernel/grouped.ts'
import { firstDay } from '#parts/period/period.ts'
import { isInUseWithin, owes } from '#parts/tenure/tenure.ts'
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

interface DutyContext {
  readonly holdings: readonly Holding[]
  readonly filings: readonly Filing[]
  readonly done: readonly Done[]
  /** First due day of obligations marked by hand; null: from each client's registration. */
  readonly from: string | null
  /** True for a client's own people: only what waits for them is late, never what the office has yet to do. */
  readonly outside?: boolean
}

/** Who owes each duty, and how far they are; what nobody owes is left out. `today` is a day of Brasília. */
export function standingsOf(duties: readonly Duty[], known: DutyContext, today: string) {
  const { holdings, filings, done, from, outside = false } = known
  const filed = new Map(filings.map(filing => [filingKey(filing.fistel_id, filing), filing]))
  const marked = new Map(done.map(each => [`${each.client_id} ${each.obligation} ${each.period}`, each]))
  const byClient = grouped(holdings, ({ client }) => client.id)
  return duties
    .map((duty): DutyState => {
      const past = today > duty.due
      const open = (waits: boolean): Situation => (past && waits ? 'atrasada' : 'a-fazer')
      const items =
        duty.rule.told === 'coleta'
          ? holdings
              .filter(holding => serves(duty.rule, holding))
              .flatMap(each => ofFistel(duty, each, filed, outside, open))
          : [...byClient.values()].flatMap(own => ofClient(duty, own, marked, from, open(!outside)))
      return { duty, items: items.toSorted(byPressure) }
    })
    .filter(({ items }) => items.length > 0)
}

const pressure = Object.keys(situations)
/** Of each situation they keep their order, by name. */
const byPressure = (one: ObligationItem, other: ObligationItem) =>
  pressure.indexOf(one.situation) - pressure.indexOf(other.situation)

/** Whether a client with these fistels owes the duty. `from`: the first due day of obligations marked by hand. */
export function isOwed({ rule, month, due }: Duty, holdings: readonly Holding[], from: string | null): boolean {
  const serving = holdings.filter(holding => serves(rule, holding))
  if (rule.told === 'coleta') return month !== null && serving.some(holding => owes(holding, month))
  // What speaks of a month is owed by who owes its coleta and came before it fell due, though it falls due after they left.
  if (month && !serving.some(holding => owes(holding, month))) return false
  return due >= (from ?? '') && serving.some(holding => isInUseWithin(holding, month ? firstDay(month) : due, due))
}

/** Is this a service the rule speaks of, of a provider it speaks of? */
function serves({ services, exempt, licensed }: Rule, holding: Holding): boolean {
  if (services && !(holding.term !== null && services.includes(holding.term))) return false
  if (holding.regime !== null && exempt?.includes(holding.regime)) return false
  return !licensed || holding.licensed
}

function ofFistel(
  { month }: Duty,
  holding: Holding,
  filed: ReadonlyMap<string, Filing>,
  outside: boolean,
  open: (waits: boolean) => Situation,
): readonly ObligationItem[] {
  if (!month) return []
  const filing = filed.get(filingKey(holding.fistel.id, month))
  if (!filing && !owes(holding, month)) return []
  const { client, empresa, fistel, service, lapsed } = holding
  const waits = !outside || (filing !== undefined && isClients(filing.step))
  return [
    {
      client,
      empresa,
      fistel: { uuid: fistel.uuid, name: fistel.name, service },
      lapsed,
      situation: filing?.step === 'dispensada' ? 'dispensada' : filing && isFiled(filing.step) ? 'feita' : open(waits),
      done_on: filing && isFiled(filing.step) ? filing.sent_on : null,
      by: null,
      note: null,
      collect: filing?.uuid ?? null,
    },
  ]
}

/** A client owes once, whatever the number of fistels; what was done remains listed, owed or not. */
function ofClient(
  duty: Duty,
  holdings: readonly Holding[],
  marked: ReadonlyMap<string, Done>,
  from: string | null,
  open: Situation,
): readonly ObligationItem[] {
  const [first] = holdings
  if (!first) return []
  const { client, empresa, lapsed } = first
  const done = marked.get(`${client.id} ${duty.rule.id} ${duty.period}`)
  if (!done && !isOwed(duty, holdings, from)) return []
  return [
    {
      client,
      empresa,
      fistel: null,
      lapsed,
      situation: done ? 'feita' : open,
      done_on: done?.done_on ?? null,
      by: done?.by ?? null,
      note: done?.note ?? null,
      collect: null,
    },
  ]
}
