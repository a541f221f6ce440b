import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import type { Fields } from '#kernel/field.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { count, join, theOne } from '#kernel/text.ts'
import type { Catalog, Pointer } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { scopeSql } from '#server/scope.ts'
import type { Part } from '#server/sql.ts'

/** A reference in a draft: where it was written ('finances.0.tax_regime_id') and what it points to. */
interface Pointing {
  readonly at: string
  readonly to: string
  readonly among: Readonly<Record<string, string>>
  readonly id: number
}

/** Refuses references to rows the user may not see, or that are gone: one statement for the whole draft. */
export async function refuseUnseen(
  catalog: Catalog,
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  ctx: Ctx,
) {
  const pointing = referencesIn(resource.fields, values, '')
  const owner = resource.fields[resource.scope]
  const company = companyOf(ctx.user)
  if (owner?.options.to === catalog.tenancy.company && company !== null && values[`${resource.scope}_id`] === null)
    throw invalid({ [`${resource.scope}_id`]: 'Escolha uma empresa: você trabalha em uma só.' })
  if (!pointing.length) return

  const places = new Map(pointing.map(each => [placeOf(each), each]))
  const queries = [...places].map(([place, { to, among }]): Part => {
    const target = catalog.at(to)
    const ids = [...new Set(pointing.filter(each => placeOf(each) === place).map(each => each.id))]
    const narrowed = Object.entries(among).map(([column, value]) => sql` and t.${sql.ref(column)} = ${value}`)
    return sql`select ${place}::text as place, t.id from ${sql.table(tableOf(target))} t where t.id = any(${ids}::bigint[]) and t.deleted_at is null and ${scopeSql(catalog, target, ctx.user)}${sql.join(narrowed, sql``)}`
  })
  const { rows } = await sql<{ place: string; id: number }>`${sql.join(queries, sql` union all `)}`.execute(ctx.sql)
  const seen = new Set(rows.map(row => `${row.place} ${row.id}`))
  const unseen = pointing.filter(each => !seen.has(`${placeOf(each)} ${each.id}`))
  if (unseen.length)
    throw invalid(
      Object.fromEntries(unseen.map(each => [each.at, 'O registro escolhido não existe mais. Escolha outro.'])),
    )
}

/** Rows of one place are looked up together. */
const placeOf = ({ to, among }: Pointing) => `${to} ${JSON.stringify(among)}`

function referencesIn(fields: Fields, values: Readonly<Record<string, unknown>>, prefix: string): Pointing[] {
  return Object.entries(fields).flatMap(([name, { kind, options }]): Pointing[] => {
    if (kind === 'ref') {
      const id = values[`${name}_id`]
      const { to, among = {} } = options
      return typeof id === 'number' && to ? [{ at: `${prefix}${name}_id`, to, among, id }] : []
    }
    const lines = values[name]
    if (kind !== 'many' || !options.shape || !Array.isArray(lines)) return []
    const shape = options.shape
    return lines.flatMap((line: Readonly<Record<string, unknown>>, i) =>
      referencesIn(shape, line, `${prefix}${name}.${i}.`),
    )
  })
}

/** Refuses to delete what others refer to, and says who, as far as the user may see them: '14 tarefas e 3 enlaces'. */
export async function refuseHeld(catalog: Catalog, resource: AnyResource, id: number, ctx: Ctx) {
  const pointers = catalog.pointersTo(resource)
  if (!pointers.length) return
  const holders = pointers.map(
    pointer => sql`
      select ${pointer.resource.path}::text as path, top.id, ${scopeSql(catalog, pointer.resource, ctx.user, 'top')} as seen
      from ${fromPointer(pointer)} where leaf.${sql.ref(pointer.column)} = ${id} and top.deleted_at is null`,
  )
  const { rows } = await sql<{ path: string; n: number }>`
    select path, count(distinct id) filter (where seen) as n from (${sql.join(holders, sql` union all `)}) held
    where not (path = ${resource.path} and id = ${id}) group by path order by n desc, path`.execute(ctx.sql)
  if (!rows.length) return
  const seen = rows.filter(({ n }) => n > 0).map(({ n, path }) => count(n, catalog.at(path).text))
  const said = join(seen) || 'registros de outra empresa'
  const verb = said.startsWith('1 ') && seen.length === 1 ? 'depende' : 'dependem'
  const whom = resource.text.gender === 'f' ? 'dela' : 'dele'
  throw problem('conflict', `Não é possível excluir ${theOne(resource.text)}: ${said} ainda ${verb} ${whom}.`)
}

/** From the table that holds the column up to its resource's own, whose rows are what a person knows. */
function fromPointer({ table, parents }: Pointer): Part {
  let joins = sql``
  let below = 'leaf'
  parents.forEach((parent, i) => {
    const alias = i === parents.length - 1 ? 'top' : `up${i}`
    joins = sql`${joins} join ${sql.table(parent)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${sql.ref(`${below}.parent_id`)}`
    below = alias
  })
  if (!parents.length) return sql`${sql.table(table)} leaf join ${sql.table(table)} top on top.id = leaf.id`
  return sql`${sql.table(table)} leaf ${joins}`
}
