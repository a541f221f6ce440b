import { dayAfter, daysTo } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { pendingOf, type PaperRule } from '#features/clients/documents/pending.ts'
import type { Duty } from '#features/regulatory/obligations/duties.ts'
import type { ObligationItem, Situation } from '#features/regulatory/obligations/standing.ts'
import type { ItemState } from '#features/regulatory/tasks/client-tasks.ts'

/** From the worst: what is known to need somebody comes before what nobody knows, and nobody's ignorance is green. */
export const lights = {
  vermelho: { name: 'Com pendência', many: 'com pendência', tone: 'erro' },
  amarelo: { name: 'Atenção', many: 'pedem atenção', tone: 'atencao' },
  cinza: { name: 'Sem consulta', many: 'sem consulta', tone: 'neutro' },
  verde: { name: 'Regular', many: 'regulares', tone: 'ok' },
} as const
export type Light = keyof typeof lights
const order = ['vermelho', 'amarelo', 'cinza', 'verde'] as const satisfies readonly Light[]
/** Its place from the worst. */
export const weightOfLight = (light: Light) => order.indexOf(light)

export const checkKinds = { item: 'Conferências', documento: 'Documentos', obrigacao: 'Obrigações' } as const
/** One thing that is looked at of a client. Days are 'AAAA-MM-DD'. */
export interface RegularityCheck {
  /** Its own among the client's. */
  readonly key: string
  readonly kind: keyof typeof checkKinds
  readonly name: string
  /** What it belongs to, in the office's words. */
  readonly of: string | null
  /** Null: it does not apply, and counts for nothing. */
  readonly light: Light | null
  /** Its state in words. */
  readonly said: string
  /** When it was last looked at, and by whom. */
  readonly on: string | null
  readonly by: string | null
}

/** As bad as the worst; of whom nothing was looked at, nothing is known. */
export const lightOf = (checks: readonly Pick<RegularityCheck, 'light'>[]): Light =>
  order.find(light => checks.some(each => each.light === light)) ?? 'cinza'

/** Sorts the worst first, and preserves the order among equals. */
export const worstFirst = <C extends Pick<RegularityCheck, 'light'>>(checks: readonly C[]): readonly C[] =>
  [...order, null].flatMap(light => checks.filter(each => each.light === light))

/** What the reader's own words and terms are reckoned by. */
export interface LightTerms {
  readonly today: string
  /** For how many days a look is worth something. */
  readonly days: number
  /** For client users: work the office owes is not late, and internal words are omitted. */
  readonly outside: boolean
}

/** The latest that was found of an item of a checklist. */
export interface FoundItem {
  readonly tarefa_id: number | null
  readonly name: string
  readonly task: string
  readonly status: ItemState
  readonly checked_on: string | null
  readonly by: string | null
}
const checkWords = {
  'em-dia': ['verde', 'Em dia'],
  pendente: ['vermelho', 'Pendente'],
  'nao-se-aplica': [null, 'Não se aplica'],
} as const satisfies Partial<Record<ItemState, readonly [Light | null, string]>>

export function itemCheck(item: FoundItem, { today, days, outside }: LightTerms): RegularityCheck {
  const { tarefa_id, name, task, status, checked_on: on } = item
  const told = { key: `item ${tarefa_id ?? 0} ${name}`, kind: 'item', name } as const
  const rest = outside ? { of: null, by: null } : { of: task, by: item.by }
  if (status === 'nao-consultado' || on === null)
    return { ...told, ...rest, by: null, light: 'cinza', said: 'Não consultado', on: null }
  const [light, said] = checkWords[status]
  if (daysTo(today, on) <= days) return { ...told, ...rest, light, said, on }
  return { ...told, ...rest, light: 'cinza', said: `Consulta antiga: estava ${said.toLowerCase()}`, on }
}

/** What a client holds of a type of document. */
export interface ClientPapers {
  readonly document_type_id: number
  /** The last day any of them is good for; null where one is for ever. */
  readonly valid_until: string | null
  readonly on: string
  readonly by: string | null
}
const ofPending = { faltando: 'vermelho', vencido: 'vermelho', 'a-vencer': 'amarelo' } as const

