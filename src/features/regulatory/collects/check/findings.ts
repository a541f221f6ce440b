import { showDecimal, showInteger, showMeasure, showMoney } from '#kernel/show.ts'
import { isCounted, withCounted } from '#features/regulatory/collects/coleta/counted.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import type { CountChange } from '#features/regulatory/collects/compare/schema.ts'
import { compareMonths, grownBy, jumps, kindOf } from '#features/regulatory/collects/compare/compare.ts'
import { label, monthsBetween, type Period } from '#parts/period/period.ts'

/** Findings block the filing of a coleta, need a second look, or only inform. */
export const severities = { impede: 'Impede', atencao: 'Atenção', dica: 'Dica' } as const
export interface Finding {
  /** The same as long as what it speaks of is the same: figures that change bring it back. They come last. */
  readonly key: string
  readonly severity: keyof typeof severities
  /** Where to look: a field of the form, as in `locations.3`; null when it is about the whole. */
  readonly field: string | null
  readonly message: string
  /** How to put it right. */
  readonly fix: string | null
}

/** What a finding is about, without its figures: the same from month to month. Keys say it first. */
export const subjectOf = (key: string) => key.replace(/:\d.*$/, '')

/** What the coleta is judged with. */
export interface Evidence {
  readonly collect: Collect
  /** The same fistel's coleta of the month before; null when there is none. */
  readonly before: Collect | null
  /** What there is to say of its lines, each by itself. */
  readonly lines: readonly Finding[]
  /** Why the file cannot be written; null when it can. */
  readonly unwritable: string | null
  /** What the file's writer noticed. */
  readonly notes: readonly string[]
  /** A change of this many percent needs a second look; the client's own value or the office's. */
  readonly threshold: number
  /** The first of the months in a row, up to this one, with the very same accesses. */
  readonly sameSince: Period
  /** After so many such months the check asks if nothing changed. */
  readonly patience: number
}

/** Fewer accesses of difference than this are no surprise, whatever their share. */
const smallDifference = 10

/** Judges a coleta. Pure: the same evidence always gives the same findings, the gravest first. */
export const findingsOf = (evidence: Evidence): readonly Finding[] => [
  ...blocking(evidence),
  ...ofLines(evidence, 'impede'),
  ...evidence.notes.map((note): Finding => ({ ...about(null), key: `nota:${note}`, message: note })),
  ...zeroing(evidence),
  ...ofLines(evidence, 'atencao'),
  ...sinceLastMonth(evidence),
  ...standingStill(evidence),
  ...unserved(evidence),
  ...ofLines(evidence, 'dica'),
  ...hints(evidence),
]

const ofLines = ({ lines }: Evidence, grave: Finding['severity']) => lines.filter(({ severity }) => severity === grave)

const about = (field: string | null) => ({ severity: 'atencao', field, fix: null }) as const
const total = ({ locations }: Pick<Collect, 'locations'>) =>
  withCounted(locations).reduce(
    (sum, { accesses_ordered: accesses }) => sum + accesses.reduce((all, { amount }) => all + amount, 0),
    0,
  )
const isEmpty = ({ locations }: Collect) =>
  withCounted(locations).every(({ accesses_ordered: accesses }) => accesses.length === 0)

/** Anatel, layout "Acessos - SCM": at least one record, and each as the layout says. */
function blocking({ collect, unwritable }: Evidence): readonly Finding[] {
  const impede = { severity: 'impede', field: 'locations' } as const
  if (isEmpty(collect))
    return [
      {
        ...impede,
        key: 'vazia',
        message: 'A coleta não tem acessos.',
        fix: 'Preencha os acessos ou, se não houve nenhum, declare a coleta zerada.',
      },
    ]
  return unwritable === null ? [] : [{ ...impede, key: 'arquivo', message: unwritable, fix: null }]
}

/** How to file nothing is written nowhere; practice is one record with zero accesses, which the agency hunts when untrue. */
function zeroing({ collect }: Evidence): readonly Finding[] {
  if (isEmpty(collect) || total(collect) > 0) return []
  const message = collect.zeroed
    ? 'Coleta zerada: a Anatel confere quem declara não ter acessos.'
    : 'Todos os acessos são zero, e a coleta não foi declarada zerada.'
  return [{ ...about('locations'), key: 'zerada', message, fix: 'Confirme com o cliente que não houve nenhum acesso.' }]
}

