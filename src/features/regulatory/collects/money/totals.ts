// The month's money in one state. Sums are made in whole cents with BigInt, so nothing is ever rounded twice.
// Percents help to type; amounts are what is declared.

/** What is typed, by the wire's names; reais and percents of two decimals. */
export interface FinanceDraft {
  readonly gross_billing: number | null | undefined
  readonly icms?: number | null | undefined
  readonly icms_percent?: number | null | undefined
  readonly pis?: number | null | undefined
  readonly pis_percent?: number | null | undefined
  readonly confins?: number | null | undefined
  readonly confins_percent?: number | null | undefined
  readonly other_taxes?: number | null | undefined
}

type Tax = 'icms' | 'pis' | 'confins'
export type Computed = Tax | `${Tax}_percent`

/** A line with what follows from it filled in; a tax nobody spoke of stays null and counts as nothing. */
export type Finance<L extends FinanceDraft> = Omit<L, Computed | 'net_billing' | 'fust'> & {
  readonly [K in Tax]: number | null
} & { readonly [K in Tax as `${K}_percent`]: number | null } & { readonly net_billing: number; readonly fust: number }

export interface Reckoning<L extends FinanceDraft> {
  readonly line: Finance<L>
  /** What FUST and FUNTTEL are a share of: gross less ICMS, PIS and COFINS, never below zero. */
  readonly base: number
  /** Not on the wire: paid by its own slip, shown beside. */
  readonly funttel: number
  /** Fields to mark "calculado". */
  readonly computed: ReadonlySet<Computed>
}

/** Providers in the Simples Nacional owe neither FUST nor FUNTTEL. */
const exempt = 'simples-nacional'
/** Hundredths of a percent: FUST 1 % (Lei 9.998/2000), FUNTTEL 0,5 % (Lei 10.052/2000). */
const rates = { fust: 100n, funttel: 50n }

/** What is not a number yet, while someone types, counts as nothing. Its digits are read: times a hundred, trillions lose a cent. */
const cents = (reais: number | null | undefined) =>
  Math.abs(reais ?? 0) < 1e21 ? BigInt((reais ?? 0).toFixed(2).replace('.', '')) : 0n
const reais = (amount: bigint) => Number(amount) / 100
const reaisOrNull = (amount: bigint | null) => (amount === null ? null : reais(amount))
/** `amount` × hundredths of a percent, half a cent rounded up. */
const share = (amount: bigint, rate: bigint) => (amount * rate + 5_000n) / 10_000n

/** The percent an amount is of the gross; null when no percent of 0 to 100 says it. */
function percentOf(amount: bigint, gross: bigint): number | null {
  if (gross <= 0n || amount < 0n || amount > gross) return null
  return Number((amount * 20_000n + gross) / (gross * 2n)) / 100
}

interface PercentPair {
  readonly amount: bigint | null
  readonly percent: number | null
  readonly computed: 'amount' | 'percent' | null
}

/** An amount given is the truth and its percent follows, unless the one given already leads to it. */
function pair(gross: bigint, amount: number | null | undefined, percent: number | null | undefined): PercentPair {
  const led = percent == null ? null : share(gross, cents(percent))
  if (amount == null) return { amount: led, percent: percent ?? null, computed: led === null ? null : 'amount' }
  const given = cents(amount)
  if (percent != null && led === given) return { amount: given, percent, computed: null }
  return { amount: given, percent: percentOf(given, gross), computed: 'percent' }
}

const markComputed = (tax: Tax, { computed }: PercentPair): readonly Computed[] =>
  computed === null ? [] : [computed === 'amount' ? tax : `${tax}_percent`]

/**
 * Fills in what follows from what was typed: amounts from percents or percents from amounts, the net billing and the
 * contributions. `regime` is the slug of the tax regime. Reckoning its own result again changes nothing.
 */
export function reckon<L extends FinanceDraft>(draft: L, regime: string | null): Reckoning<L> {
  const gross = cents(draft.gross_billing)
  const icms = pair(gross, draft.icms, draft.icms_percent)
  const pis = pair(gross, draft.pis, draft.pis_percent)
  const confins = pair(gross, draft.confins, draft.confins_percent)
  const taxed = [icms, pis, confins].reduce((left, { amount }) => left - (amount ?? 0n), gross)
  const base = taxed > 0n ? taxed : 0n
  const owed = (rate: bigint) => (regime === exempt ? 0 : reais(share(base, rate)))
  return {
    line: {
      ...draft,
      icms: reaisOrNull(icms.amount),
      icms_percent: icms.percent,
      pis: reaisOrNull(pis.amount),
      pis_percent: pis.percent,
      confins: reaisOrNull(confins.amount),
      confins_percent: confins.percent,
      net_billing: reais(taxed - cents(draft.other_taxes)),
      fust: owed(rates.fust),
    },
    base: reais(base),
    funttel: owed(rates.funttel),
    computed: new Set([
      ...markComputed('icms', icms),
      ...markComputed('pis', pis),
      ...markComputed('confins', confins),
    ]),
  }
}

/** The line alone, as it is saved. */
export const withTaxes = <L extends FinanceDraft>(draft: L, regime: string | null): Finance<L> =>
  reckon(draft, regime).line

/** Adds reais without a cent lost on the way. */
export const sum = (amounts: readonly (number | null | undefined)[]) =>
  reais(amounts.reduce((total, amount) => total + cents(amount), 0n))
