import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import type { Field, Fields } from '#kernel/field.ts'
import { invalid } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { agreed, anotherOne, thisOne } from '#kernel/text.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { isOwned, ownerOf, ownerSql } from '#server/owners.ts'
import { scopeSql } from '#server/scope.ts'
import { targetOf } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

type ReferenceValues = Readonly<Record<string, unknown>>
/** What stood before a write: the row it changes, nothing yet, or what a deleted row pointed to all along. */
type Stood = object | 'nothing' | 'revived'
interface Pointing {
  readonly values: ReferenceValues
  readonly stood?: Stood
}

/**
 * Refuses new references to rows the user may not see, that are gone or out of use, and any to another client's row than the
 * one their row is of: one statement for all the drafts, and the first refusal is reported. Old references may stay.
 */
export async function refuseUnseen(catalog: Catalog, resource: AnyResource, drafts: readonly Pointing[], ctx: Ctx) {
  const asked = drafts.map(draft => askedOf(catalog, resource, draft, ctx))
  const found = await findPointed(catalog, resource, asked, ctx)
  for (const each of asked) refusePointed(catalog, each, found)
}

/** What a draft points to that is to be looked at. */
interface AskedReferences {
  readonly fields: Fields
  readonly stood: Stood
  readonly written: ReferenceValues
  readonly ids: ReadonlyMap<Field, ReadonlySet<number>>
  readonly isFresh: (field: Field, id: number) => boolean
  /** What its row hangs on, where that says whose it is. */
  readonly scope: number | undefined
  readonly mustMatch: (field: Field) => boolean
}

function askedOf(
  catalog: Catalog,
  resource: AnyResource,
  { values, stood = 'nothing' }: Pointing,
  ctx: Ctx,
): AskedReferences {
  const { fields } = resource
  const scope = `${resource.scope}_id`
  const owner = fields[resource.scope]
  const company = companyOf(ctx.user)
  if (owner?.options.to === catalog.tenancy.company && company !== null && values[scope] === null)
    throw invalid({ [scope]: 'Escolha uma empresa: você trabalha em uma só.' })
  const before: ReferenceValues = typeof stood === 'object' ? { ...stood } : {}
  const old = pointed(fields, before)
  const isFresh = (field: Field, id: number) => !old.get(field)?.has(id)
  // Whose row it is says whose the others must be: those not touched too.
  const moves = values[scope] !== undefined && values[scope] !== before[scope]
  const whole = { ...before, ...values }
  const written = moves ? whole : values
  const above = isOwned(catalog, resource) ? whole[scope] : undefined
  const hangsOn = typeof above === 'number' ? above : undefined
  const mustMatch = (field: Field) =>
    hangsOn !== undefined && field !== owner && !field.options.shared && isOwned(catalog, targetOf(catalog, field))
  const ids = [...pointed(fields, written)].flatMap(([field, all]): [Field, Set<number>][] => {
    const wanted = moves && mustMatch(field) ? all : new Set([...all].filter(id => isFresh(field, id)))
    return wanted.size ? [[field, wanted]] : []
  })
  return { fields, stood, written, ids: new Map(ids), isFresh, scope: hangsOn, mustMatch }
}

/** The rows all of the drafts point to, and the client each hangs on; under no field, those the drafts' own rows hang on. */
type FoundReferences = ReadonlyMap<Field | undefined, ReadonlyMap<number, FoundReference>>

