import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { choiceRoutes } from '#features/support/notices/choices.server.ts'
import { sendDigests, stillWelcome } from '#features/support/notices/digest.server.ts'
import { rowSeen, type NoticesHouse } from '#features/support/notices/seen.server.ts'
import { countedResult, daily, rowsGone } from '#parts/chore/chore.ts'
import { markNoticesRead } from '#parts/notice/api.ts'
import { notices } from '#parts/notice/notices.ts'
import { forget } from '#server/chores/forget.ts'
import { extend } from '#server/extend.ts'
import { doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Marks notices of one's own as read; those of others are not there. */
const readRoute = serve(markNoticesRead, async (ctx, { body: { uuids } }) => {
  const { user } = ctx
  const these = uuids ? sql`uuid = any(${[...uuids]}::uuid[])` : sql`true`
  const { rows } = await sql<{ uuid: string }>`
      update notices set read_at = now(), version = version + 1
      where user_id = ${user.id} and read_at is null and shown and deleted_at is null and ${these} returning uuid`.execute(
    ctx.sql,
  )
  // One notification makes the user's other screens read all.
  const [first] = rows
  if (first && can(user, 'notices.show')) ctx.tell({ of: notices, uuid: first.uuid, users: [user.id] })
  return doneAnswer(200, 'Notificações marcadas como lidas', { changed: rows.length })
})

/** Days until a notice is deleted, read or not. */
const noticeDays = { read: 90, unread: 365 } as const
/** Minutes. */
const quarter = 15

export const noticesOnServer = (room: NoticesHouse): ServerFeature => ({
  extensions: [
    extend(notices, {
      /** One's own, of what one may see now: who looks as somebody else is shown none of theirs. */
      visible: ({ user, alias }) =>
        sql`(${sql.ref(`${alias}.user_id`)} = ${user.id} and ${sql.ref(`${alias}.shown`)} and ${rowSeen(room, user, alias)})`,
      operations: [readRoute, ...choiceRoutes(room)],
    }),
  ],
  mails: { avisos: stillWelcome },
  chores: [
    {
      name: 'resumo-de-avisos',
      title: 'Resumo diário de avisos',
      about: 'Envia a cada pessoa, nos dias úteis e na hora configurada, os avisos que ainda não leu.',
      every: quarter,
      run: async (house, { now }) =>
        countedResult(await sendDigests(room, house, now), 'resumo enviado', 'resumos enviados'),
    },
    {
      name: 'avisos',
      title: 'Avisos antigos',
      about: `Esquece os avisos lidos há mais de ${noticeDays.read} dias, e os demais depois de um ano.`,
      every: daily,
      run: async ({ database }, { signal }) =>
        rowsGone(
          await forget(
            database.kysely,
            'notices',
            sql`updated_at < now() - case when read_at is null then ${noticeDays.unread}::int else ${noticeDays.read}::int end * interval '1 day'`,
            signal,
          ),
        ),
    },
  ],
})
