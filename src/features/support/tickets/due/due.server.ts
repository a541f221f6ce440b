import { sql } from 'kysely'
import { afterWorkingHours } from '#features/support/tickets/ticket/hours.ts'
import { readOfficeSettings } from '#parts/setting/setting.server.ts'
import { firstReply, officeHours, type NumberSetting } from '#parts/setting/setting.ts'
import type { Sql } from '#server/operation.ts'

/** What says in how many hours a ticket is answered. */
export interface DueBy {
  readonly module_id: number
  readonly type_id: number
}

/** Returns when the answer to a message is due, by the hours of the ticket's type or else module; null without hours. */
export async function replyDue(db: Sql, { module_id, type_id }: DueBy, from: Date): Promise<string | null> {
  const { rows } = await sql<{ hours: number | null }>`
    select coalesce(
      (select reply_hours from ticket_types where id = ${type_id}),
      (select left(m->>'value', 4)::int from module_configurations c, jsonb_array_elements(c.metas_only_father) m
        where c.module_id = ${module_id} and c.active and c.deleted_at is null
          and m->>'internal_key' = ${firstReply.key} and m->>'value' ~ '^[1-9][0-9]{0,3}$'
        order by c.id limit 1)) as hours`.execute(db)
  const hours = rows[0]?.hours ?? null
  if (hours === null) return null
  const said = await readOfficeSettings(db, Object.values(officeHours))
  const [opens, closes] = [hourSaid(said, officeHours.opens), hourSaid(said, officeHours.closes)]
  const day =
    opens < closes ? { opens, closes } : { opens: officeHours.opens.fallback, closes: officeHours.closes.fallback }
  return afterWorkingHours(from, hours, day).toISOString()
}

function hourSaid(said: ReadonlyMap<string, string>, { key, fallback, least, most }: NumberSetting): number {
  const hour = Number(said.get(key) ?? fallback)
  return Number.isInteger(hour) && hour >= least && hour <= most ? hour : fallback
}