async function findPointed(
  catalog: Catalog,
  resource: AnyResource,
  asked: readonly AskedReferences[],
  ctx: Ctx,
): Promise<FoundReferences> {
  const fields = [...new Set(asked.flatMap(({ ids }) => [...ids.keys()]))]
  const matched = new Set(
    fields.filter(field => asked.some(({ ids, mustMatch }) => ids.has(field) && mustMatch(field))),
  )
  const queries = fields.map((field, at): Part => {
    const target = targetOf(catalog, field)
    const ids = [...new Set(asked.flatMap(each => [...(each.ids.get(field) ?? [])]))]
    const narrowed = Object.entries(field.options.among ?? {}).map(
      ([column, value]) => sql` and t.${sql.ref(column)} = ${value}`,
    )
    const owner = matched.has(field) ? (ownerSql(catalog, target, 't') ?? nullId) : nullId
    return sql`select ${at}::integer as at, t.id, t.active, ${owner} as owner, ${scopeSql(catalog, target, ctx.user)} as seen
      from ${sql.table(tableOf(target))} t where t.id = any(${ids}::bigint[]) and t.deleted_at is null${sql.join(narrowed, sql``)}`
  })
  if (!queries.length) return new Map()
  const scopes = [...new Set(asked.flatMap(({ scope }) => scope ?? []))]
  if (matched.size)
    queries.push(sql`select -1, s.id, true, ${ownerOf(catalog, resource, sql.raw('s.id')) ?? nullId}, true
      from unnest(${scopes}::bigint[]) s (id)`)
  const { rows } = await sql<FoundReference>`${sql.join(queries, sql` union all `)}`.execute(ctx.sql)
  const found = new Map<Field | undefined, Map<number, FoundReference>>()
  for (const row of rows) {
    const under = fields[row.at]
    found.set(under, (found.get(under) ?? new Map()).set(row.id, row))
  }
  return found
}
const nullId = sql`null::bigint`

function refusePointed(catalog: Catalog, asked: AskedReferences, found: FoundReferences): void {
  const { fields, stood, written, ids, isFresh, scope, mustMatch } = asked
  const ownedBy = scope === undefined ? undefined : found.get(undefined)?.get(scope)?.owner
  const refusalOf = (field: Field, id: number) => {
    const row = found.get(field)?.get(id)
    const fresh = isFresh(field, id)
    const { text } = targetOf(catalog, field)
    if (fresh && !row?.seen)
      return stood === 'revived'
        ? 'Algo a que se refere foi excluído.'
        : 'O registro escolhido não existe mais. Escolha outro.'
    if (row && mustMatch(field) && row.owner !== ownedBy)
      return `${thisOne(text)} é de ${anotherOne(catalog.at(catalog.tenancy.holder).text)}.`
    // What the server itself refers to, a state say, is not chosen.
    return fresh && stood !== 'revived' && field.writable && !field.options.retired && !row?.active
      ? `${thisOne(text)} está ${agreed(text, 'inativo')}. Escolha ${agreed(text, 'outro')}.`
      : undefined
  }
  const wrong: Record<string, string> = {}
  const refused = new Map(
    [...ids].map(([field, all]) => [field, new Map([...all].map(id => [id, refusalOf(field, id)]))]),
  )
  if ([...refused.values()].every(said => [...said.values()].every(each => each === undefined))) return
  eachReference(fields, written, '', (field, id, key) => {
    const said = refused.get(field)?.get(id)
    if (said !== undefined) wrong[key] = said
  })
  throw invalid(wrong)
}
interface FoundReference {
  readonly at: number
  readonly id: number
  readonly active: boolean
  /** The client it belongs to, where that is needed. */
  readonly owner: number | null
  readonly seen: boolean
}

/** Each reference in a draft, what it points to, and where it was written ('finances.0.tax_regime_id'). */
function eachReference(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  see: (field: Field, id: number, at: string) => void,
): void {
  for (const { name, key, field } of pointersIn(fields)) {
    if (key !== null) {
      const id = values[key]
      if (typeof id === 'number') see(field, id, `${prefix}${key}`)
    } else {
      const { shape = {} } = field.options
      const lines = values[name]
      if (Array.isArray(lines))
        lines.forEach((line: Readonly<Record<string, unknown>>, i) =>
          eachReference(shape, line, `${prefix}${name}.${i}.`, see),
        )
    }
  }
}

/** A field that points to a row, under its key; or, without one, whose lines may. */
interface PointingField {
  readonly name: string
  readonly key: string | null
  readonly field: Field
}
/** Found once for each declaration: few of its fields point, and every draft needs them. */
function pointersIn(fields: Fields): readonly PointingField[] {
  const known = pointers.get(fields)
  if (known) return known
  const found = Object.entries(fields).flatMap(([name, field]): PointingField[] => {
    const { kind, options } = field
    // What is another section's, and a line's own row, are not this draft's to choose.
    if (options.mirrored || options.owner) return []
    if (kind === 'ref') return options.to ? [{ name, key: `${name}_id`, field }] : []
    return kind === 'many' && options.shape ? [{ name, key: null, field }] : []
  })
  pointers.set(fields, found)
  return found
}
const pointers = new WeakMap<Fields, readonly PointingField[]>()

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
