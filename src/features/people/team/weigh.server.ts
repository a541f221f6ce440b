import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import { answeringSql, type OfficeDuty } from '#parts/person/burden.server.ts'
import { outsidersAmong } from '#parts/person/person.server.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { scopeSql } from '#server/scope.ts'

/** Who hands over to whom, and which kinds of work, by the path of their section. Of nobody: what no one answers for. */
export interface Passing {
  readonly giver: number | null
  readonly receiver: number
  readonly kinds: readonly string[]
}

/** A row somebody answers for. */
export interface WorkloadRow {
  readonly id: number
  readonly name: string
  /** Whom it names itself; null, and it is its client's person's. */
  readonly own: number | null
  readonly client: number
}
/** A row that stays with its person, and why. */
export interface RemainingRow extends WorkloadRow {
  readonly why: string
}
/** What a hand-over would do to one kind of work. */
export interface WeighedKind {
  readonly burden: OfficeDuty
  readonly moved: readonly WorkloadRow[]
  /** Goes along with its client, and is not written. */
  readonly carried: readonly WorkloadRow[]
  readonly kept: readonly RemainingRow[]
}

/** Lists the giver's work that the user sees, by kind; optionally locks it against other writers until the transaction ends. */
export async function weighPassing(
  ctx: Ctx,
  house: { readonly catalog: Catalog; readonly burdens: readonly OfficeDuty[] },
  passing: Passing,
  held = false,
): Promise<readonly WeighedKind[]> {
  const weighed: WeighedKind[] = []
  /** Clients of whose work what follows it goes along. */
  const gone = new Set<number>()
  for (const burden of house.burdens.filter(({ of }) => passing.kinds.includes(of.path))) {
    const rows = await rowsOf(ctx, house.catalog, burden, passing.giver, held)
    const carried = rows.filter(({ own, client }) => burden.follows && own === null && gone.has(client))
    const along = new Set(carried)
    const asked = rows.filter(row => !along.has(row))
    const said = await outsidersAmong(
      ctx.sql,
      asked.map(({ client }) => ({ person: passing.receiver, of: { client } })),
    )
    const moved = asked.filter((_, n) => said[n] == null)
    const kept = asked.flatMap((row, n) => (said[n] == null ? [] : [{ ...row, why: said[n] }]))
    if (burden.of.path === house.catalog.tenancy.holder) for (const { client } of moved) gone.add(client)
    weighed.push({ burden, moved, carried, kept })
  }
  return weighed
}

async function rowsOf(ctx: Ctx, catalog: Catalog, burden: OfficeDuty, giver: number | null, held: boolean) {
  const { rows } = await sql<WorkloadRow>`
    select t.id, ${burden.name} as name, t.${sql.ref(burden.by)} as own, ${burden.client} as client from ${sql.table(tableOf(burden.of))} t
    where t.deleted_at is null and ${burden.open} and ${answeringSql(burden)} is not distinct from ${giver}::bigint
      and ${scopeSql(catalog, burden.of, ctx.user)}
    order by t.id ${held ? sql`for no key update of t` : sql``}`.execute(ctx.sql)
  return rows
}

/** Identifies a preview of the work: one that is confirmed must still match it. */
export function sealOf({ giver, receiver, kinds }: Passing, weighed: readonly WeighedKind[]): string {
  const ids = (rows: readonly WorkloadRow[]) => rows.map(({ id }) => id).join()
  const told = weighed.map(({ burden, moved, carried, kept }) => [burden.of.path, ids(moved), ids(carried), ids(kept)])
  return createHash('sha256')
    .update(JSON.stringify([giver, receiver, [...kinds].toSorted(), told]))
    .digest('hex')
}
