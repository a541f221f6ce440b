import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { listShape } from '#kernel/wire.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { incomeMonth } from '#features/billing/bills/income/schema.ts'
import { financeTypes, plans } from '#features/lookups.ts'

const income = z.object({
  /** Those whose contract is of it, and what they pay a month. */
  clients: z.int(),
  monthly: z.number(),
  months: listShape(incomeMonth),
})

export const readPlanIncome = call.get('/plans/:id/receita', {
  id: 'plans.receita',
  summary: 'Ver o que um plano rende',
  of: plans,
  answer: income,
})

export const readTypeIncome = call.get('/finance-types/:id/receita', {
  id: 'finance-types.receita',
  summary: 'Ver o que um tipo financeiro soma',
  of: financeTypes,
  answer: income,
})

const accountDay = z.object({
  day: z.string(),
  payments: z.int(),
  value: z.number(),
  /** All that came in until its end. */
  balance: z.number(),
})
export type AccountDay = z.infer<typeof accountDay>

export const readAccountMoney = call.get('/checking-accounts/:id/movimento', {
  id: 'checking-accounts.movimento',
  summary: 'Ver o que entrou numa conta corrente, dia por dia',
  of: checkingAccounts,
  /** What came in through bills, the newest day first; what was taken back did not. */
  answer: z.object({ payments: z.int(), received: z.number(), days: listShape(accountDay) }),
})
