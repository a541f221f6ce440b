import { sql } from 'kysely'
import type { ListedOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients.ts'
import type { collects } from '#features/collects/collects.ts'
import {
  fileFrom,
  groupsFrom,
  type Filed,
  type Lines,
  type Unwritten,
} from '#features/collects/filing/filing.server.ts'
import { siblingsOf } from '#features/collects/filing/siblings.server.ts'
import { layoutFor } from '#features/collects/layout/layouts.ts'
import { merge, type Group } from '#features/collects/layout/scm.ts'
import { termsOf } from '#features/collects/layout/services.server.ts'
import { siglasOf, type Siglas } from '#features/collects/layout/tokens.server.ts'
import { paceOf, patience, type Pace } from '#features/collects/pace.ts'
import type { Ctx } from '#server/operation.ts'

/** What of a coleta its file is made of; its lines are read where they stand. */
export type Fileable = Pick<
  ListedOf<typeof collects>,
  'id' | 'client_id' | 'client' | 'service_type_id' | 'service_type' | 'year' | 'month'
>

/** What the files of some coletas are written from; what they have in common is asked once. */
export interface Unwrittens {
  readonly siglas: Siglas
  /** Null for a service and month without a layout. */
  readonly of: (collect: Fileable) => Unwritten | null
}
export async function unwrittenOf(ctx: Ctx, some: readonly Fileable[], pace = paceOf(patience)): Promise<Unwrittens> {
  const terms = await termsOf(ctx)
  const siblings = await siblingsOf(ctx, some)
  const lines = await linesOf(ctx, [...new Set(some.flatMap(each => [each.id, ...siblings(each).ready]))], pace)
  const holders = await ctx.rows(clients).among([...new Set(some.map(({ client_id }) => client_id))])
  const documents = new Map(holders.map(({ id, document }) => [id, document]))
  return {
    siglas: await siglasOf(ctx.sql),
    of: collect => {
      const { id, service_type_id, client_id, client, year, month } = collect
      const layout = layoutFor(terms.get(service_type_id ?? 0) ?? null, collect)
      if (!layout) return null
      const { ready, late } = siblings(collect)
      const found = [id, ...ready].flatMap(each => lines.get(each) ?? [])
      return { layout, lines: found, late, document: documents.get(client_id), client: client.name, year, month }
    },
  }
}

/** What the file of a coleta is to hold, merged; none for a service and month without a layout. Throws a 422 that says what is missing. */
export async function groupsOf(ctx: Ctx, collect: Fileable): Promise<readonly Group[]> {
  const { of, siglas } = await unwrittenOf(ctx, [collect])
  const unwritten = of(collect)
  return unwritten ? merge(groupsFrom(unwritten, siglas)) : []
}

/** The file Anatel takes of a coleta; null for a service whose layout is not ours to write. Throws a 409 or a 422 that says what is wrong. */
export async function fileOf(ctx: Ctx, collect: Fileable): Promise<Filed | null> {
  const { of, siglas } = await unwrittenOf(ctx, [collect])
  const unwritten = of(collect)
  return unwritten && fileFrom(unwritten, siglas)
}

type Row = Lines & { readonly collect: number }

async function linesOf(ctx: Ctx, ids: readonly number[], pace: Pace): Promise<ReadonlyMap<number, Lines>> {
  const found = new Map<number, Lines>()
  await pace(ids, async some => {
    const { rows } = await sql<Row>`
      select collect, json_agg(cod_ibge) as cod_ibge, json_agg(speed) as speed, json_agg(amount) as amount, json_build_array(
        json_agg(client_type_id), json_agg(attendance_type_id), json_agg(attendance_middle_id), json_agg(product_type_id),
        json_agg(technology_type_id)) as siglas
      from (
        select l.parent_id as collect, c.ibge as cod_ibge, a.client_type_id, a.attendance_type_id, a.attendance_middle_id,
          a.product_type_id, a.technology_type_id, a.speed, a.amount
        from collects_locations l
        join collects_locations_accesses a on a.parent_id = l.id
        join cities c on c.id = l.city_id
        where l.parent_id = any(${[...some]}::bigint[])
        order by l.parent_id, l.position, a.position) as line
      group by collect`.execute(ctx.sql)
    for (const { collect, ...lines } of rows) found.set(collect, lines)
  })
  return found
}
