import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import type { Field, Fields } from '#kernel/field.ts'
import { invalid } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { agreed, other, thisOne } from '#kernel/text.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { isOwned, ownerOf, ownerSql, targetOf } from '#server/owners.ts'
import { scopeSql } from '#server/scope.ts'
import { no, type Part } from '#server/sql.ts'

type ReferenceValues = Readonly<Record<string, unknown>>
/** What stood before a write: the row it changes, nothing yet, or what a deleted row pointed to all along. */
type Stood = object | 'nothing' | 'revived'

/**
 * Refuses new references to rows the user may not see, that are gone or out of use, and any to another client's row than
 * the one this row is of: one statement for the whole draft. What stood already may stay.
 */
export async function refuseUnseen(
  catalog: Catalog,
  resource: AnyResource,
  values: ReferenceValues,
  ctx: Ctx,
  stood: Stood = 'nothing',
) {
  const scope = `${resource.scope}_id`
  const owner = resource.fields[resource.scope]
  const company = companyOf(ctx.user)
  if (owner?.options.to === catalog.tenancy.company && company !== null && values[scope] === null)
    throw invalid({ [scope]: 'Escolha uma empresa: você trabalha em uma só.' })
  const before: ReferenceValues = typeof stood === 'object' ? { ...stood } : {}
  const old = pointed(resource.fields, before)
  const isFresh = (field: Field, id: number) => !old.get(field)?.has(id)
  // Whose row it is says whose the others must be: those not touched too.
  const moves = values[scope] !== undefined && values[scope] !== before[scope]
  const whole = { ...before, ...values }
  const written = moves ? whole : values
  const ownedBy = ownerOf(catalog, resource, whole)
  const mustMatch = (field: Field) =>
    ownedBy !== null && field !== owner && !field.options.shared && isOwned(catalog, targetOf(catalog, field))

  const asked = [...pointed(resource.fields, written)].flatMap(([field, ids]) => {
    const wanted = moves && mustMatch(field) ? [...ids] : [...ids].filter(id => isFresh(field, id))
    return wanted.length ? [{ field, ids: wanted }] : []
  })
  if (!asked.length) return
  const queries = asked.map(({ field, ids }, at): Part => {
    const target = targetOf(catalog, field)
    const narrowed = Object.entries(field.options.among ?? {}).map(
      ([column, value]) => sql` and t.${sql.ref(column)} = ${value}`,
    )
    const strange =
      ownedBy && mustMatch(field) ? sql`${ownerSql(catalog, target, 't') ?? no} is distinct from ${ownedBy}` : no
    return sql`select ${at}::integer as at, t.id, t.active, ${strange} as strange, ${scopeSql(catalog, target, ctx.user)} as seen
      from ${sql.table(tableOf(target))} t where t.id = any(${ids}::bigint[]) and t.deleted_at is null${sql.join(narrowed, sql``)}`
  })
  const { rows } = await sql<FoundReference>`${sql.join(queries, sql` union all `)}`.execute(ctx.sql)
  const found = new Map(rows.map(row => [`${row.at} ${row.id}`, row]))
  const refusalOf = (field: Field, id: number, row: FoundReference | undefined) => {
    const fresh = isFresh(field, id)
    const { text } = targetOf(catalog, field)
    if (fresh && !row?.seen)
      return stood === 'revived'
        ? 'Algo a que se refere foi excluído.'
        : 'O registro escolhido não existe mais. Escolha outro.'
    if (row?.strange) return `${thisOne(text)} é de ${other(catalog.at(catalog.tenancy.holder).text)}.`
    // What the server itself refers to, a state say, is not chosen.
    return fresh && stood !== 'revived' && field.writable && !field.options.retired && !row?.active
      ? `${thisOne(text)} está ${agreed(text, 'inativo')}. Escolha ${agreed(text, 'outro')}.`
      : undefined
  }
  const refused = new Map(
    asked.map(({ field, ids }, at) => {
      const each = ids.map(id => [id, refusalOf(field, id, found.get(`${at} ${id}`))] as const)
      return [field, new Map(each.filter(([, said]) => said !== undefined))]
    }),
  )
  if ([...refused.values()].every(({ size }) => !size)) return
  const wrong: Record<string, string> = {}
  eachReference(resource.fields, written, '', (field, id, key) => {
    const said = refused.get(field)?.get(id)
    if (said !== undefined) wrong[key] = said
  })
  throw invalid(wrong)
}
interface FoundReference {
  readonly at: number
  readonly id: number
  readonly active: boolean
  /** Of another client than the row that points to it. */
  readonly strange: boolean
  readonly seen: boolean
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
    // What is another section's, and a line's own row, are not this draft's to choose.
    if (options.mirrored || options.owner) continue
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

/** Every row a draft points to, by the field that does. */
function pointed(fields: Fields, values: ReferenceValues): Map<Field, Set<number>> {
  const found = new Map<Field, Set<number>>()
  eachReference(fields, values, '', (field, id) => {
    const ids = found.get(field)
    if (ids) ids.add(id)
    else found.set(field, new Set([id]))
  })
  return found
}
