import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import {
  fileFrom,
  groupsFrom,
  type Filed,
  type AccessPlace,
  type Unwritten,
} from '#features/regulatory/collects/files/files.server.ts'
import { siblingsOf, type Fileable } from '#features/regulatory/collects/files/siblings.server.ts'
import { layoutFor, type Siglas } from '#features/regulatory/anatel/layouts.ts'
import { merge, type AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { termsOf } from '#features/regulatory/anatel/services.server.ts'
import { siglasOf } from '#features/regulatory/anatel/tokens.server.ts'
import { countedAccesses } from '#features/regulatory/collects/coleta/counted.server.ts'
import { walkAtPace, patience, type ListWalk } from '#features/regulatory/collects/coleta/pace.ts'
import type { Ctx } from '#server/operation.ts'

/** Holds what the files of some coletas are written from; shared data is read once. */
export interface Unwrittens {
  readonly siglas: Siglas
  /** Null for a service and month without a layout. */
  readonly of: (collect: Fileable) => Unwritten | null
}
export async function unwrittenOf(
  ctx: Ctx,
  some: readonly Fileable[],
  pace = walkAtPace(patience),
): Promise<Unwrittens> {
  const terms = await termsOf(ctx)
  const siblings = await siblingsOf(ctx, some)
  const places = await placesOf(ctx, [...new Set(some.flatMap(each => [each.id, ...siblings(each).ready]))], pace)
  const holders = await ctx
    .rows(clients)
    .among([...new Set(some.map(({ client_id }) => client_id))], [['document', clients.fields.document]])
  const documents = new Map(holders.map(({ id, document }) => [id, document]))
  return {
    siglas: await siglasOf(ctx.sql),
    of: collect => {
      const { id, service_type_id, client_id, client, year, month } = collect
      const layout = layoutFor(terms.get(service_type_id ?? 0) ?? null, collect)
      if (!layout) return null
      const { ready, late } = siblings(collect)
      const found = [id, ...ready].flatMap(each => places.get(each) ?? [])
      return { layout, places: found, late, document: documents.get(client_id), client: client.name, year, month }
    },
  }
}

/** What the file of a coleta is to hold, merged; none for a service and month without a layout. Throws a 422 that says what is missing. */
export async function groupsOf(ctx: Ctx, collect: Fileable): Promise<readonly AccessGroup[]> {
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

type WrittenRow = AccessPlace & { readonly collect: number }

async function placesOf(
  ctx: Ctx,
  ids: readonly number[],
  pace: ListWalk,
): Promise<ReadonlyMap<number, readonly AccessPlace[]>> {
  const found = new Map<number, AccessPlace[]>()
  await pace(ids, async some => {
    // A text of each place is read in half the time of arrays; and in no order: a file has one of its own.
    const { rows } = await sql<WrittenRow>`
      select l.parent_id as collect, c.ibge as cod_ibge, a.kinds
      from collects_locations l
      join cities c on c.id = l.city_id
      cross join lateral (
        select string_agg(concat(client_type_id, ' ', attendance_type_id, ' ', attendance_middle_id, ' ', product_type_id, ' ',
          technology_type_id, ':', lines), ';') as kinds
        from (
          select client_type_id, attendance_type_id, attendance_middle_id, product_type_id, technology_type_id,
            string_agg(coalesce(speed::text, '') || ' ' || amount::text, ',') as lines
          from ${countedAccesses} c where parent_id = l.id group by 1, 2, 3, 4, 5) k) a
      where l.parent_id = any(${[...some]}::bigint[]) and a.kinds is not null`.execute(ctx.sql)
    for (const { collect, ...place } of rows) {
      const others = found.get(collect)
      if (others) others.push(place)
      else found.set(collect, [place])
    }
  })
  return found
}
