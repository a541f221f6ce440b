import {
  isDayToken,
  listTests,
  meToken,
  mostValues,
  readFilterName,
  splitValues,
  takesTest,
  bareText,
  companyToken,
  type FilterTest,
} from '#kernel/condition.ts'
import { flag, integer, type Field, type Fields } from '#kernel/field.ts'
import { isBare } from '#kernel/format.ts'
import { invalid } from '#kernel/problem.ts'
import { isField, titleOf, type AnyResource } from '#kernel/resource.ts'

/** What a list asks for: the same words in the browser's address, on the wire and in the SQL. */
export interface ListQuery {
  readonly page: number
  readonly per_page: number
  /** False asks for every row, up to `wholeLimit`. */
  readonly pagination: boolean
  readonly search: string
  /** Values one of which a row has, whole, in a column that is searched; none: all rows. */
  readonly any: readonly string[]
  readonly sort: readonly Sort[]
  readonly filters: readonly Filter[]
  readonly active: 'true' | 'false' | 'all'
  /** The deleted rows, for readers who may delete; false: all others. */
  readonly trashed: boolean
  /** What is answered of each row besides its stamps, in this order; null: all that a list has. */
  readonly columns: readonly ListedField[] | null
}
/** A field of a list's rows, by its name. */
export type ListedField = readonly [name: string, field: Field]
export interface Sort {
  readonly field: string
  readonly descending: boolean
}
export interface Filter {
  /** The field's key on the wire: `client_id` for a reference. */
  readonly key: string
  readonly field: Field
  readonly test: FilterTest
  readonly value: string
  /** Which one of several alike, and the group of alternatives it is in; see `NamedFilter`. */
  readonly nth?: number | undefined
  readonly group?: number | undefined
}

export const pageSizes = [25, 50, 100] as const
export const wholeLimit = 10_000
const listParameterNames: ReadonlySet<string> = new Set([
  'page',
  'per_page',
  'pagination',
  'search',
  'any',
  'sort',
  'active',
  'trashed',
  'columns',
])
const stamps: Readonly<Record<string, Field>> = {
  id: { kind: 'integer', label: 'Código', required: true, writable: false, options: {} },
  created_at: { kind: 'instant', label: 'Criado em', required: true, writable: false, options: {} },
  updated_at: { kind: 'instant', label: 'Atualizado em', required: true, writable: false, options: {} },
}

/** The field a sort or a filter may name, by its key on the wire. */
export function columnOf(resource: AnyResource, key: string): Field | undefined {
  const own = fieldAt(resource.fields, key) ?? fieldAt(stamps, key)
  if (own) return ['many', 'words', 'metas'].includes(own.kind) || own.options.secret ? undefined : own
  const target = key.endsWith('_id') ? fieldAt(resource.fields, key.slice(0, -3)) : undefined
  return target?.kind === 'ref' ? target : undefined
}

const ends = { id: integer('Código'), active: flag('Ativo') }
const isListed = ({ kind, options }: Field, outside: boolean) =>
  kind !== 'many' && kind !== 'metas' && !options.secret && !(outside && options.internal)

/** Gives every column a list may answer; outsiders get no internal field. */
export function listedFields({ fields }: AnyResource, outside: boolean): readonly ListedField[] {
  const open = Object.entries(fields).filter(([, field]) => isListed(field, outside))
  return [['id', ends.id], ...open, ['active', ends.active]]
}

/** 'constructor' and its like are in every object, and no field. */
const fieldAt = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined)

/**
 * Reads a list's query string. Throws a 422 naming each thing it does not know: an unknown field never becomes a full list.
 * `outside` says the reader is not staff: internal fields are then unknown too.
 */
export function listQuery(resource: AnyResource, raw: Readonly<Record<string, unknown>>, outside = false): ListQuery {
  const wrong = new Map<string, string>()
  const one = (name: string) => {
    const value = raw[name]
    if (value === undefined || typeof value === 'string') return value
    wrong.set(name, 'Informe um valor só.')
    return undefined
  }
  const whole = (name: string, fallback: number, max: number) => {
    const given = one(name)
    if (given === undefined || given === '') return fallback
    if (/^\d{1,9}$/.test(given) && +given >= 1 && +given <= max) return +given
    wrong.set(name, `Informe um número de 1 a ${max}.`)
    return fallback
  }
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const given = one(name)
    const found = given === undefined ? fallback : values.find(value => value === given)
    if (found === undefined) wrong.set(name, `Informe um destes: ${values.join(', ')}.`)
    return found ?? fallback
  }
  const column = (key: string) => {
    const field = columnOf(resource, key)
    return field && !(outside && field.options.internal) ? field : undefined
  }

  const page = whole('page', 1, 1_000_000)
  const per_page = whole('per_page', 25, 100)
  const pagination = oneOf('pagination', ['true', 'false'], 'true') === 'true'
  const active = oneOf('active', ['true', 'false', 'all'], 'all')
  const trashed = oneOf('trashed', ['true', 'false'], 'false') === 'true'
  const search = one('search')?.trim() ?? ''
  if (search.length > 200) wrong.set('search', 'Use no máximo 200 caracteres.')
  if (!search.isWellFormed() || search.includes('\0'))
    wrong.set('search', 'Há um caractere que não pode ser pesquisado.')
  const any = one('any')
  const values = any ? splitValues(any).filter(value => value.trim() !== '') : []
  const bad = any === undefined ? null : whyNotValues(values)
  if (bad) wrong.set('any', bad)

  const sort: Sort[] = []
  const sorted = (one('sort') ?? resource.list.sort ?? titleOf(resource)).split(',')
  if (sorted.length > 5) wrong.set('sort', 'Ordene por no máximo 5 campos.')
  for (const said of sorted) {
    const descending = said.startsWith('-')
    const field = descending ? said.slice(1) : said
    if (column(field)) sort.push({ field, descending })
    else wrong.set('sort', `Não é possível ordenar por “${field}”.`)
  }

  const columns = [...new Set(one('columns')?.split(','))].flatMap((name): readonly ListedField[] => {
    const field = fieldAt(ends, name) ?? fieldAt(resource.fields, name)
    if (field && isListed(field, outside)) return [[name, field]]
    if (raw.columns) wrong.set('columns', `Não há a coluna “${name}” nesta lista.`)
    return []
  })

  const filters = readFilters(resource, raw, column, wrong)
  if (wrong.size) throw invalid(Object.fromEntries(wrong))
  return {
    page,
    per_page,
    pagination,
    search,
    any: values,
    sort,
    filters,
    active,
    trashed,
    columns: columns.length ? columns : null,
  }
}

