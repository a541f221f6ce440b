import { showMonth } from '#kernel/show.ts'
import { sum } from '#features/regulatory/collects/money/totals.ts'
import { compare, lastDay, type Period } from '#parts/period/period.ts'
import { steps, type Step } from '#features/regulatory/collects/coleta/steps.ts'
import { owes, type Tenure } from '#parts/tenure/tenure.ts'
import type { EconomicService, Figures } from '#features/regulatory/anatel/economic-layout.ts'
import { monthsOf, quartersOf, type Semester } from '#parts/period/semester.ts'

/** A line of a coleta's money, with traffic in MB, as stored. */
export interface EconomicLine {
  readonly state: string
  readonly net_billing: number | null
  readonly investiment: number | null
  readonly download_traffic: number | null
  readonly upload_traffic: number | null
}
/** A coleta, as far as the semester asks of it. */
export interface SemesterCollect extends Period {
  readonly uuid: string
  readonly fistel: string
  readonly service: EconomicService
  readonly step: Step
  readonly ignore_export: boolean
  /** Its money is not for the reader to see. */
  readonly hidden: boolean
  readonly finances: readonly EconomicLine[]
  readonly accesses: readonly { readonly state: string; readonly amount: number }[]
}
/** An authorised service that owes coletas. */
export interface Owing extends Tenure {
  readonly fistel: string
  readonly service: EconomicService
}

/** What is missing from the figures, or what to look at twice in them. */
export interface Gap {
  /** Without it the file is not whole. */
  readonly missing: boolean
  readonly message: string
  readonly month: Period
  /** The coleta to open; null when there is none. */
  readonly uuid: string | null
}
export interface Economic {
  readonly figures: readonly Figures[]
  readonly gaps: readonly Gap[]
  readonly complete: boolean
}

const countedSteps: readonly Step[] = ['finalizado', 'enviada', 'processada', 'com-erro']
const counts = ({ step, ignore_export, hidden }: SemesterCollect) =>
  countedSteps.includes(step) && !ignore_export && !hidden

/** The figures of a client's semester, from its coletas that are ready, and what keeps them from being whole. */
export function economicOf(
  semester: Semester,
  owing: readonly Owing[],
  told: readonly SemesterCollect[],
  today: string,
): Economic {
  const figures = quartersOf(semester).flatMap(({ quarter, months }) => {
    const within = told.filter(each => counts(each) && months.some(month => compare(month, each) === 0))
    return placesOf(within).map(({ service, state }): Figures => {
      const lines = within
        .filter(each => each.service === service)
        .flatMap(({ finances }) => finances.filter(line => line.state === state))
      return {
        service,
        state,
        quarter,
        rol: sum(lines.map(({ net_billing }) => net_billing)),
        capex: sum(lines.map(({ investiment }) => investiment)),
        traffic: sum(lines.flatMap(({ download_traffic, upload_traffic }) => [download_traffic, upload_traffic])),
      }
    })
  })
  const gaps = [...missingMonths(semester, owing, told, today), ...told.flatMap(gapsIn)]
  const complete = figures.length > 0 && gaps.every(({ missing }) => !missing)
  return {
    figures: figures.toSorted(byPlace),
    gaps: gaps.toSorted((a, b) => Number(b.missing) - Number(a.missing)),
    complete,
  }
}

/** Each service and state with money, once. */
function placesOf(told: readonly SemesterCollect[]) {
  const all = told.flatMap(({ service, finances }) => finances.map(({ state }) => ({ service, state })))
  return all.filter((one, at) => all.findIndex(each => each.service === one.service && each.state === one.state) === at)
}
const byPlace = (one: Figures, other: Figures) =>
  one.service.localeCompare(other.service) || one.state.localeCompare(other.state) || one.quarter - other.quarter

/** Gaps: months not over yet, ended months without an owed coleta, and months the office does not answer for, to check. */
function missingMonths(
  semester: Semester,
  owing: readonly Owing[],
  told: readonly SemesterCollect[],
  today: string,
): readonly Gap[] {
  const months = monthsOf(semester)
  const owed = owing.filter(each => months.some(month => owes(each, month)))
  if (!owed.length && !told.length) return []
  const ended = months.filter(month => lastDay(month) < today)
  const open = months.filter(month => !ended.includes(month))
  return [
    ...open.map(month => ({ missing: true, uuid: null, month, message: `${monthName(month)} ainda não terminou.` })),
    ...owed.flatMap(each =>
      ended
        .filter(month => !told.some(({ fistel, ...of }) => fistel === each.fistel && compare(of, month) === 0))
        .map(month => {
          const missing = owes(each, month)
          const why = missing ? 'não foi aberta' : 'não entra na soma: o fistel não estava em uso aqui'
          const message = `${monthName(month)}: a coleta de ${each.service} do fistel ${each.fistel} ${why}.`
          return { missing, uuid: null, month, message }
        }),
    ),
  ]
}
const monthName = ({ year, month }: Period) => showMonth(year, month)

function gapsIn(coleta: SemesterCollect): readonly Gap[] {
  const { uuid, step, service, ignore_export, hidden, finances, accesses } = coleta
  if (step === 'dispensada') return []
  const month = { year: coleta.year, month: coleta.month }
  const gap = (missing: boolean, what: string): Gap => ({
    missing,
    uuid,
    month,
    message: `${monthName(coleta)}, ${service}${what}`,
  })
  if (hidden) return [gap(true, ': o financeiro não está disponível.')]
  if (ignore_export) return [gap(false, ': a coleta está fora da exportação e não entra na soma.')]
  if (!counts(coleta)) return [gap(true, `: a coleta está ${steps[step].name.toLowerCase()}.`)]
  if (!finances.length) return [gap(true, ': o financeiro está vazio.')]
  const states = [...new Set([...finances, ...accesses].map(({ state }) => state))].toSorted()
  return states.flatMap(state => {
    const lines = finances.filter(each => each.state === state)
    const there = accesses.filter(each => each.state === state).reduce((all, { amount }) => all + amount, 0)
    const rol = sum(lines.map(({ net_billing }) => net_billing))
    const traffic = sum(lines.flatMap(each => [each.download_traffic, each.upload_traffic]))
    return [
      ...(there > 0 && !lines.length ? [gap(true, `, ${state}: há acessos e nenhum financeiro.`)] : []),
      ...(there > 0 && lines.length && rol === 0
        ? [gap(false, `, ${state}: há acessos e a receita líquida é zero.`)]
        : []),
      ...(there > 0 && lines.length && traffic === 0 ? [gap(false, `, ${state}: há acessos e nenhum tráfego.`)] : []),
      ...(there === 0 && rol > 0 ? [gap(false, `, ${state}: há receita e nenhum acesso.`)] : []),
      ...(rol < 0 ? [gap(false, `, ${state}: a receita líquida é negativa.`)] : []),
    ]
  })
}

/** What the screen shows, as the address says it: a copied address shows the same. */
export interface SemesterLook extends Semester {
  /** Of whom; '' for everybody. */
  readonly client: string
  readonly words: string
  /** `completos`, `incompletos` or ''. */
  readonly only: string
}
