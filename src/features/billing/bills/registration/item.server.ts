import * as z from 'zod'
import { problem } from '#kernel/problem.ts'
import { slipSource, type SlipSource } from '#features/billing/bills/registration/source.server.ts'
import type { QueueItem } from '#parts/integration/integration.server.ts'
import type { Sql } from '#server/operation.ts'

const slipItem = z.object({
  slip: z.number(),
  act: z.enum(['registrar', 'cancelar', 'consultar']),
  charge: z.string().default(''),
  event: z.string().default(''),
})

/** The boleto an item of the queue is about, and what is to be done with it. Throws a 409 where there is nothing to do any more. */
export async function itemSlip(
  db: Sql,
  { payload }: QueueItem,
): Promise<Omit<z.infer<typeof slipItem>, 'slip'> & { readonly slip: SlipSource }> {
  const { slip: id, ...rest } = slipItem.parse(payload)
  const slip = await slipSource(db, id)
  if (!slip) throw problem('conflict', 'O boleto não existe mais: confira a conta.')
  if (rest.act === 'registrar' && slip.registered)
    throw problem('conflict', 'O boleto já está registrado: confira a conta.')
  return { ...rest, slip }
}
