import * as z from 'zod'

/** Bills that fall due in a month, '2026-11', in reais; `left` is what nobody paid yet, without fine and interest. */
export const incomeMonth = z.object({
  month: z.string(),
  bills: z.int(),
  asked: z.number(),
  received: z.number(),
  left: z.number(),
})
export type IncomeMonth = z.infer<typeof incomeMonth>
