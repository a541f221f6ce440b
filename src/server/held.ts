import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { count, join, anotherOne, theOne } from '#kernel/text.ts'
import type { Catalog, Pointer } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { mostNamed, namesOf, namesInWords } from '#server/named.ts'
import { isOwned, ownerOf, ownerSql } from '#server/owners.ts'
import { scopeSql } from '#server/scope.ts'
import { no, yes } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

/** Refuses to delete what others refer to, and says who. */
export async function refuseReferenced(catalog: Catalog, resource: AnyResource, id: number, ctx: Ctx) {
  const held = await heldBy(catalog, resource, { id, by: catalog.pointersTo(resource), where: () => yes }, ctx)
  if (held) throw problem('conflict', `Não é possível excluir ${theOne(resource.text)}: ${held}.`)
}

/** Refuses to hand a row to another client while rows of the one it leaves point to it. */
export async function refuseLeft(
  catalog: Catalog,
  resource: AnyResource,
  values: Readonly<Record<string, unknown>>,
  ctx: Ctx,
  before: Readonly<Record<string, unknown>> & { readonly id: number },
) {
  const scope = `${resource.scope}_id`
  const to = values[scope]
  if (typeof to !== 'number' || to === before[scope]) return
  const owner = isOwned(catalog, resource) ? ownerOf(catalog, resource, sql`${to}::bigint`) : null
  if (owner === null) return
  // What hangs on the row goes with it.
  const by = catalog
    .pointersTo(resource)
    .filter(({ resource: each, column }) => column !== `${each.scope}_id` && isOwned(catalog, each))
  const where = (each: AnyResource) => sql`${ownerSql(catalog, each, 'top') ?? no} is distinct from ${owner}`
  const held = await heldBy(catalog, resource, { id: before.id, by, where }, ctx)
  const whom = anotherOne(catalog.at(catalog.tenancy.holder).text)
  if (held) throw invalid({ [scope]: `Não é possível passar ${theOne(resource.text)} a ${whom}: ${held}.` })
}

interface LeftReference {
  readonly id: number
  readonly by: readonly Pointer[]
  /** Which rows, over the alias `top`. */
  readonly where: (of: AnyResource) => Part
}

/** Who points to a row, as far as the user may see them: '14 tarefas (“A”, “B”, “C” e mais 11) e 3 enlaces ainda dependem dele'; null when nobody does. */
async function heldBy(catalog: Catalog, resource: AnyResource, { id, by, where }: LeftReference, ctx: Ctx) {
  if (!by.length) return null
  const holders = by.map(
    pointer => sql`
      select ${pointer.resource.path}::text as path, top.id, ${scopeSql(catalog, pointer.resource, ctx.user, 'top')} as seen
      from ${fromPointer(pointer)}
      where leaf.${sql.ref(pointer.column)} = ${id} and top.deleted_at is null and ${where(pointer.resource)}`,
  )
  const { rows } = await sql<{ path: string; n: number; first: readonly number[] | null }>`
    select path, count(distinct id) filter (where seen) as n, (array_agg(distinct id) filter (where seen))[1:${mostNamed}] as first
    from (${sql.join(holders, sql` union all `)}) held
    where not (path = ${resource.path} and id = ${id}) group by path order by n desc, path`.execute(ctx.sql)
  if (!rows.length) return null
  const seen: string[] = []
  let left = mostNamed
  for (const { n, path, first } of rows.filter(each => each.n > 0)) {
    const of = catalog.at(path)
    const names = await namesOf(ctx, of, (first ?? []).slice(0, left))
    left -= names.length
    seen.push([count(n, of.text), names.length ? `(${namesInWords(names, n)})` : ''].filter(Boolean).join(' '))
  }
  const said = join(seen) || 'registros de outra empresa'
  const verb = said.startsWith('1 ') && seen.length === 1 ? 'depende' : 'dependem'
  return `${said} ainda ${verb} ${resource.text.gender === 'f' ? 'dela' : 'dele'}`
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
