import type { Step } from '#features/regulatory/collects/coleta/steps.ts'
import type { Tenure } from '#parts/tenure/tenure.ts'
import type { Period } from '#parts/period/period.ts'

/** The office files, or once filed, for this client's fistel. */
export interface Holding extends Tenure {
  readonly fistel: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly empresa: { readonly id: number; readonly name: string } | null
  /** 'SCM', and Anatel's number of it, '045'. */
  readonly service: string
  readonly term: string | null
  /** The slug of the client's tax regime. */
  readonly regime: string | null
  /** The client has stations that Anatel licensed. */
  readonly licensed: boolean
  /** The last day of a contract that is over, of Brasília: shown to staff, it ends nothing. */
  readonly lapsed: string | null
}

/** What there is of a fistel's month. */
export interface Filing extends Period {
  readonly fistel_id: number
  readonly uuid: string
  readonly step: Step
  readonly zeroed: boolean
  /** The day it was first sent to Anatel; null for what was not. */
  readonly sent_on: string | null
}

/** Months by fistel: 'fistel year-month' → what there is of it. */
export const filingKey = (fistel: number, { year, month }: Period) => `${fistel} ${year}-${month}`

/** Steps by month, see `monthNumber`, and by fistel in it: a text made for each of many coletas would cost more than all the rest. */
export type MonthSteps = ReadonlyMap<number, ReadonlyMap<number, Step>>
export const monthNumber = ({ year, month }: Period) => year * 12 + month - 1
