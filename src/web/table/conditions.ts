import type { FilterTest } from '#kernel/condition.ts'
import type { Field, Kind } from '#kernel/field.ts'

/** A condition a person may choose: one of the address, or what two of them mean together. */
export type ConditionName = FilterTest | 'between' | 'list' | 'full'

const emptiness = { empty: 'está vazio', full: 'não está vazio' } as const
const numberConditions = {
  between: 'entre',
  eq: '= igual a',
  not: '≠ diferente de',
  lt: '< menor que',
  lte: '≤ menor ou igual a',
  gt: '> maior que',
  gte: '≥ maior ou igual a',
} as const
const dayConditions = {
  between: 'entre',
  eq: '= em',
  not: '≠ não em',
  lt: '< antes de',
  lte: '≤ até',
  gt: '> depois de',
  gte: '≥ desde',
  ...emptiness,
} as const
const choiceConditions = { eq: 'é', not: 'não é', ...emptiness } as const

const byKind: Partial<Record<Kind, Readonly<Partial<Record<ConditionName, string>>>>> = {
  text: {
    contains: 'contém',
    starts: 'começa com',
    is: 'é',
    list: 'é um destes (cole uma lista)',
    not: 'não é',
    ...emptiness,
  },
  integer: { ...numberConditions, list: 'é um destes (cole uma lista)', ...emptiness },
  decimal: { ...numberConditions, ...emptiness },
  money: { ...numberConditions, ...emptiness },
  percent: { ...numberConditions, ...emptiness },
  date: dayConditions,
  instant: dayConditions,
  choice: choiceConditions,
  ref: choiceConditions,
  flag: { eq: 'é' },
}
/** How a field may be compared, the usual way first. */
export const conditionsOf = ({ kind, required }: Field): readonly (readonly [ConditionName, string])[] =>
  conditionOrder.flatMap(name => {
    const label = byKind[kind]?.[name]
    // What is always there is never empty.
    return label === undefined || (required && (name === 'empty' || name === 'full')) ? [] : [[name, label] as const]
  })
const conditionOrder: readonly ConditionName[] = [
  'contains',
  'starts',
  'is',
  'between',
  'eq',
  'list',
  'not',
  'lt',
  'lte',
  'gt',
  'gte',
  'empty',
  'full',
]
