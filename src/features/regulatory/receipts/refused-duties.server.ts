import { sql } from 'kysely'
import type { DutyRefusalsOf } from '#features/regulatory/obligations/load.server.ts'
import type { DutyRefusal } from '#features/regulatory/obligations/api.ts'
import { receipts } from '#features/regulatory/receipts/receipts.ts'

/** '12 fust 2026-10': an obligation of a client, by which the papers that refuse it are found. */
export const refusedDutyKey = (
  client: number,
  { obligation, period }: { readonly obligation: string; readonly period: string },
) => `${client} ${obligation} ${period}`

interface RefusalRow extends DutyRefusal {
  readonly id: number
  readonly key: string
}

/** Answers the papers that refuse these obligations, the last first. A paper that the reader may not open has a null uuid. */
export const dutyRefusalsOf: DutyRefusalsOf = async (ctx, duties) => {
  const keys = duties.map(({ client, ...duty }) => refusedDutyKey(client.id, duty))
  const { rows } = await sql<RefusalRow>`
    select r.id::float8 as id, r.refused_duty as key, r.uuid, r.name, coalesce(r.why, '') as said, r.protocol,
      r.settled_at::text as at, u.name as by
    from receipts r left join users u on u.id = r.settler_id
    where r.refused_duty = any(${keys}::text[]) and r.state = 'guardado' and r.deleted_at is null
    order by r.settled_at desc, r.id desc`.execute(ctx.sql)
  const seen = new Set((await ctx.rows(receipts).among(rows.map(({ id }) => id))).map(({ id }) => id))
  return duties.map((_duty, at) =>
    rows
      .filter(({ key }) => key === keys[at])
      .map(({ id, key: _key, uuid, ...told }) => ({ ...told, uuid: seen.has(id) ? uuid : null })),
  )
}
