import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { RowOf } from '#kernel/resource.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { callOffBill } from '#features/billing/bills/bills.server.ts'
import { cancelBoleto } from '#features/billing/bills/boleto/boleto.server.ts'
import { providers } from '#features/billing/bills/slip/registrations.ts'
import { liveSlip } from '#features/billing/bills/slip/slips.server.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import type { PieceEnd } from '#features/billing/order-services/api.ts'
import type { EndedPiece } from '#features/billing/order-services/end.ts'
import { noteToCancel, tellNoteToCancel } from '#features/billing/order-services/waiver.server.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { withdraw } from '#parts/integration/withdraw.server.ts'
import type { Ctx } from '#server/operation.ts'

type EndedOrder = RowOf<typeof orderServices>
/** What becomes of one of the three, and what does it. */
interface OrderEnding {
  readonly shown: PieceEnd
  readonly end?: (ctx: Ctx) => Promise<unknown>
}

const why = 'Ordem de serviço cancelada antes de a nota sair.'

/** What becomes of each of the three: shown before, and done by the same walk. */
export async function endingsOf(ctx: Ctx, order: EndedOrder): Promise<readonly OrderEnding[]> {
  const bill = order.bill_id === null ? null : await ctx.rows(bills).seek(order.bill_id)
  const note = order.invoice_id === null ? null : await ctx.rows(serviceInvoices).seek(order.invoice_id)
  return [...(bill ? await endingsOfBill(ctx, bill) : []), ...(note ? [endingOfNote(note)] : [])]
}

const stays = (piece: EndedPiece, text: string, link: PieceEnd['link'] = null): OrderEnding => ({
  shown: { piece, ends: false, text, link },
})

async function endingsOfBill(ctx: Ctx, bill: RowOf<typeof bills>): Promise<readonly OrderEnding[]> {
  const link = { label: 'Ver a conta', path: `/${bills.path}/${bill.uuid}` }
  const slip = await liveSlip(ctx.sql, bill.id)
  if (bill.called_off) return [stays('bill', 'A conta já está cancelada.')]
  if (bill.downloaded) return [stays('bill', 'A conta já foi paga: fica como está.', link)]
  if (bill.received > 0)
    return [
      stays(
        'bill',
        `Entraram ${showMoney(bill.received)} da conta: ela fica, com o boleto, até alguém estornar.`,
        link,
      ),
    ]
  const text = `A conta de ${showMoney(bill.value)}, que vence em ${showDate(bill.due_date)}, deixa de ser cobrada.`
  return [
    // Its boleto goes first: a bill is not called off under one.
    ...(slip
      ? [
          {
            shown: {
              piece: 'slip',
              ends: true,
              text: `O boleto ${slip.shown} é cancelado aqui.${slip.provider ? ` O cancelamento é pedido também ao ${providers[slip.provider]}.` : slip.registered_at ? ' Peça também a baixa ao banco, que o registrou.' : ''}`,
              link: null,
            },
            end: (inner: Ctx) => cancelBoleto(inner, bill.id),
          } as const,
        ]
      : []),
    { shown: { piece: 'bill', ends: true, text, link: null }, end: inner => callOffBill(bill, inner) },
  ]
}

function endingOfNote(note: RowOf<typeof serviceInvoices>): OrderEnding {
  const link = { label: 'Ver a nota', path: `/${serviceInvoices.path}/${note.uuid}` }
  switch (note.state) {
    case 'pendente':
    case 'rejeitada':
      return {
        shown: {
          piece: 'note',
          ends: true,
          text:
            note.state === 'pendente'
              ? 'A nota ainda não saiu: é retirada da fila.'
              : 'A nota foi recusada e não vale: é descartada.',
          link: null,
        },
        end: async ctx => {
          if (!(await withdraw(ctx, `${note.uuid}:emitir`)))
            throw problem('conflict', 'A nota acabou de sair para o emissor. Veja de novo antes de cancelar.')
          const changed = { state: 'cancelada', cancel_reason: why, cancelled_at: new Date().toISOString() } as const
          return ctx.rows(serviceInvoices).put(note.id, changed, undefined, 'cancelar')
        },
      }
    case 'processando':
      return stays(
        'note',
        'A nota já foi para o emissor, que ainda não respondeu: quando sair, cancele-a nela mesma.',
        link,
      )
    case 'autorizada':
      return stays('note', 'A nota já foi autorizada e continua valendo: cancele-a nela mesma, com o motivo.', link)
    case 'substituida':
      return stays('note', 'A nota foi substituída por outra, que continua valendo.', link)
    case 'cancelando':
      return stays('note', 'O cancelamento da nota já foi pedido.', link)
    default:
      return stays('note', 'A nota já está cancelada.')
  }
}

/** Cancels an order and the pieces that end with it. `ends`: what the preview listed; throws 409 if it differs by now. */
export async function endOrder(ctx: Ctx, key: string, ends: readonly EndedPiece[]) {
  const order = await ctx.rows(orderServices).hold(key)
  if (order.called_off_at !== null) throw problem('conflict', 'Esta ordem já está cancelada.')
  // What ends with it is locked before it is judged; the note before its item in the queue.
  await sql`select 1 from bills_to_receive where id = ${order.bill_id} for no key update`.execute(ctx.sql)
  await sql`select 1 from service_invoices where id = ${order.invoice_id} for no key update`.execute(ctx.sql)
  const endings = await endingsOf(ctx, order)
  const now = endings.filter(({ shown }) => shown.ends).map(({ shown }) => shown.piece)
  if (now.toSorted().join() !== ends.toSorted().join())
    throw problem('conflict', 'Algo mudou depois que você olhou. Nada foi cancelado: veja de novo antes de confirmar.')
  for (const { end } of endings) await end?.(ctx)
  const called_off_at = new Date().toISOString()
  const ended = await ctx.rows(orderServices).update(order.id, { called_off_at }, undefined, 'cancelar')
  if (ended.state === noteToCancel) await tellNoteToCancel(ctx, ended)
  return ended
}
