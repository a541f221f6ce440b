import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import type { RowOf } from '#kernel/resource.ts'
import { boletoPdf } from '#features/bills/boleto/boleto.server.ts'
import { invoiceFileHash } from '#features/invoices/item.server.ts'
import { invoiceSource } from '#features/invoices/source.server.ts'
import { orderServices } from '#features/order-services/orders.ts'
import { piecesOf, type OrderPiece } from '#features/order-services/pieces.ts'
import { isNoteReady, isSlipOpen } from '#features/order-services/standing.ts'
import { readKept } from '#parts/file/store.server.ts'
import { publicUrl } from '#server/config.ts'
import { key } from '#server/crud.ts'
import { Answer, operation, type AnyOperation, type Ctx } from '#server/operation.ts'

type OrderRow = RowOf<typeof orderServices>
interface OrderPaper {
  readonly name: string
  readonly read: () => Promise<Buffer | Uint8Array>
}

/** Says in words why there is nothing to hand over. */
function refuseYet(ctx: Ctx, order: OrderRow, piece: OrderPiece['piece'], unasked: string): never {
  const found = piecesOf(order).find(each => each.piece === piece)
  const said = found && (isStaff(ctx.user) ? found.look.next : found.look.own)
  throw problem('conflict', said ? `${found.title}: ${found.look.word.toLowerCase()}. ${said}` : unasked)
}

async function noteOf(ctx: Ctx, order: OrderRow): Promise<OrderPaper> {
  const { invoice_state: state } = order
  if (!isNoteReady(state)) return refuseYet(ctx, order, 'note', 'Esta ordem não pediu nota fiscal.')
  const { id, number } = await numberedNote(ctx, order)
  const hash = await invoiceFileHash(ctx.sql, id, 'pdf')
  if (hash === null) throw problem('conflict', 'O PDF da nota ainda está sendo feito. Tente de novo em um minuto.')
  return { name: `nfse-${number}.pdf`, read: () => readKept(ctx.config, hash) }
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
  if (!isSlipOpen(state) || bill_id === null) return refuseYet(ctx, order, 'slip', 'Esta ordem não pediu boleto.')
  const number = isNoteReady(order.invoice_state) ? (await numberedNote(ctx, order)).number : `os-${order.id}`
  return { name: `boleto-nfse-${number}.pdf`, read: async () => (await boletoPdf(ctx, bill_id)).bytes }
}

const papers = {
  'nota-fiscal': { what: 'a nota fiscal', of: noteOf },
  boleto: { what: 'o boleto', of: slipOf },
} as const
const common = {
  method: 'GET',
  access: 'permission',
  scope: orderServices,
  audit: null,
  params: z.object({ id: key }),
} as const

/** Each paper as a PDF, and the address where it is. */
export const paperOperations: readonly AnyOperation[] = (['nota-fiscal', 'boleto'] as const).flatMap(name => [
  operation<{ id: string }>({
    ...common,
    id: `order-services.${name}-url`,
    summary: `Ver onde se baixa ${papers[name].what} de uma ordem de serviço`,
    url: `/api/v1/order-services/:id/${name}-url`,
    rate: 'read',
    answers: { 200: shape({ data: shape({ url: string, name: string }) }) },
    handle: async (ctx, { params }) => {
      const order = await ctx.rows(orderServices).find(params.id)
      const paper = await papers[name].of(ctx, order)
      const url = `${publicUrl(ctx.config)}/api/v1/order-services/${order.uuid}/${name}`
      return { data: { url, name: paper.name } }
    },
  }),
  operation<{ id: string }>({
    ...common,
    id: `order-services.${name}`,
    summary: `Baixar ${papers[name].what} de uma ordem de serviço, em PDF`,
    url: `/api/v1/order-services/:id/${name}`,
    rate: 'heavy',
    answers: { 200: 'file' },
    gives: ['application/pdf'],
    handle: async (ctx, { params }) => {
      const paper = await papers[name].of(ctx, await ctx.rows(orderServices).find(params.id))
      return new Answer(200, await paper.read(), {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${paper.name}"`,
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
    },
  }),
])
