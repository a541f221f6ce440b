import type { Tone } from '#kernel/field.ts'

/** What a closing makes of a bill, in its order. */
export const closingSteps = { note: 'Nota', slip: 'Boleto', mail: 'E-mail' } as const
export type ClosingStep = keyof typeof closingSteps
const isStep = (name: string): name is ClosingStep => name in closingSteps
export const stepNames = Object.keys(closingSteps).filter(isStep)

/** The right that each step takes: that of the act over one bill. Who loses it while the closing works has that step refused. */
export const closingRights: Readonly<Record<ClosingStep, string>> = {
  note: 'service-invoices.emitir',
  slip: 'bills-to-receive.emitir-boleto',
  mail: 'clients.extrato.enviar',
}

/** How far a step of a bill is. */
export const stepStates = {
  'a-fazer': 'A fazer',
  andando: 'Em andamento',
  feito: 'Feito',
  falhou: 'Não saiu',
  'nao-da': 'Não dá ainda',
  encerrado: 'Não é preciso',
} as const
export type StepState = keyof typeof stepStates
export const stepTones: Readonly<Record<StepState, Tone>> = {
  'a-fazer': 'neutro',
  andando: 'info',
  feito: 'ok',
  falhou: 'erro',
  'nao-da': 'atencao',
  encerrado: 'neutro',
}

/** A step that somebody has to do something about. */
export const isStuck = (state: StepState) => state === 'falhou' || state === 'nao-da'
/** A step that an act would do. */
export const isToDo = (state: StepState) => state === 'a-fazer' || state === 'falhou'

/** Most bills of one act. */
export const mostClosed = 5_000
