import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { problem, type Problem, type ValueHolder } from '#kernel/problem.ts'
import { keyOf, tableOf, titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { sayValue } from '#kernel/say.ts'
import { capital, join, theOne } from '#kernel/text.ts'
import type { Catalog } from '#server/catalog.ts'
import { databaseProblem } from '#server/database/errors.ts'
import type { Ctx } from '#server/operation.ts'
import { andAll } from '#server/sql.ts'

/** PostgreSQL reports a duplicate value so; see https://www.postgresql.org/docs/15/protocol-error-fields.html. */
interface RepeatedValue {
  readonly table: string
  readonly constraint: string
  readonly detail: string
}
function repeatedIn(thrown: unknown): RepeatedValue | undefined {
  const { code, table = '', constraint = '', detail = '' } = Object(thrown)
  return code === '23505' ? { table: String(table), constraint: String(constraint), detail: String(detail) } : undefined
}
export const isRepeated = (thrown: unknown) => repeatedIn(thrown) !== undefined

/**
 * The problem that answers a failed statement. For a duplicate value it names the field, the value and the row that has it, if
 * the user may open that row; otherwise only that there is one. Call it after the failed transaction, or back at a savepoint.
 * @param written the body of the request: if it has the value, the error is put on its field.
 */
export async function problemOf(catalog: Catalog, ctx: Ctx, thrown: unknown, written?: unknown): Promise<Problem> {
  const repeated = repeatedIn(thrown)
  const found = repeated && (await holderOf(catalog, ctx, repeated))
  if (!found) return databaseProblem(thrown)
  const { resource, row, fields } = found
  const said = sentenceOf(resource, row, fields)
  const blamed = fields.map(([name, field]) => keyOf(name, field)).find(key => key in Object(written ?? {}))
  return problem(blamed === undefined ? 'conflict' : 'invalid', {
    message: said,
    ...(blamed !== undefined && { errors: { [blamed]: [said] } }),
    holder: shownHolder(resource, row),
    cause: thrown,
  })
}

/** Answers the row that already has a value, if the user may open it. */
export async function holderSeen(ctx: Ctx, resource: AnyResource, id: number): Promise<ValueHolder | undefined> {
  const row = await seekHolder(ctx, resource, id)
  return row && shownHolder(resource, row)
}

type SeenRow = Readonly<Record<string, unknown>> & { readonly uuid: string }
const shownHolder = (resource: AnyResource, row: SeenRow): ValueHolder => ({
  path: resource.path,
  uuid: row.uuid,
  name: textIn(resource, row, titleOf(resource)) ?? '',
})

async function seekHolder(ctx: Ctx, resource: AnyResource, id: number): Promise<SeenRow | undefined> {
  const opens = verbsOf(resource).includes('show') && can(ctx.user, permission(resource, 'show'))
  return (opens && (await ctx.rows(resource).seek(id))) || undefined
}

async function holderOf(catalog: Catalog, ctx: Ctx, { table, constraint, detail }: RepeatedValue) {
  const { keys, among } = await indexNamed(ctx, constraint)
  const id = await idOf(ctx, table, keys, among, /\)=\((.*)\)/s.exec(detail)?.[1] ?? '')
  if (id === undefined) return undefined
  for (const resource of catalog.resources.filter(each => tableOf(each) === table)) {
    const row = await seekHolder(ctx, resource, id)
    if (row) return { resource, row, fields: fieldsOf(catalog, resource, keys) }
  }
  return undefined
}

/** The expressions a unique index is of, and the condition under which rows are in it. */
async function indexNamed({ sql: db }: Ctx, name: string) {
  const { rows } = await sql<{ keys: readonly string[]; among: string | null }>`
    select array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) k) as keys,
      pg_get_expr(i.indpred, i.indrelid, true) as among
    from pg_index i where i.indexrelid = to_regclass(quote_ident(${name}))`.execute(db)
  return rows[0] ?? { keys: [], among: null }
}

/** The row of these values, which PostgreSQL names one after the other; none where one of them has the comma that parts them. */
async function idOf({ sql: db }: Ctx, table: string, keys: readonly string[], among: string | null, values: string) {
  const parted = keys.length === 1 ? [values] : values.split(', ')
  if (!keys.length || parted.length !== keys.length) return undefined
  const same = keys.map((key, at) => sql`${sql.raw(key)} = ${parted[at]}`)
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${andAll([...same, ...(among ? [sql`(${sql.raw(among)})`] : [])])}`.execute(
    db,
  )
  return rows[0]?.id
}

/** What of the index people write, as it is declared: never the company, and for a slug the name it is made of. */
function fieldsOf({ tenancy }: Catalog, resource: AnyResource, keys: readonly string[]) {
  const of = Object.entries(resource.fields)
  const named = of.filter(([name, field]) => keys.some(key => new RegExp(`\\b${keyOf(name, field)}\\b`).test(key)))
  const written = named.map(([name]) => (name === 'slug' ? titleOf(resource) : name))
  return of.filter(([name, { options }]) => written.includes(name) && options.to !== tenancy.company)
}

/** Leaves out values of the row that its reader may not see. */
function sentenceOf(resource: AnyResource, row: SeenRow, fields: ReturnType<typeof fieldsOf>): string {
  const values = fields.flatMap(([name, field]) => {
    const said = textIn(resource, row, name)
    return said === null ? [] : [`${field.label} ${said}`]
  })
  const title = textIn(resource, row, titleOf(resource))
  const named = title === null ? theOne(resource.text) : `${theOne(resource.text)} “${title}”`
  return `${capital(named)} já tem ${join(values) || 'este valor'}.`
}

/** What a field of a row says in a sentence; null where it says nothing. */
export function textIn({ fields }: AnyResource, row: SeenRow, name: string): string | null {
  const field = fields[name]
  return field ? sayValue(field, row[keyOf(name, field)], () => String(Object(row[name]).name ?? '')) : null
}