/** Nothing of a type that nobody asks for and nobody sent. */
export function paperCheck(
  rule: PaperRule,
  held: ClientPapers | undefined,
  { today, outside }: LightTerms,
): RegularityCheck | null {
  if (!held && !rule.required) return null
  const [pending] = pendingOf([rule], held ? [held] : [], today)
  const until = held?.valid_until ?? null
  const day = until === null ? '' : showDate(until)
  const said = {
    faltando: 'Falta enviar',
    vencido: `Venceu em ${day}`,
    'a-vencer': `Vence em ${day}`,
    vigente: until === null ? 'Guardado, sem validade' : `Válido até ${day}`,
  }[pending?.state ?? 'vigente']
  return {
    key: `documento ${rule.id}`,
    kind: 'documento',
    name: rule.name,
    of: null,
    light: pending ? ofPending[pending.state] : 'verde',
    said,
    on: held?.on ?? null,
    by: outside ? null : (held?.by ?? null),
  }
}

/** One time a client owes an obligation. */
export interface OwedTime {
  readonly duty: Pick<Duty, 'rule' | 'label' | 'period' | 'cutoff' | 'due'>
  readonly item: Pick<ObligationItem, 'situation' | 'done_on' | 'by'>
}
const times = { one: 'vez', many: 'vezes', gender: 'f' } as const

/** What a client's times of one obligation come to: a check is made of it, and nothing is made of each time. */
export interface DutySum {
  readonly rule: Duty['rule']
  late: number
  /** Labels of those that are late, the first of them. */
  readonly labels: string[]
  /** The first whose deadline of the office is past. */
  pressing: OwedTime['duty'] | null
  /** The last that was done, and where its item is. */
  last: OwedTime['duty'] | null
  from: ItemsOfDuty | null
  at: number
}
/** Makes the item at a place. */
export interface ItemsOfDuty {
  readonly itemOf: (at: number) => OwedTime['item']
}
const latePlaces = 3

export const emptySum = ({ rule }: OwedTime['duty']): DutySum => ({
  rule,
  late: 0,
  labels: [],
  pressing: null,
  last: null,
  from: null,
  at: 0,
})

/** Adds a time; they come in the order they fall due. */
export function addTime(
  sum: DutySum,
  duty: OwedTime['duty'],
  situation: Situation,
  from: ItemsOfDuty,
  at: number,
  today: string,
) {
  if (situation === 'atrasada') {
    sum.late++
    if (sum.labels.length < latePlaces) sum.labels.push(duty.label ?? duty.period)
  } else if (situation === 'a-fazer') {
    if (!sum.pressing && (duty.cutoff ?? duty.due) < today) sum.pressing = duty
  } else {
    sum.last = duty
    sum.from = from
    sum.at = at
  }
}

/** All the times of one obligation, in the order they fall due; nothing while none was done and none is late. */
export function dutyCheck(owed: readonly OwedTime[], terms: LightTerms): RegularityCheck | null {
  const [first] = owed
  if (!first) return null
  const sum = emptySum(first.duty)
  const from: ItemsOfDuty = { itemOf: at => (owed[at] ?? first).item }
  for (const [at, { duty, item }] of owed.entries()) addTime(sum, duty, item.situation, from, at, terms.today)
  return checkOfSum(sum, terms)
}

export function checkOfSum(sum: DutySum, { outside }: Pick<LightTerms, 'outside'>): RegularityCheck | null {
  const { id, name } = sum.rule
  const known = { key: `obrigacao ${id}`, kind: 'obrigacao', name, of: null } as const
  const waiting = { on: null, by: null }
  if (sum.late) {
    const which = sum.late > latePlaces ? `${count(sum.late, times)}, desde ${sum.labels[0]}` : sum.labels.join(', ')
    return { ...known, ...waiting, light: 'vermelho', said: `Atrasada: ${which}` }
  }
  // People outside the office do not see its own deadlines.
  if (sum.pressing && !outside) {
    const { label, period, cutoff, due } = sum.pressing
    return {
      ...known,
      ...waiting,
      light: 'amarelo',
      said: `${label ?? period}: o prazo da casa passou em ${showDate(cutoff ?? due)}`,
    }
  }
  if (!sum.last || !sum.from) return null
  const { label, period } = sum.last
  const { situation, done_on, by } = sum.from.itemOf(sum.at)
  return {
    ...known,
    light: 'verde',
    said: `${situation === 'feita' ? 'Feita' : 'Dispensada'}: ${label ?? period}`,
    on: done_on,
    by: outside ? null : by,
  }
}

/** 'hoje', 'há 12 dias'; an em dash where nobody looked. */
export function lookAge(on: string | null, today: string): string {
  if (on === null) return '—'
  const days = daysTo(today, on)
  return days <= 0 ? 'hoje' : days === 1 ? 'ontem' : `há ${days} dias`
}

/** The last day a look made on this one counts. */
export const goodUntil = (on: string, days: number) => dayAfter(on, days)
