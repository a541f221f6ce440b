import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { RowOf } from '#kernel/resource.ts'
import { boletoPdf } from '#features/billing/bills/boleto/boleto.server.ts'
import { invoiceFileHash } from '#features/billing/invoices/item.server.ts'
import { invoiceSource } from '#features/billing/invoices/source.server.ts'
import { downloadNote, downloadSlip, locateNote, locateSlip } from '#features/billing/order-services/api.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { piecesOf, type OrderPiece } from '#features/billing/order-services/pieces.ts'
import { isNoteReady, isSlipOpen } from '#features/billing/order-services/standing.ts'
import { readStored } from '#parts/file/store.server.ts'
import { publicUrl } from '#server/config.ts'
import { Answer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

type OrderRow = RowOf<typeof orderServices>
interface OrderPaper {
  readonly name: string
  readonly read: () => Promise<Buffer | Uint8Array>
}

/** Says in words why there is nothing to hand over. */
function refuseYet(ctx: Ctx, order: OrderRow, piece: OrderPiece['piece'], unasked: string): never {
  const found = piecesOf(order).find(each => each.piece === piece)
  const words = found && (isStaff(ctx.user) ? found.look.next : found.look.own)
  throw problem('conflict', words ? `${found.title}: ${found.look.word.toLowerCase()}. ${words}` : unasked)
}

async function noteOf(ctx: Ctx, order: OrderRow): Promise<OrderPaper> {
  const { invoice_state: state } = order
  if (!isNoteReady(state)) return refuseYet(ctx, order, 'note', 'Esta ordem não pediu nota fiscal.')
  const { id, number } = await numberedNote(ctx, order)
  const hash = await invoiceFileHash(ctx.sql, id, 'pdf')
  if (hash === null) throw problem('conflict', 'O PDF da nota ainda está sendo feito. Tente de novo em um minuto.')
  return { name: `nfse-${number}.pdf`, read: () => readStored(ctx.config, hash) }
}

/** The note of an order its reader sees, whatever they may of notes: only its paper is handed over. */
async function numberedNote(ctx: Ctx, { invoice_id }: Pick<OrderRow, 'invoice_id'>) {
  const note = invoice_id === null ? null : await invoiceSource(ctx.sql, invoice_id)
  if (!note) throw problem('conflict', 'Esta ordem não tem nota fiscal.')
  return { id: note.id, number: note.nfse_number ?? String(note.number) }
}

/** Called as its note is, or as the order where there is none. */
async function slipOf(ctx: Ctx, order: OrderRow): Promise<OrderPaper> {
  const { slip_state: state, bill_id } = order
  if (state === 'registrando')
    throw problem('conflict', 'O boleto está sendo registrado no banco. Tente de novo em alguns minutos.')
  if (!isSlipOpen(state) || bill_id === null) return refuseYet(ctx, order, 'slip', 'Esta ordem não pediu boleto.')
  const number = isNoteReady(order.invoice_state) ? (await numberedNote(ctx, order)).number : `os-${order.id}`
  return { name: `boleto-nfse-${number}.pdf`, read: async () => (await boletoPdf(ctx, bill_id)).bytes }
}

type ReadPaper = (ctx: Ctx, order: OrderRow) => Promise<OrderPaper>

const locate = (call: typeof locateNote | typeof locateSlip, name: string, paperOf: ReadPaper) =>
  serve(call, async (ctx, { id }) => {
    const order = await ctx.rows(orderServices).find(id)
    const paper = await paperOf(ctx, order)
    const url = `${publicUrl(ctx.config)}/api/v1/order-services/${order.uuid}/${name}`
    return { data: { url, name: paper.name } }
  })
const download = (call: typeof downloadNote | typeof downloadSlip, paperOf: ReadPaper) =>
  serve(call, async (ctx, { id }) => {
    const paper = await paperOf(ctx, await ctx.rows(orderServices).find(id))
    return new Answer(200, await paper.read(), {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${paper.name}"`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
  })

/** Each paper as a PDF, and the address where it is. */
export const paperRoutes: readonly AnyOperation[] = [
  locate(locateNote, 'nota-fiscal', noteOf),
  download(downloadNote, noteOf),
  locate(locateSlip, 'boleto', slipOf),
  download(downloadSlip, slipOf),
]
