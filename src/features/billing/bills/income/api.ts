import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { listShape } from '#kernel/wire.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { financeTypes, plans } from '#features/lookups.ts'

/** Bills that fall due in a month, '2026-11', in reais. */
const incomeMonth = z.object({ month: z.string(), bills: z.int(), asked: z.number(), received: z.number() })
export type IncomeMonth = z.infer<typeof incomeMonth>

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
