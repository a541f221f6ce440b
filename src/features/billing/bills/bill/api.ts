import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, keyShape, listShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billStates } from '#features/billing/bills/bill/standing.ts'

/** What the bills of a list that are in one state add up to. */
const billSum = z.object({
  state: keyShape(billStates),
  bills: z.int(),
  /** Reais: the value with what is added, less the discount. */
  net: z.number(),
  /** Reais of it that nobody paid yet. */
  left: z.number(),
})
export type BillSum = z.infer<typeof billSum>

export const sumBills = call.get('/bills-to-receive/soma', {
  id: 'bills-to-receive.soma',
  summary: 'Somar as contas a receber de uma lista',
  of: bills,
  query: z.record(z.string(), z.unknown()),
  answer: dataShape(listShape(billSum)),
})
