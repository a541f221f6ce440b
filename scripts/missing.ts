import { lookup } from '#kernel/resource.ts'
import { tablesOf, type Column, type Found, type Table } from './schema.ts'

/** A statement that would bring the database nearer to the declarations. */
interface Missing {
  readonly sql: string
  /** What only a person knows of it; none where nothing is guessed. */
  readonly asks?: string
}

/** What a list lets pass, and why: by 'table.column'. */
export type Reasons = Readonly<Record<string, string>>

const moment = 'timestamp with time zone'

/** What a migration still has to say, in an order in which it applies: new tables, then what changes in those that were there. */
export function missing(found: Found, declared: readonly Table[], scanned: Reasons = {}): readonly Missing[] {
  const wanted = byName(declared)
  const words = wordsOf(found, scanned)
  const fresh = wanted.filter(({ name }) => !found.columns.has(name))
  const { created, later } = creating(fresh, words, new Set(found.columns.keys()), plainListIn(found, wanted))
  const changed = wanted.flatMap(({ name, columns }) => {
    const actual = found.columns.get(name)
    return actual ? columns.flatMap(each => changing(name, each, actual.get(each.name), found, words)) : []
  })
  return [...created.map(sql => ({ sql })), ...changed, ...later.map(sql => ({ sql }))]
}

type Words = ReturnType<typeof wordsOf>

/** How SQL says a column, where it points and what finds it. */
function wordsOf(found: Found, scanned: Reasons) {
  const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) && !found.reserved.has(name) ? name : `"${name}"`)
  return {
    quoted,
    definition: ({ name, type, nullable, fallback, to, more }: Column, isLater = false) =>
      [
        quoted(name),
        type === moment ? 'timestamptz' : type,
        !nullable && !more?.endsWith('primary key') && 'not null',
        fallback && `default ${fallback}`,
        to && !isLater && `references ${quoted(to)} (id)`,
        more,
      ]
        .filter(Boolean)
        .join(' '),
    reference: (table: string, { name, to = '' }: Column) =>
      `alter table ${quoted(table)} add foreign key (${quoted(name)}) references ${quoted(to)} (id);`,
    indexes: (table: string, { name, to, unique }: Column): readonly string[] => {
      const column = `${table}.${name}`
      const on = `on ${quoted(table)} (${quoted(name)})`
      if (unique && !found.unique.has(column))
        return [`create unique index ${quoted(`${table}_${name}_key`)} ${on} where deleted_at is null;`]
      if (unique || !to || scanned[column] || found.indexed.has(column)) return []
      return [`create index ${quoted(`${table}_${name}`)} ${on};`]
    },
  }
}

/** New tables; one that points to another made after it is told so at the end, `later`. */
function creating(
  fresh: readonly Table[],
  { quoted, definition, reference, indexes }: Words,
  made: Set<string>,
  plain: Table | undefined,
) {
  const later: string[] = []
  const created = fresh.flatMap(({ name, columns }) => {
    made.add(name)
    const like = plain?.columns.every(one => columns.some(other => isSame(one, other))) ? plain : undefined
    const own = columns.filter(one => !like?.columns.some(other => isSame(one, other)))
    const lines = own.map(column => {
      const isLater = column.to !== undefined && !made.has(column.to)
      if (isLater) later.push(reference(name, column))
      return definition(column, isLater)
    })
    const all = like ? [`like ${like.name} including all`, ...lines] : lines
    const body = all.length > 1 ? `(\n  ${all.join(',\n  ')}\n)` : `(${all.join()})`
    return [
      `create table ${quoted(name)} ${body};`,
      ...own.filter(({ more }) => more !== 'unique').flatMap(each => indexes(name, each)),
      `select count_changes_of('${name}');`,
    ]
  })
  return { created, later }
}

/** What a table that was there lacks of one column. */
function changing(
  table: string,
  column: Column,
  actual: Omit<Column, 'unique' | 'to'> | undefined,
  found: Found,
  { quoted, definition, reference, indexes }: Words,
): readonly Missing[] {
  const name = `${table}.${column.name}`
  if (!actual) {
    const sql = `alter table ${quoted(table)} add column ${definition(column)};`
    const isFilled = column.nullable || column.fallback !== undefined
    const asks = `${name} é obrigatória, e falta dizer o que recebem as linhas que já existem`
    return [isFilled ? { sql } : { sql, asks }, ...indexes(table, column).map(index => ({ sql: index }))]
  }
  const alter = `alter table ${quoted(table)} alter column ${quoted(column.name)}`
  const lacking: Missing[] = []
  if (actual.type !== column.type)
    lacking.push({
      sql: `${alter} type ${column.type}; -- it is ${actual.type}`,
      asks: `${name} é ${actual.type} e foi declarada ${column.type}: falta dizer como um vira o outro`,
    })
  if (column.nullable && !actual.nullable) lacking.push({ sql: `${alter} drop not null;` })
  if (!column.nullable && actual.nullable)
    lacking.push({
      sql: `${alter} set not null;`,
      asks: `${name} passou a ser obrigatória, e falta dizer o que recebem as linhas que a têm vazia`,
    })
  if (column.name !== 'id' && actual.fallback !== column.fallback)
    lacking.push({
      sql: `${alter} ${column.fallback ? `set default ${column.fallback}` : 'drop default'}; -- it is ${actual.fallback}`,
    })
  if (column.to !== undefined && !found.references.has(`${name} ${column.to}`))
    lacking.push({
      sql: reference(table, column),
      asks: `${name} passou a apontar para ${column.to}, e falta dizer o que é das linhas que apontam para outra coisa`,
    })
  const repeated = `${name} passou a ser única, e falta dizer o que é das linhas repetidas`
  return [...lacking, ...indexes(table, column).map(sql => (column.unique ? { sql, asks: repeated } : { sql }))]
}

/** Two sections may show rows of one table: it has the columns of both, each held to what either says of it. */
function byName(tables: readonly Table[]): readonly Table[] {
  const names = [...new Set(tables.map(({ name }) => name))]
  return names.map(name => {
    const columns = tables.filter(each => each.name === name).flatMap(each => each.columns)
    return { name, columns: columns.filter((one, at) => at === columns.findIndex(other => isSame(one, other))) }
  })
}

type Actual = Pick<Column, 'name' | 'type' | 'nullable' | 'fallback' | 'to' | 'unique'>
const isSame = (one: Actual, other: Actual) =>
  (['name', 'type', 'nullable', 'fallback', 'to', 'unique'] as const).every(key => one[key] === other[key])

/** What every plain list has. */
const [common] = tablesOf(lookup('list', { one: 'linha', many: 'linhas', gender: 'f' }))

/** A list that has that and nothing else: new ones are made like it. */
const plainListIn = (found: Found, wanted: readonly Table[]): Table | undefined =>
  wanted.find(
    ({ name, columns }) =>
      common?.columns.length === columns.length &&
      found.columns.get(name)?.size === columns.length &&
      common.columns.every(one => columns.some(other => isSame(one, other))),
  )

/** Columns of the resources' tables that no declaration asks for. */
export const undeclared = (found: Found, wanted: readonly Table[]): readonly string[] =>
  byName(wanted).flatMap(({ name, columns }) => {
    const known = new Set(columns.map(column => column.name))
    return [...(found.columns.get(name)?.keys() ?? [])]
      .filter(column => !known.has(column))
      .map(column => `${name}.${column}`)
  })
