import { sql } from 'kysely'
import { afterWorkingHours } from '#features/support/tickets/ticket/hours.ts'
import { readOfficeSettings } from '#parts/setting/setting.server.ts'
import { firstReply, numberIn, officeHours, workingDayIn } from '#parts/setting/setting.ts'
import type { Sql } from '#server/operation.ts'

/** What says in how many hours a ticket is answered. */
export interface DueBy {
  readonly module_id: number
  readonly type_id: number
}

/** Returns when the answer to a message is due, by the hours of the ticket's type or else module; null without hours. */
export async function replyDue(db: Sql, { module_id, type_id }: DueBy, from: Date): Promise<string | null> {
  const { rows } = await sql<{ own: number | null; of_module: string | null }>`
    select (select reply_hours from ticket_types where id = ${type_id}) as own,
      (select m->>'value' from module_configurations c, jsonb_array_elements(c.metas_only_father) m
        where c.module_id = ${module_id} and c.active and c.deleted_at is null
          and m->>'internal_key' = ${firstReply.key} and m->>'value' <> ''
        order by c.id limit 1) as of_module`.execute(db)
  const [found] = rows
  const hours = found?.own ?? numberIn(firstReply, found?.of_module ?? undefined)
  if (hours === null) return null
  const texts = await readOfficeSettings(db, Object.values(officeHours))
  const day = workingDayIn(key => texts.get(key))
  return afterWorkingHours(from, hours, day).toISOString()
}
