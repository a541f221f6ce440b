import * as z from 'zod'
import { string } from '#kernel/json.ts'
import { keyShape, listShape, valueShape } from '#kernel/wire.ts'
import type { Step } from '#features/regulatory/collects/coleta/steps.ts'
import { outcomes } from '#features/regulatory/month/outcomes.ts'

const reference = z.object({ id: z.int(), uuid: z.string(), name: z.string() })
export const monthRow = z.object({
  fistel: reference,
  client: reference,
  empresa: z.string().nullable(),
  /** The office's person responsible: the coleta's own, else the client's. Null for client users. */
  person: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** 'SCM'. */
  service: z.string(),
  /** Null when nobody opened it yet. */
  collect: z
    .object({
      id: z.int(),
      uuid: z.string(),
      step: valueShape<Step>(string),
      edition: z.int(),
      zeroed: z.boolean(),
      /** Null while nothing came in; 0 is a number that came. */
      accesses: z.int().nullable(),
    })
    .nullable(),
  /** Accesses of the month before; null when it has no coleta, or nothing came into it. */
  before: z.int().nullable(),
  /** Percent of growth or drop past which the client's figures are strange. */
  threshold: z.number(),
  /** The last day of a contract that is over; see `Holding`. */
  lapsed: z.string().nullable(),
})
/** A fistel that owes a coleta of the month, and how far it is. */
export type MonthRow = z.infer<typeof monthRow>

export const monthBeginning = z.object({
  /** The first month any of them owes, and the day it came in. */
  month: z.object({ year: z.int(), month: z.int() }),
  since: z.string(),
  /** All of them came in on that day. */
  together: z.boolean(),
})
/** What the fistels of a board without a line begin with. */
export type BoardBeginning = z.infer<typeof monthBeginning>

const monthCell = z.object({
  outcome: keyShape(outcomes),
  /** Sent after its last day; a zeroed one may be. */
  late: z.boolean(),
  /** The coleta's uuid, where it was opened. */
  collect: z.string().nullable(),
})
export type MonthCell = z.infer<typeof monthCell>
export const yearRow = z.object({
  client: reference,
  fistel: reference,
  empresa: z.object({ id: z.int(), name: z.string() }).nullable(),
  service: z.string(),
  lapsed: z.string().nullable(),
  cells: listShape(monthCell),
})
/** A fistel's twelve months, the oldest first. */
export type YearRow = z.infer<typeof yearRow>
