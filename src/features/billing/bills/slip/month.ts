import * as z from 'zod'

/** The month whose boletos go into one ZIP. */
export const boletoMonth = z.strictObject({
  year: z.coerce.number<number>().int().min(2000).max(2100),
  month: z.coerce.number<number>().int().min(1).max(12),
})
