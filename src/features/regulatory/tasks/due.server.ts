import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { isBankDay } from '#kernel/calendar.ts'
import { dayIn, timeZone } from '#kernel/clock.ts'
import { join } from '#kernel/text.ts'
import { readDay } from '#features/regulatory/tasks/day.server.ts'
import type { DayPage } from '#features/regulatory/tasks/api.ts'
import { ownDay } from '#parts/person/told.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import type { Catalog } from '#server/catalog.ts'
import type { RowChange } from '#server/events.ts'
import type { House } from '#server/house.ts'

/** People receive it once a working day, however much is due. */
export const dueNotice: NoticeKind = {
  name: 'prazos',
  label: 'Prazos do dia',
  about: 'De manhã, nos dias úteis: o que está atrasado, e o que é para hoje ou para amanhã.',
  of: [],
  team: true,
  inDigest: true,
}

/** Its notice belongs to the client, because the task has no row of its own yet. */
export const newTask: NoticeKind = {
  name: 'tarefa-nova',
  label: 'Tarefas novas',
  about: 'Alguém cria uma tarefa para você, ou os modelos trazem as suas.',
  of: ['clients'],
  team: true,
  inDigest: true,
}

/** Hour of Brasília from which people are notified. */
const morning = 7

/** '2 prazos atrasados, 3 de hoje e 1 de amanhã'; null where nothing presses. */
export function dueInWords({ atrasadas, hoje, amanha }: DayPage['counts']): string | null {
  const said = [
    ...(atrasadas ? [atrasadas === 1 ? '1 prazo atrasado' : `${atrasadas} prazos atrasados`] : []),
    ...(hoje ? [hoje === 1 ? '1 para hoje' : `${hoje} para hoje`] : []),
    ...(amanha ? [amanha === 1 ? '1 para amanhã' : `${amanha} para amanhã`] : []),
  ]
  return said.length ? join(said) : null
}

/** Notifies each staff member, once on the morning of a working day, of urgent tasks. Returns how many were notified. */
export async function tellDue(
  { database, person, events }: Pick<House, 'database' | 'person' | 'events'>,
  catalog: Catalog,
  now: Date,
): Promise<number> {
  const { kysely } = database
  const { day, hour } = dayIn(now)
  if (!isBankDay(day) || hour < morning) return 0
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join profiles p on p.id = u.profile_id
    where u.active and u.deleted_at is null and p.audience = 'equipe' and not exists (
      select 1 from notices n where n.user_id = u.id and n.kind = ${dueNotice.name}
        and (n.updated_at at time zone ${timeZone})::date >= ${day}::date)
    order by u.id`.execute(kysely)
  let told = 0
  for (const { id } of rows) {
    const user = await person(kysely, id)
    if (!user || !can(user, 'tarefas.clientes.meu-dia')) continue
    const title = dueInWords((await readDay({ sql: kysely, user }, catalog, user, day)).counts)
    if (title === null) continue
    const changed: RowChange[] = []
    await kysely
      .transaction()
      .execute(trx =>
        notify(
          { sql: trx, tell: each => void changed.push(each) },
          { kind: dueNotice, to: [id], title, path: ownDay, anew: true },
        ),
      )
    for (const each of changed) events.tell(each)
    told += changed.length
  }
  return told
}
