import { fees, termsOn, type Fee, type FeeTerm } from '#features/network/stations/fees/table.ts'

/** What of a station decides what it owes. */
export interface FeeStation {
  readonly uuid: string
  readonly name: string
  /** Of its fistel. */
  readonly service: string | null
  readonly station_class: string | null
  readonly station_type: string | null
  readonly is_virtual: boolean
  readonly is_link: boolean
  /** Its licence lists frequencies. */
  readonly transmits: boolean
  readonly first_licensed_on: string | null
  readonly licensed_on: string | null
  readonly valid_until: string | null
}

/** A station is not in the sum for these reasons: it owes nothing, or its fee is unknown. */
export const notInSum = {
  foreign: 'de terceiro, em nuvem ou virtual: quem paga é outro',
  later: 'licenciadas depois deste ano',
  undated: 'sem data de licenciamento: dispensadas, ou por informar',
  ended: 'com licença vencida antes do ano: renovada ou desligada?',
  unserved: 'sem fistel, ou com fistel sem serviço',
  unpriced: 'de serviço sem valor na tabela',
} as const
export type NotInSum = keyof typeof notInSum
/** Of these it is known that they owe nothing. */
const settled: ReadonlySet<NotInSum> = new Set<NotInSum>(['foreign', 'later'])

export interface FeeLine {
  readonly uuid: string
  readonly name: string
  readonly service: string | null
  /** Cents; null where it is not owed, or not known. */
  readonly cents: Readonly<Record<Fee, number | null>>
  readonly total: number
  readonly why: NotInSum | null
}
export interface FeeEstimate {
  readonly lines: readonly FeeLine[]
  readonly totals: Readonly<Record<Fee, number>> & { readonly total: number }
  /** How many are left out for each reason, and how many of those may owe something. */
  readonly left: readonly { readonly key: NotInSum; readonly count: number; readonly settled: boolean }[]
  /** Stations in the sum whose Condecine is in no table. */
  readonly withoutCondecine: number
}

const nothing = { tfi: null, tff: null, cfrp: null, condecine: null } as const
const names: readonly Fee[] = ['tfi', 'tff', 'cfrp', 'condecine']

/** A radio link that serves SCM is licensed as a service of its own. */
export const serviceOf = ({ service, station_class, is_link, transmits }: FeeStation) =>
  service === '045' && transmits && (is_link || station_class === 'FX') ? '046' : service

/**
 * What the stations of a client would owe in a year: TFI where they are licensed in it, and TFF, CFRP and Condecine, due on 31 March,
 * where they were licensed on the last day of the year before (Lei 5.070/1966, arts. 6º to 8º).
 */
export function estimateFees(all: readonly FeeStation[], year: number, terms: readonly FeeTerm[]): FeeEstimate {
  const lines = all.map(station => lineOf(station, year, terms))
  const sum = (of: (line: FeeLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const whys = Object.keys(notInSum).filter((key): key is NotInSum => lines.some(({ why }) => why === key))
  return {
    lines,
    totals: {
      tfi: sum(({ cents }) => cents.tfi ?? 0),
      tff: sum(({ cents }) => cents.tff ?? 0),
      cfrp: sum(({ cents }) => cents.cfrp ?? 0),
      condecine: sum(({ cents }) => cents.condecine ?? 0),
      total: sum(({ total }) => total),
    },
    left: whys.map(key => ({
      key,
      count: lines.filter(({ why }) => why === key).length,
      settled: settled.has(key),
    })),
    withoutCondecine: lines.filter(({ cents }) => cents.tff !== null && cents.condecine === null).length,
  }
}

function lineOf(station: FeeStation, year: number, terms: readonly FeeTerm[]): FeeLine {
  const { uuid, name } = station
  const service = serviceOf(station)
  const why = whyNot(station, year)
  const none = { uuid, name, service, cents: nothing, total: 0 }
  if (why) return { ...none, why }
  if (service === null) return { ...none, why: 'unserved' }
  const since = station.first_licensed_on ?? station.licensed_on ?? ''
  const isNew = since >= `${year}-01-01`
  const inForce = termsOn(terms, isNew ? since : `${year}-03-31`).filter(each => each.service === service)
  const tfi = inForce.find(({ fee }) => fee === 'tfi')?.cents
  if (tfi === undefined) return { ...none, why: 'unpriced' }
  const owed = (fee: Fee) => {
    if ((fee === 'tfi') !== isNew) return null
    const term = inForce.find(each => each.fee === fee)
    return term ? (term.cents ?? Math.round((tfi * (term.share ?? 0)) / 100)) : null
  }
  const cents = Object.fromEntries(names.map(fee => [fee, owed(fee)]))
  const line = { ...nothing, ...cents }
  return { ...none, cents: line, total: names.reduce((total, fee) => total + (line[fee] ?? 0), 0), why: null }
}

function whyNot({ station_type, is_virtual, first_licensed_on, licensed_on, valid_until }: FeeStation, year: number) {
  const since = first_licensed_on ?? licensed_on
  if (is_virtual || (station_type !== null && station_type !== 'propria')) return 'foreign'
  if (since === null) return 'undated'
  if (since > `${year}-12-31`) return 'later'
  return valid_until !== null && valid_until < `${year - 1}-12-31` ? 'ended' : null
}

/** The year whose fees come next, on a day. */
export const nextYear = (today: string) => Number(today.slice(0, 4)) + (today.slice(5) > '03-31' ? 1 : 0)
export const feeNames = names.map(fee => [fee, fees[fee]] as const)