function sinceLastMonth({ collect, before, threshold }: Evidence): readonly Finding[] {
  // Of a coleta without accesses everything has gone, and that it is empty says so.
  if (!before || isEmpty(before) || isEmpty(collect)) return []
  const { accesses, places, kinds, billing } = compareMonths(collect, before)
  const strange = (change: CountChange) => jumps(change, threshold)
  const fieldOf = (place: string) => {
    const at = collect.locations.findIndex(({ city }) => city.name === place)
    return at < 0 ? 'locations' : `locations.${at}`
  }
  /** The number that moved the most, of one municipality or of all. */
  const movedIn = (of?: string) => {
    for (const { place, name } of kinds) {
      if (of !== undefined && place !== of) continue
      const at = collect.locations.findIndex(({ city }) => city.name === place)
      const row =
        collect.locations[at]?.accesses_ordered.findIndex(access => isCounted(access) && kindOf(access) === name) ?? -1
      if (row >= 0) return `locations.${at}.accesses_ordered.${row}.amount`
    }
    return of === undefined ? 'locations' : fieldOf(of)
  }
  const found: Finding[] = []
  const add = (key: string, field: string, message: string, fix: string | null = null) =>
    found.push({ ...about(field), key, message, fix })
  const counts = ({ before: was, after: is }: CountChange) => `de ${showInteger(was)} para ${showInteger(is)}`
  const moved = (change: CountChange) => Math.abs(change.after - change.before) >= smallDifference

  if (strange(accesses) && moved(accesses))
    add(
      `total:${accesses.before}:${accesses.after}`,
      movedIn(),
      `O total de acessos ${went(accesses)} desde o mês anterior (${counts(accesses)}).`,
    )
  for (const place of places) {
    const { name, before: was, after: is } = place
    if (is === 0 && was > 0)
      add(`sumiu:${name}:${was}`, 'locations', `${name} sumiu: tinha ${showInteger(was)} acessos no mês anterior.`)
    else if (was === 0 && is > 0)
      add(`novo:${name}:${is}`, fieldOf(name), `${name} é novo: não estava no mês anterior.`)
    else if (strange(place) && moved(place))
      add(`municipio:${name}:${was}:${is}`, movedIn(name), `${name} ${went(place)} (${counts(place)} acessos).`)
  }
  for (const technology of fresh(collect, before, ({ technology_type }) => technology_type?.name ?? null))
    add(`tecnologia:${technology}`, 'locations', `A tecnologia ${technology} não estava no mês anterior.`)
  for (const medium of fresh(collect, before, ({ attendance_middle }) => attendance_middle.name))
    add(`meio:${medium}`, 'locations', `O meio ${medium} não estava no mês anterior.`)
  for (const change of billing)
    if (change.after > 0 && change.before > 0 && strange(change))
      add(
        `faturamento:${change.name}:${change.before}:${change.after}`,
        billingOf(collect, change.name),
        `O faturamento bruto de ${change.name} ${went(change)} (de ${showMoney(change.before)} para ${showMoney(change.after)}).`,
      )
  return found
}

/** Where the billing of a state is typed. */
function billingOf({ finances }: Collect, of: string | null): string {
  const at = finances.findIndex(({ state }) => state === of)
  return at < 0 ? 'finances' : `finances.${at}.gross_billing`
}

/** A base that never moves is rarely counted. */
function standingStill({ collect, sameSince, patience }: Evidence): readonly Finding[] {
  const months = monthsBetween(sameSince, collect) + 1
  if (months < patience || total(collect) === 0) return []
  const message = `Sem mudança há ${months} meses: os mesmos acessos desde ${label(sameSince)}.`
  const fix = 'Confirme com o cliente que a base foi contada.'
  return [{ ...about('locations'), key: `parada:${label(sameSince)}`, message, fix }]
}

/** Where there are accesses, and where there is money. */
const statesOf = ({ locations, finances }: Collect) => ({
  served: new Set(
    withCounted(locations).flatMap(({ state, accesses_ordered: accesses }) =>
      accesses.some(each => each.amount > 0) ? state : [],
    ),
  ),
  paid: new Set(finances.flatMap(({ state, gross_billing }) => (gross_billing > 0 ? state : []))),
})

/** Finds states billed without accesses: one of the two is incomplete. */
function unserved({ collect }: Evidence): readonly Finding[] {
  const { served, paid } = statesOf(collect)
  return [...paid]
    .filter(state => !served.has(state))
    .map(state => ({
      ...about(billingOf(collect, state)),
      key: `sem-acessos:${state}`,
      message: `Há faturamento em ${state} e nenhum acesso.`,
      fix: 'Preencha os acessos do estado, ou corrija o faturamento.',
    }))
}

/** Accesses that earn nothing, once there is money at all. */
function unpaid(collect: Collect): readonly Omit<Finding, 'severity' | 'fix'>[] {
  if (!collect.finances.length) return []
  const { served, paid } = statesOf(collect)
  return [...served]
    .filter(state => state !== null && !paid.has(state))
    .map(state => ({
      key: `sem-receita:${state}`,
      field: billingOf(collect, state),
      message: `Há acessos em ${state} e nenhum faturamento.`,
    }))
}

function hints({ collect, before }: Evidence): readonly Finding[] {
  const hint = { severity: 'dica', fix: null } as const
  const speeds = before && !isEmpty(before) ? fresh(collect, before, ({ speed }) => speed) : []
  return [
    ...(before
      ? []
      : [{ ...hint, key: 'primeira', field: null, message: 'Não há coleta do mês anterior com que comparar.' }]),
    ...(speeds.length
      ? [
          {
            ...hint,
            key: `velocidades:${speeds.join()}`,
            field: 'locations',
            message: `${speeds.length === 1 ? 'Velocidade nova' : 'Velocidades novas'}: ${speeds.map(each => showMeasure(each, 'Mbps')).join(', ')}.`,
          },
        ]
      : []),
    ...unpaid(collect).map(each => ({ ...hint, ...each })),
    ...(collect.finances.length
      ? []
      : [
          {
            ...hint,
            key: 'sem-financeiro',
            field: 'finances',
            message: 'O financeiro está vazio: sem ele não há FUST nem econômico do semestre.',
          },
        ]),
  ]
}

type LineAccess = Collect['locations'][number]['accesses_ordered'][number]
/** What this month has and the one before had not, in order. */
function fresh<T extends string | number>(
  after: Collect,
  before: Collect,
  pick: (access: LineAccess) => T | null,
): readonly T[] {
  const all = ({ locations }: Collect) =>
    new Set(
      withCounted(locations).flatMap(({ accesses_ordered: accesses }) =>
        accesses.flatMap(access => pick(access) ?? []),
      ),
    )
  const known = all(before)
  return [...all(after)].filter(each => !known.has(each)).toSorted((one, other) => (one < other ? -1 : 1))
}

function went(change: CountChange): string {
  const share = grownBy(change) ?? 100
  return `${share < 0 ? 'caiu' : 'cresceu'} ${showDecimal(Math.abs(share))} %`
}
