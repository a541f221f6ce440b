import { sql } from 'kysely'
import type { Ctx } from '#server/operation.ts'

export type StatusModel =
  | 'Station'
  | 'StationLink'
  | 'StationLinkProperty'
  | 'StationLinkPropertyConnection'
  | 'Collect'
  | 'Ticket'

/** The id of a model's status. */
export async function statusOf(ctx: Ctx, model: StatusModel, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from statuses where model = ${model} and slug = ${slug}`.execute(ctx.sql)
  const [found] = rows
  if (!found) throw new Error(`no status ${slug} of ${model}`)
  return found.id
}
