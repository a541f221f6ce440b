import { sql } from 'kysely'
import { sentMeta, type Meta } from '#kernel/meta.ts'
import { problem } from '#kernel/problem.ts'
import type { RowOf, StoredOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { particularities } from '#features/clients/particularities/particularities.ts'
import { bringMetas } from '#parts/custom-field/custom-field.server.ts'
import { definitionOf, definedAnew } from '#parts/custom-field/definition.ts'
import type { Ctx } from '#server/operation.ts'

/** What of a client a particularity changes. */
export interface BringingClient {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly active: boolean
  readonly version: number
  readonly metas_only_father: readonly Meta[]
  readonly particularities: readonly { readonly id?: number; readonly particularity_id: number }[]
}
/** What is brought. */
export type BroughtParticularity = Pick<RowOf<typeof particularities>, 'id' | 'metas_only_father'>

/** What a client becomes under a particularity; null where it has all of it, as it is defined now. */
export function draftUnder(
  given: BroughtParticularity,
  client: BringingClient,
): Partial<StoredOf<typeof clients>> | null {
  const known = client.particularities.some(({ particularity_id }) => particularity_id === given.id)
  const metas = definedAnew(client.metas_only_father, given.metas_only_father)
  const changes = metas.map(definitionOf).join() !== client.metas_only_father.map(definitionOf).join()
  if (known && !changes) return null
  return {
    ...(!known && { particularities: [...client.particularities, { particularity_id: given.id }] }),
    ...(changes && { metas_only_father: bringMetas(metas.map(meta => sentMeta(meta))) }),
  }
}

/** These clients, by name, or all the user sees that have the particularity; a 404 where one of them is not the user's to see. */
export async function clientsFor(ctx: Ctx, given: BroughtParticularity, keys: readonly (string | number)[] | null) {
  const asked = (keys ?? []).map(each => String(each).toLowerCase())
  const { rows } = await sql<BringingClient>`
    select c.id, c.uuid, c.name, c.active, c.version, c.metas_only_father,
      coalesce((select json_agg(json_build_object('id', l.id, 'particularity_id', l.particularity_id) order by l.position)
        from clients_particularities l where l.parent_id = c.id), '[]') as particularities
    from clients c
    where c.deleted_at is null and (c.uuid::text = any(${asked}::text[]) or c.id::text = any(${asked}::text[]) or (${keys === null} and exists (
      select 1 from clients_particularities l where l.parent_id = c.id and l.particularity_id = ${given.id})))
    order by c.name, c.id`.execute(ctx.sql)
  const seen = await ctx.rows(clients).among(
    rows.map(({ id }) => id),
    [],
  )
  const ids = new Set(seen.map(({ id }) => id))
  const found = rows.filter(({ id }) => ids.has(id))
  const known = new Set(found.flatMap(({ id, uuid }) => [String(id), uuid]))
  if (asked.some(each => !known.has(each)))
    throw problem('missing', 'Algum dos clientes não foi encontrado. Nada foi alterado.')
  return found
}
