import { dayAfter } from '#kernel/clock.ts'
import type { Field, Kind } from '#kernel/field.ts'
import { formats, isBare } from '#kernel/format.ts'
import { titleOf, type AnyResource } from '#kernel/resource.ts'
import { foldText } from '#kernel/text.ts'

// The grammar of what narrows a list, which the address, the API and the SQL share: `filter[name][contains]=fibra`.
// Conditions of one number are alternatives: `or[1][name][contains]=fibra&or[1][city_id]=7` is either, `or[2]…` another pair.

/** How a filter compares. `eq`, `in` and `gte`, `lte` of a text are exact; `is`, `not`, `contains` and `starts` of one are blind to case and accents. */
export const filterTests = ['eq', 'gte', 'lte', 'in', 'is', 'not', 'contains', 'starts', 'gt', 'lt', 'empty'] as const
export type FilterTest = (typeof filterTests)[number]

/** These were taken of every kind from the first day, and remain so. */
const ofAnyKind: ReadonlySet<FilterTest> = new Set<FilterTest>(['eq', 'gte', 'lte', 'in'])
const orderedTests = ['eq', 'gte', 'lte', 'not', 'gt', 'lt', 'empty'] as const
const choiceTests = ['eq', 'in', 'not', 'empty'] as const
const longTextTests = ['eq', 'empty'] as const

/** What the document offers of each kind. */
const testsByKind: Readonly<Record<Kind, readonly FilterTest[]>> = {
  text: ['eq', 'is', 'not', 'contains', 'starts', 'empty'],
  longtext: longTextTests,
  richtext: longTextTests,
  integer: ['eq', 'gte', 'lte', 'in', 'not', 'gt', 'lt', 'empty'],
  decimal: orderedTests,
  money: orderedTests,
  percent: orderedTests,
  date: orderedTests,
  instant: orderedTests,
  choice: choiceTests,
  ref: choiceTests,
  flag: ['eq'],
  words: [],
  metas: [],
  many: [],
}
export const testsOf = ({ kind }: Field): readonly FilterTest[] => testsByKind[kind]
/** Whether a field is compared so. */
export const takesTest = (field: Field, test: FilterTest) => ofAnyKind.has(test) || testsOf(field).includes(test)

/** The name of a filter. */
export interface NamedFilter {
  readonly key: string
  readonly test: FilterTest
  /** Which one of several alike, from 1 to 9. */
  readonly nth: number
  /** The group of alternatives, from 1 to 9, of which one is enough; 0 of a condition that holds in any case. */
  readonly group: number
}
/** How many alike, and how many groups, one list takes. */
export const mostAlike = 9
export const filterName = (key: string, test: FilterTest = 'eq', nth = 1, group = 0) =>
  `${group === 0 ? 'filter' : `or[${group}]`}[${key}]${test === 'eq' && nth === 1 ? '' : `[${test}]`}${nth === 1 ? '' : `[${nth}]`}`

export function readFilterName(name: string): NamedFilter | null {
  const [, group = '0', key = '', word = 'eq', nth = '1'] =
    /^(?:filter|or\[([1-9])\])\[(\w{1,60})\](?:\[(\w{1,10})\](?:\[([2-9])\])?)?$/.exec(name) ?? []
  const test = filterTests.find(each => each === word)
  return key && test ? { key, test, nth: Number(nth), group: Number(group) } : null
}

/** Brackets and commas as they are: a list of values is then no longer than it must be. */
export const plainSearch = (words: URLSearchParams) =>
  words.toString().replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%2C', ',')

/** Tests that take several values with commas between. */
export const listTests: ReadonlySet<FilterTest> = new Set<FilterTest>(['in', 'is', 'not'])
/** Values one filter takes. */
export const mostValues = 500
/** A comma of a value's own has a backslash before it. */
export const joinValues = (values: readonly string[]) =>
  values.map(each => each.replace(/[\\,]/g, String.raw`\$&`)).join(',')
export function splitValues(given: string): readonly string[] {
  const values: string[] = []
  let value = ''
  for (const [part] of given.matchAll(/\\[\\,]|[^]/g)) {
    if (part === ',') {
      values.push(value)
      value = ''
    } else value += part.length > 1 ? part.slice(1) : part
  }
  return [...values, value]
}

/** Letters and digits alone, in capitals: how identifiers are stored. */
export const bareText = (text: string) => text.replace(/[^0-9a-z]/gi, '').toUpperCase()
/** What a whole value is stored as; of what is no such number, its letters and digits. */
export const storedValue = ({ options: { format } }: Field, given: string) =>
  (format && formats[format].parse(given)) ?? bareText(given)
/** A text as `is` and `not` compare it. */
export const comparedValue = (field: Field, given: string) =>
  isBare(field) ? storedValue(field, given) : foldText(given.trim())

/** The columns in which `any` looks for whole values: those that are searched, and the code. */
export const anyFields = (of: AnyResource, outside: boolean): readonly (readonly [string, Field])[] => [
  ['id', codeField],
  ...(of.list.search ?? [titleOf(of)]).flatMap((name): readonly (readonly [string, Field])[] => {
    const field = of.fields[name]
    const isSeen = field && !(outside && field.options.internal) && !field.options.secret
    return isSeen && ['text', 'integer', 'ref'].includes(field.kind) ? [[name, field]] : []
  }),
]
const codeField: Field = { kind: 'integer', label: 'Código', required: true, writable: false, options: {} }

/** Who asks, in a filter by a person. */
export const meToken = '@eu'
/** The company that who asks looks at, in a filter by a company; who looks at all of them is narrowed by it to none. */
export const companyToken = '@minha-empresa'
/** Days that go with the calendar, as people say them. Weeks begin on Monday. */
export const dayTokens: Readonly<Record<string, string>> = {
  hoje: 'hoje',
  ontem: 'ontem',
  amanha: 'amanhã',
  'esta-semana': 'esta semana',
  'este-mes': 'este mês',
  'mes-passado': 'mês passado',
  'proximo-mes': 'próximo mês',
}
export const isDayToken = (given: string) => Object.hasOwn(dayTokens, given)
/** 'Este mês' → 'este-mes'; null for other words. */
export function typedDayToken(text: string): string | null {
  const found = foldText(text.trim()).replace(/\s+/g, '-')
  return isDayToken(found) ? found : null
}

type DaySpan = readonly [first: string, last: string]
/** The first and the last day a filter's value is, on this day; what is no word for days is both. */
export function daySpan(given: string, today: string): DaySpan {
  const month = (ahead: number): DaySpan => {
    const [year = 0, number = 1] = today.split('-').map(Number)
    const day = (of: number, at: number) => new Date(Date.UTC(year, of, at)).toISOString().slice(0, 10)
    return [day(number - 1 + ahead, 1), day(number + ahead, 0)]
  }
  const monday = () => dayAfter(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
  switch (given) {
    case 'hoje':
      return [today, today]
    case 'ontem':
      return [dayAfter(today, -1), dayAfter(today, -1)]
    case 'amanha':
      return [dayAfter(today, 1), dayAfter(today, 1)]
    case 'esta-semana':
      return [monday(), dayAfter(monday(), 6)]
    case 'este-mes':
      return month(0)
    case 'mes-passado':
      return month(-1)
    case 'proximo-mes':
      return month(1)
    default:
      return [given, given]
  }
}
