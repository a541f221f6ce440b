import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { invalid } from '#kernel/problem.ts'
import { tickets, type Ticket } from '#features/support/tickets/ticket/tickets.ts'
import { tellReminded } from '#features/support/tickets/ticket/notify.server.ts'
import { countedResult } from '#parts/chore/chore.ts'
import type { RowChange } from '#server/events.ts'
import type { House, Chore } from '#server/house.ts'
import type { Ctx } from '#server/operation.ts'

/** What a draft says of the day of its reminder, and whose it is; refuses a day that is over, or today: it is at hand already. */
export function reminderOf(ctx: Ctx, { remind_on }: { remind_on?: string | null }, before: Ticket['remind_on']) {
  if (remind_on === undefined || remind_on === before) return {}
  if (remind_on !== null && remind_on <= dayIn(new Date()).day)
    throw invalid({ remind_on: 'Escolha um dia depois de hoje.' })
  return { remind_user_id: remind_on === null ? null : ctx.user.id }
}

interface DueReminder {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly owner_id: number | null
  readonly remind_user_id: number | null
}

/** Returns tickets whose day has come to the queue, and notifies the owner or the user who set the reminder. Answers how many. */
export async function remindDue({ database, events }: Pick<House, 'database' | 'events'>, now: Date): Promise<number> {
  const changed: RowChange[] = []
  // The update claims each reminder, so that parallel runs notify once.
  const due = await database.kysely.transaction().execute(async trx => {
    const { rows } = await sql<DueReminder>`
      update tickets t set remind_on = null, remind_user_id = null from (
        select id, remind_user_id from tickets
        where remind_on <= ${dayIn(now).day}::date and active and deleted_at is null order by id limit 500 for no key update skip locked) d
      where t.id = d.id returning t.id, t.uuid, t.name, t.owner_id, d.remind_user_id`.execute(trx)
    const ctx = { sql: trx, tell: (each: RowChange) => void changed.push(each) }
    for (const row of rows.toSorted((one, other) => one.id - other.id)) {
      await tellReminded(ctx, { ...row, owner_id: row.owner_id ?? row.remind_user_id })
      const users = [row.owner_id ?? row.remind_user_id].flatMap(id => id ?? [])
      ctx.tell({ of: tickets, uuid: row.uuid, users })
    }
    return rows.length
  })
  for (const each of changed) events.tell(each)
  return due
}

export const remindersChore: Chore = {
  name: 'lembretes-chamados',
  title: 'Lembretes de chamados',
  about: 'Devolve à fila os chamados cujo dia chegou, e avisa o responsável.',
  every: 10,
  run: async (house, { now }) => countedResult(await remindDue(house, now), 'chamado lembrado', 'chamados lembrados'),
}
