import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { listShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { incomeMonth } from '#features/billing/bills/income/schema.ts'

/** Bills, and the reais of them nobody paid yet, without fine and interest. */
const sum = { bills: z.int(), left: z.number() }

const receivables = z.object({
  today: z.string(),
  bands: listShape(
    z.object({
      key: z.string(),
      label: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      late: z.boolean(),
      ...sum,
    }),
  ),
  months: listShape(
    z.object({
      /** '2026-11'. */
      month: z.string(),
      from: z.string(),
      to: z.string(),
      ...sum,
      /** Of contracts nobody billed yet: clients, reais, and the month they would be billed for. */
      contracts: z.int(),
      expected: z.number(),
      competence: z.string(),
    }),
  ),
  /** A year back and the months ahead, the oldest first; `late` is the part of what is left that is late today. */
  course: listShape(incomeMonth.extend({ late: z.number() })),
  /** Each company has its late and coming sums, and of the year's bills the total and the unpaid part. */
  companies: listShape(
    z.object({
      company: z.string().nullable(),
      late: z.object(sum),
      coming: z.object(sum),
      asked: z.number(),
      unpaid: z.number(),
    }),
  ),
  year: z.object({ from: z.string(), to: z.string() }),
  /** Clients with something late, those who owe most first. */
  debtors: listShape(
    z.object({
      client: z.object({ id: z.int(), uuid: z.string(), name: z.string() }),
      bills: z.int(),
      left: z.number(),
      since: z.string(),
    }),
  ),
})
export type Receivables = z.infer<typeof receivables>

export const readReceivables = call.get('/bills-to-receive/recebimentos', {
  id: 'bills-to-receive.recebimentos',
  summary: 'Ver o que há a receber, o que está em atraso e o que se espera',
  of: bills,
  rate: 'heavy',
  answer: receivables,
})
