import * as z from 'zod'
import { keyShape, listShape } from '#kernel/wire.ts'
import { exceptionKinds } from '#features/billing/bills/billing/exceptions.ts'

const client = z.object({ id: z.int(), uuid: z.string(), name: z.string() })

const billingLine = z.object({
  /** 'contrato', or the extra service's own: 'extra:12'. */
  key: z.string(),
  name: z.string(),
  /** Reais. */
  value: z.number(),
})
export type BillingLine = z.infer<typeof billingLine>

export const plannedBill = z.object({
  client,
  company: z.string().nullable(),
  lines: listShape(billingLine),
  /** Reais. */
  total: z.number(),
  due: z.string(),
  /** What is to be known of it before it is made. */
  notes: listShape(z.string()),
})
export type PlannedBill = z.infer<typeof plannedBill>

export const billingException = z.object({
  kind: keyShape(exceptionKinds),
  client,
  reason: z.string(),
  /** This bill prevents another. */
  bill: z.string().nullable(),
})
export type BillingException = z.infer<typeof billingException>