/** Reads the conditions of a query, and notes why those it does not take are wrong. */
function readFilters(
  { fields }: AnyResource,
  raw: Readonly<Record<string, unknown>>,
  column: (key: string) => Field | undefined,
  wrong: Map<string, string>,
): readonly Filter[] {
  const filters: Filter[] = []
  for (const [name, given] of Object.entries(raw)) {
    if (listParameterNames.has(name)) continue
    const { key = '', test, nth, group } = readFilterName(name) ?? {}
    // A reference is filtered by its id, under the key it travels with.
    const field = isField('ref', fields[key]) ? undefined : column(key)
    if (!field || !test) wrong.set(name, 'Não é possível filtrar por isto.')
    else if (typeof given !== 'string') wrong.set(name, 'Informe um valor só.')
    // Equal to nothing: the empty ones.
    else if (given === '' && test === 'eq') filters.push({ key, field, test, value: given, nth, group })
    else {
      const why = whyNotFilter(field, test, given)
      if (why) wrong.set(name, why)
      else filters.push({ key, field, test, value: given, nth, group })
    }
  }
  return filters
}

/** With its offset: without one it could be Brasília's or Greenwich's. */
const wholeMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i

/** Why no list has values of this number or form; null where one may. */
function whyNotValues(values: readonly string[]): string | null {
  if (values.length > mostValues) return `Use no máximo ${mostValues} valores de uma vez.`
  return values.length && values.every(isText) ? null : 'Informe valores separados por vírgula.'
}
const isText = (given: string) => given.length <= 255 && !given.includes('\0') && given.isWellFormed()

/** Why a field is not compared so with this; null where it is. */
function whyNotFilter(field: Field, test: FilterTest, given: string): string | null {
  if (!takesTest(field, test)) return `${field.label} não aceita a condição “${test}”.`
  if (test === 'empty') return given === 'true' || given === 'false' ? null : 'Informe true ou false.'
  const values = listTests.has(test) ? splitValues(given) : [given]
  const cited = given.length > 80 ? `${given.slice(0, 80)}…` : given
  const wrong = `“${cited}” não serve para ${field.label}.`
  if (values.some(value => !fits(field, value))) return wrong
  // Those that every field has always taken take anything a text may be.
  if (!['is', 'not', 'contains', 'starts'].includes(test)) return null
  if (values.length > mostValues) return `Use no máximo ${mostValues} valores de uma vez.`
  return values.some(value => (isBare(field) ? bareText(value) : value.trim()) === '') ? wrong : null
}

/** Whether a filter's text can be compared with the field's column. */
function fits({ kind, options }: Field, given: string): boolean {
  if (!isText(given)) return false
  switch (kind) {
    case 'ref':
      return given === meToken || given === companyToken || /^-?\d{1,9}$/.test(given)
    case 'integer':
      return /^-?\d{1,9}$/.test(given)
    case 'decimal':
    case 'money':
    case 'percent':
      return /^-?\d{1,12}(\.\d{1,8})?$/.test(given)
    case 'flag':
      return given === 'true' || given === 'false'
    case 'date':
      return isDay(given) || isDayToken(given)
    case 'instant':
      return isDay(given) || isDayToken(given) || (wholeMoment.test(given) && !Number.isNaN(Date.parse(given)))
    case 'choice':
      return Object.hasOwn(options.choices ?? {}, given)
    default:
      return true
  }
}

/** A real day of the calendar, 'YYYY-MM-DD', years 1900 to 2199. */
export function isDay(given: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(given)) return false
  const parsed = new Date(`${given}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(given)
}

/** A page of rows as Laravel's paginator answers it. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly total: number
  readonly per_page: number
  readonly current_page: number
  readonly last_page: number
  readonly from: number | null
  readonly to: number | null
}

export const pageOf = <T>(
  data: readonly T[],
  total: number,
  { page, per_page }: Pick<ListQuery, 'page' | 'per_page'>,
): Page<T> => ({
  data,
  total,
  per_page,
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / per_page)),
  from: data.length ? (page - 1) * per_page + 1 : null,
  to: data.length ? (page - 1) * per_page + data.length : null,
})
