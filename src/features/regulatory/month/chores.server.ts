import { sql } from 'kysely'
import { remindAwaited } from '#features/regulatory/month/reminders.server.ts'
import { daily, hour, rowsGone, countedResult } from '#parts/chore/chore.ts'
import type { Chore } from '#server/house.ts'
import { forget } from '#server/chores/forget.ts'
import { todaySql } from '#server/days.ts'

/** Days after which reminders are deleted. */
const reminderDays = 400

export const monthChores: readonly Chore[] = [
  {
    name: 'lembretes',
    title: 'Lembretes de coletas',
    about: 'Pede outra vez, por e-mail e nos dias configurados, as coletas que aguardam o cliente.',
    every: hour,
    run: async (house, { now }) =>
      countedResult(await remindAwaited(house, now), 'coleta pedida de novo', 'coletas pedidas de novo', 'f'),
  },
  {
    name: 'pedidos-de-coleta',
    title: 'Dias em que se pediu uma coleta',
    about: `Esquece em que dias cada cliente foi lembrado, passados ${reminderDays} dias.`,
    every: daily,
    run: async ({ database }, { signal }) =>
      rowsGone(
        await forget(
          database.kysely,
          'collect_reminders',
          sql`day < ${sql.raw(todaySql)} - ${reminderDays}::integer`,
          signal,
        ),
      ),
  },
]
