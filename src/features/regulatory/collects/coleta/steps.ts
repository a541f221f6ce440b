import type { Tone } from '#kernel/field.ts'

interface Said {
  readonly name: string
  /** Of several. */
  readonly many: string
  readonly tone: Tone
}

/** Names the steps of a coleta on its way to Anatel, by its status slug. */
export const steps = {
  'em-aberto': { name: 'Em aberto', many: 'Em aberto', tone: 'info' },
  'aguardando-cliente': { name: 'Aguardando cliente', many: 'Aguardando cliente', tone: 'atencao' },
  'em-conferencia': { name: 'Em conferência', many: 'Em conferência', tone: 'info' },
  finalizado: { name: 'Pronta', many: 'Prontas', tone: 'ok' },
  enviada: { name: 'Enviada', many: 'Enviadas', tone: 'info' },
  processada: { name: 'Processada', many: 'Processadas', tone: 'ok' },
  'com-erro': { name: 'Com erro', many: 'Com erro', tone: 'erro' },
  dispensada: { name: 'Dispensada', many: 'Dispensadas', tone: 'neutro' },
} as const satisfies Readonly<Record<string, Said>>
export type Step = keyof typeof steps
/** How each looks, by what people read. */
export const tones = Object.fromEntries(Object.values(steps).map(({ name, tone }) => [name, tone]))

const isStep = (slug: string): slug is Step => slug in steps
/** Finds a status's step by its name; an unknown one is open. */
export function stepOf(status: { readonly name: string } | null | undefined): Step {
  const slug = Object.entries(steps).find(([, { name }]) => name === status?.name)?.[0] ?? ''
  return isStep(slug) ? slug : 'em-aberto'
}

/** Actions on a coleta that notify nobody: the person who took the last of them can undo it. */
export const undoableSteps = [
  'finalizar',
  'copiar-anterior',
  'confirmar-sem-mudancas',
  'zerar',
  'dispensar',
  'processada',
] as const
export type UndoableStep = (typeof undoableSteps)[number]
export const isUndoable = (action: string): action is UndoableStep => undoableSteps.some(each => each === action)

const stepNames = (...of: readonly Step[]): readonly string[] => of.map(step => steps[step].name)
/** Still to be filled in or checked. */
export const filling = stepNames('em-aberto', 'aguardando-cliente', 'em-conferencia')
/** Nobody changes anything until an action opens it again. */
export const settled = stepNames('finalizado', 'enviada', 'processada', 'com-erro', 'dispensada')
/** The regulator has it, or had it and gave it back. */
export const sentSteps = stepNames('enviada', 'processada', 'com-erro')

/** Still to be filled in or checked, by its step. */
export const isFilling = (step: Step) => filling.includes(steps[step].name)

/** The client edits in these steps; later only the office. */
export const clientSteps: readonly Step[] = ['em-aberto', 'aguardando-cliente']
export const isClients = (step: Step) => clientSteps.includes(step)

const ready: readonly Step[] = ['finalizado', 'enviada', 'processada', 'com-erro']
/** Its accesses may be exported. */
export const isReady = (step: Step) => ready.includes(step)

/** Nothing is left to do of it. */
export const filed: readonly Step[] = ['enviada', 'processada', 'dispensada']
/** Its last day no longer matters. */
export const isFiled = (step: Step) => filed.includes(step)
