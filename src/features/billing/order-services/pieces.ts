import type { Tone } from '#kernel/field.ts'
import { billStates, billTones, isBillState, type BillState } from '#features/billing/bills/bill/standing.ts'
import { invoiceStates, invoiceTones, isInvoiceState, type InvoiceState } from '#features/billing/invoices/invoices.ts'
import {
  isOrderSlipState,
  orderSlipStates,
  orderSlipTones,
  type OrderSlipState,
} from '#features/billing/order-services/standing.ts'

/** How a piece is displayed: its word, tone and next step, for staff (`next`) and clients (`own`). */
export interface PieceLook {
  readonly word: string
  readonly tone: Tone
  readonly next: string
  readonly own: string
}
type PieceNext = readonly [house: string, client: string]

const billNext: Readonly<Record<BillState, PieceNext>> = {
  'em-atraso': ['O vencimento passou e o pagamento não chegou.', 'O vencimento passou. Se já pagou, desconsidere.'],
  'vence-hoje': ['Vence hoje.', 'Vence hoje.'],
  parcial: ['Entrou uma parte; o resto aguarda.', 'Uma parte já foi paga.'],
  'a-vencer': ['Aguarda o pagamento.', 'Aguarda o pagamento.'],
  paga: ['O pagamento entrou.', 'O pagamento foi recebido.'],
  cancelada: ['Não é mais cobrada.', 'Não é mais cobrada.'],
}
const noteNext: Readonly<Record<InvoiceState, PieceNext>> = {
  pendente: ['Está na fila, para ir ao emissor.', 'A nota está sendo emitida: volte em alguns minutos.'],
  processando: ['O emissor recebeu e ainda não respondeu.', 'A nota está sendo emitida: volte em alguns minutos.'],
  autorizada: ['Pronta para baixar.', 'Pronta para baixar.'],
  rejeitada: [
    'O emissor recusou. Na nota está o motivo: acerte e envie de novo, com o mesmo número.',
    'A consultoria está acertando um dado da nota.',
  ],
  cancelando: ['O cancelamento foi pedido ao emissor.', 'A nota está sendo cancelada.'],
  cancelada: ['Foi cancelada no emissor.', 'A nota foi cancelada.'],
  substituida: ['Outra nota tomou o lugar dela.', 'A nota foi substituída por outra.'],
}
const slipNext: Readonly<Record<OrderSlipState, PieceNext>> = {
  'nao-registrado': ['Emitido aqui; o banco ainda não disse que o registrou.', 'Pronto para baixar.'],
  registrando: [
    'O registro foi pedido, e a resposta ainda não veio: na conta está a última tentativa.',
    'O boleto está sendo registrado no banco: volte em alguns minutos.',
  ],
  registrado: ['O banco registrou: já pode ser pago.', 'Pronto para baixar e pagar.'],
  recusado: [
    'O banco recusou o registro: na conta está o motivo.',
    'A consultoria está acertando o boleto com o banco.',
  ],
  pago: ['A conta foi paga.', 'Já foi pago.'],
  cancelado: ['A conta foi cancelada: não o pague.', 'Foi cancelado: não o pague.'],
}

const look = (word: string, tone: Tone, [next, own]: PieceNext): PieceLook => ({ word, tone, next, own })

export interface OrderPiece {
  readonly piece: 'bill' | 'note' | 'slip'
  readonly title: string
  readonly look: PieceLook
}

/** The bill, invoice and boleto that an order requested, each with its display state. */
export function piecesOf(row: object): readonly OrderPiece[] {
  const { bill_state: bill, invoice_state: note, slip_state: slip }: Readonly<Record<string, unknown>> = { ...row }
  return [
    ...(isBillState(bill)
      ? [{ piece: 'bill', title: 'Conta', look: look(billStates[bill], billTones[bill], billNext[bill]) } as const]
      : []),
    ...(isInvoiceState(note)
      ? [{ piece: 'note', title: 'Nota', look: look(invoiceStates[note], invoiceTones[note], noteNext[note]) } as const]
      : []),
    ...(isOrderSlipState(slip)
      ? [
          {
            piece: 'slip',
            title: 'Boleto',
            look: look(orderSlipStates[slip], orderSlipTones[slip], slipNext[slip]),
          } as const,
        ]
      : []),
  ]
}
