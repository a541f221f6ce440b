import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import type { Field, Fields } from '#kernel/field.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { count, join, theOne } from '#kernel/text.ts'
import type { Catalog, Pointer } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { scopeSql } from '#server/scope.ts'
import type { Part } from '#server/sql.ts'

/** Refuses references to rows the user may not see, or that are gone: one statement for the whole draft. */
export async function refuseUnseen(
  catalog: Catalog,
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  ctx: Ctx,
) {
  const owner = resource.fields[resource.scope]
  const company = companyOf(ctx.user)
  if (owner?.options.to === catalog.tenancy.company && company !== null && values[`${resource.scope}_id`] === null)
    throw invalid({ [`${resource.scope}_id`]: 'Escolha uma empresa: você trabalha em uma só.' })
  const asked = new Map<Field, Set<number>>()
  eachReference(resource.fields, values, '', (field, id) => {
    const ids = asked.get(field)
    if (ids) ids.add(id)
    else asked.set(field, new Set([id]))
  })
  if (!asked.size) return

  const queries = [...asked].map(([{ options }, ids], at): Part => {
    const target = catalog.at(options.to ?? '')
    const narrowed = Object.entries(options.among ?? {}).map(
      ([column, value]) => sql` and t.${sql.ref(column)} = ${value}`,
    )
    return sql`select ${at}::integer as at, t.id from ${sql.table(tableOf(target))} t where t.id = any(${[...ids]}::bigint[]) and t.deleted_at is null and ${scopeSql(catalog, target, ctx.user)}${sql.join(narrowed, sql``)}`
  })
  const { rows } = await sql<{ at: number; id: number }>`${sql.join(queries, sql` union all `)}`.execute(ctx.sql)
  const left = [...asked.values()]
  for (const { at, id } of rows) left[at]?.delete(id)
  if (left.every(ids => !ids.size)) return
  const unseen: Record<string, string> = {}
  eachReference(resource.fields, values, '', (field, id, at) => {
    if (asked.get(field)?.has(id)) unseen[at] = 'O registro escolhido não existe mais. Escolha outro.'
  })
  throw invalid(unseen)
}

/** Each reference in a draft, what it points to, and where it was written ('finances.0.tax_regime_id'). */
function eachReference(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  see: (field: Field, id: number, at: string) => void,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const { kind, options } = field
    if (kind === 'ref') {
      const id = values[`${name}_id`]
      if (typeof id === 'number' && options.to) see(field, id, `${prefix}${name}_id`)
    } else if (kind === 'many' && options.shape) {
      const { shape } = options
      const lines = values[name]
      if (Array.isArray(lines))
        lines.forEach((line: Readonly<Record<string, unknown>>, i) =>
          eachReference(shape, line, `${prefix}${name}.${i}.`, see),
        )
    }
  }
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
