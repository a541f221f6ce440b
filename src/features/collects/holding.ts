import { compare, periodOf, type Period } from '#features/collects/period.ts'
import type { Step } from '#features/collects/steps.ts'

/** A fistel of a client the house answers for, or answered for once, and since when. Days are of Brasília. */
export interface Holding {
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
  /** The day fistel and client were both on record. */
  readonly registered: string
  /** The month of its first coleta: what was before the house knew it may have been typed in later. */
  readonly first: Period | null
  /** The last day of the contract, or the day client or fistel was put out of use; null while both go on. */
  readonly until: string | null
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

/** Does the holding owe the month a coleta? Who left in March owes March, and no more. */
export function owes({ registered, first, until }: Holding, month: Period): boolean {
  const known = periodOf(registered)
  const from = first && compare(first, known) < 0 ? first : known
  return compare(month, from) >= 0 && (until === null || compare(month, periodOf(until)) <= 0)
}

/** Months by fistel: 'fistel year-month' → what there is of it. */
export const filingKey = (fistel: number, { year, month }: Period) => `${fistel} ${year}-${month}`
