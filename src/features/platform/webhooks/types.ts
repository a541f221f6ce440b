import { verbsOf, type AnyResource } from '#kernel/resource.ts'

/** What the history calls that which may happen to a row of any section. */
export const commonActions = {
  store: 'criado',
  update: 'alterado',
  disable: 'inativado',
  enable: 'reativado',
  destroy: 'excluído',
  restaurar: 'restaurado',
} as const
type CommonAction = keyof typeof commonActions

const verbOf: Readonly<Record<CommonAction, 'store' | 'update' | 'disable' | 'enable' | 'destroy'>> = {
  store: 'store',
  update: 'update',
  disable: 'disable',
  enable: 'enable',
  destroy: 'destroy',
  restaurar: 'destroy',
}
const isCommon = (action: string): action is CommonAction => action in commonActions

/** A call that writes: the event of the history it leaves, and what it does. */
interface WritingCall {
  readonly audit: string | null
  readonly summary: string
}

/** What may happen to the rows of a section, by what it declares and by the calls of its own, and how people call it. */
export function actionsOf(
  of: AnyResource,
  calls: readonly WritingCall[],
): readonly { readonly action: string; readonly label: string }[] {
  const found = new Map<string, string>(
    Object.entries(commonActions).filter(([action]) => isCommon(action) && verbsOf(of).includes(verbOf[action])),
  )
  for (const [action, { label }] of Object.entries(of.actions ?? {})) found.set(action, label)
  for (const { audit, summary } of calls) {
    const [section, action] = partsOfType(audit ?? '')
    if (section === of.path && !isCommon(action) && !found.has(action)) found.set(action, summary)
  }
  return [...found].map(([action, label]) => ({ action, label }))
}

/** The type of an event: 'clients.update'. */
export const typeOf = (of: Pick<AnyResource, 'path'>, action: string) => `${of.path}.${action}`

/** Of a subscribed type, its section and action; '*' is any of either. */
export function partsOfType(type: string): readonly [section: string, action: string] {
  const dot = type.indexOf('.')
  return dot < 0 ? [type, '*'] : [type.slice(0, dot), type.slice(dot + 1)]
}

/** Whether one of the subscribed types means this event. */
export const isSubscribed = (types: readonly string[], of: Pick<AnyResource, 'path'>, action: string) =>
  types.some(type => type === '*' || type === typeOf(of, action) || type === typeOf(of, '*'))
