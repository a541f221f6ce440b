import type { Uf } from '#kernel/brasil.ts'
import type { DemoAccess, Location } from '#features/platform/demo/accesses.ts'
import type { Chance } from '#features/platform/demo/chance.ts'
import type { DemoProvider, Regime } from '#features/platform/demo/providers.ts'
import { watchingIn } from '#features/platform/demo/seasons.ts'
import { withTaxes, type Finance, type FinanceDraft } from '#features/regulatory/collects/money/totals.ts'
import type { Period } from '#parts/period/period.ts'

interface StateFinances extends FinanceDraft {
  readonly state: Uf
  readonly regime: Regime
  readonly other_taxes: number
  readonly investiment: number | null
  /** MB. */
  readonly download_traffic: number
  readonly upload_traffic: number
  readonly faturamento_outros: number | null
}
export type FinanceLine = Finance<StateFinances>

/** ICMS on communication, percent. */
const icms: Partial<Record<Uf, number>> = {
  SP: 18,
  MG: 18,
  PR: 19.5,
  SC: 17,
  RS: 17,
  BA: 20.5,
  PE: 20.5,
  CE: 20,
  RN: 20,
  GO: 19,
  MT: 17,
  PA: 19,
}
/** What one access pays in a month, in reais. */
const fares = { 'pessoa-fisica': 94.9, 'pessoa-juridica': 189.9, 'uso-proprio': 0 }
const dedicated = 1_450
/** 240 GB an access in an ordinary month. */
const megabytes = 240_000
const cents = (reais: number) => Math.round(reais * 100) / 100

/** The month's money of each state the provider serves, with its taxes. */
export function financesOf(
  { regime }: DemoProvider,
  locations: readonly Location[],
  { month }: Period,
  luck: Chance,
): readonly FinanceLine[] {
  const states = [...new Set(locations.map(({ town }) => town.uf))]
  return states.map(state => {
    const sold = locations.filter(({ town }) => town.uf === state).flatMap(({ accesses }) => accesses)
    const count = sold.reduce((sum, { amount }) => sum + amount, 0)
    const gross = cents(sold.reduce((sum, access) => sum + access.amount * fare(access), 0) * luck.between(0.96, 1.02))
    const traffic = count * megabytes * watchingIn(month)
    const simple = regime === 'simples-nacional'
    const draft: StateFinances = {
      state,
      regime,
      gross_billing: gross,
      icms_percent: simple ? null : (icms[state] ?? 18),
      pis_percent: simple ? null : 0.65,
      confins_percent: simple ? null : 3,
      other_taxes: cents(gross * (simple ? luck.between(0.07, 0.11) : luck.between(0.002, 0.009))),
      investiment: luck.whole(0, 2) ? cents(gross * luck.between(0.03, 0.2)) : null,
      download_traffic: Math.round(traffic * luck.between(0.9, 1.2)),
      upload_traffic: Math.round(traffic * luck.between(0.09, 0.16)),
      faturamento_outros: simple ? null : cents(gross * luck.between(0.3, 0.5)),
    }
    return withTaxes(draft, regime)
  })
}

const fare = ({ product, client }: DemoAccess) => (product === 'linha-dedicada' ? dedicated : fares[client])
