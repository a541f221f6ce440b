import type { Tone } from '#kernel/field.ts'

/** Where an order stands as a whole; the server reckons it of what it brought about, for lists to filter by. */
export const orderStates = {
  'com-falha': 'Com falha',
  'em-andamento': 'Em andamento',
  pronta: 'Pronta',
  registrada: 'Só registrada',
  cancelada: 'Cancelada',
} as const
export type OrderState = keyof typeof orderStates
export const isOrderState = (name: unknown): name is OrderState => typeof name === 'string' && name in orderStates

export const orderTones = {
  'com-falha': 'erro',
  'em-andamento': 'info',
  pronta: 'ok',
  registrada: 'neutro',
  cancelada: 'neutro',
} as const satisfies Record<OrderState, Tone>

/** Where the boleto of an order stands. */
export const slipStates = {
  emitido: 'Emitido',
  registrado: 'Registrado no banco',
  pago: 'Pago',
  cancelado: 'Cancelado',
} as const
export type SlipState = keyof typeof slipStates
export const isSlipState = (name: unknown): name is SlipState => typeof name === 'string' && name in slipStates
export const slipTones = {
  emitido: 'atencao',
  registrado: 'ok',
  pago: 'ok',
  cancelado: 'neutro',
} as const satisfies Record<SlipState, Tone>
/** May be downloaded: whoever pays needs it. */
export const isSlipOpen = (state: unknown) => state === 'emitido' || state === 'registrado'
export const isNoteReady = (state: unknown) => state === 'autorizada' || state === 'cancelando'
