import type { Tone } from '#kernel/field.ts'

/** The state of an order as a whole; the server derives it from its pieces, for lists to filter by. */
export const orderStates = {
  'com-falha': 'Com falha',
  'em-andamento': 'Em andamento',
  pronta: 'Pronta',
  registrada: 'Só registrada',
  'nota-por-cancelar': 'Cancelada · nota por cancelar',
  cancelada: 'Cancelada',
} as const
export type OrderState = keyof typeof orderStates
export const isOrderState = (name: unknown): name is OrderState => typeof name === 'string' && name in orderStates

export const orderTones = {
  'com-falha': 'erro',
  'em-andamento': 'info',
  pronta: 'ok',
  registrada: 'neutro',
  'nota-por-cancelar': 'atencao',
  cancelada: 'neutro',
} as const satisfies Record<OrderState, Tone>

/** The state of an order's boleto: as its bank answered, until its bill is settled or cancelled. */
export const orderSlipStates = {
  'nao-registrado': 'Não registrado no banco',
  registrando: 'Aguardando o registro',
  registrado: 'Registrado no banco',
  recusado: 'Recusado pelo banco',
  pago: 'Pago',
  cancelado: 'Cancelado',
} as const
export type OrderSlipState = keyof typeof orderSlipStates
export const isOrderSlipState = (name: unknown): name is OrderSlipState =>
  typeof name === 'string' && name in orderSlipStates
export const orderSlipTones = {
  'nao-registrado': 'atencao',
  registrando: 'info',
  registrado: 'ok',
  recusado: 'erro',
  pago: 'ok',
  cancelado: 'neutro',
} as const satisfies Record<OrderSlipState, Tone>

/** There is something to pay by it. */
export const isSlipOpen = (state: unknown) =>
  state === 'nao-registrado' || state === 'registrado' || state === 'recusado'
/** There is a note to hand over. */
export const isNoteReady = (state: unknown) => state === 'autorizada' || state === 'cancelando'
