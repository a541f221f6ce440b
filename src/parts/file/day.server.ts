import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { invalid } from '#kernel/problem.ts'
import { showBytes, showDate } from '#kernel/show.ts'
import { featureSetting, positive } from '#server/config.ts'
import type { Ctx } from '#server/operation.ts'

export const clientMegabytes = featureSetting(
  'CLIENT_MB_PER_DAY',
  positive.default(1_000),
  'Megabytes of files that the people of one client may send in a day of Brasília, over everything that takes files; what the office itself sends is not counted',
)

/** Of a file that is no client's: the first client of its sender. */
async function ownClient({ sql: db, user }: Ctx): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select parent_id as id from clients_client_users where user_id = ${user.id} order by parent_id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

function dayLimit({ config }: Ctx) {
  const { day } = dayIn(new Date())
  return { day, limit: config.of(clientMegabytes) * 1024 ** 2 }
}

const overDay = (day: string, limit: number) =>
  invalid({
    file: `Este cliente já enviou hoje o que se aceita por dia, ${showBytes(limit)}: envie o resto a partir de ${showDate(dayAfter(day, 1))}.`,
  })

/** Throws a 422 of `file` where so many bytes more are too many for the day; checked before a file is stored, and takes nothing. */
export async function refuseOverDay(ctx: Ctx, client: number | null, size: number) {
  if (isStaff(ctx.user)) return
  const { day, limit } = dayLimit(ctx)
  const { rows } = await sql<{ sent: number }>`
    select bytes::float8 as sent from client_upload_days
    where client_id = ${client ?? (await ownClient(ctx))} and day = ${day}::date`.execute(ctx.sql)
  if ((rows[0]?.sent ?? 0) + size > limit) throw overDay(day, limit)
}

/** The same in the transaction that stores the file, which counts it: the client's files of the day are stored one after another. */
export async function takeOfDay(ctx: Ctx, client: number | null, size: number) {
  if (isStaff(ctx.user)) return
  const { day, limit } = dayLimit(ctx)
  const id = client ?? (await ownClient(ctx))
  if (id === null) return
  if (size > limit) throw overDay(day, limit)
  const { rows } = await sql`
    insert into client_upload_days as d (client_id, day, bytes) values (${id}, ${day}::date, ${size})
    on conflict (client_id) do update set day = excluded.day,
      bytes = excluded.bytes + case when d.day = excluded.day then d.bytes else 0 end
    where d.day <> excluded.day or d.bytes + excluded.bytes <= ${limit} returning 1`.execute(ctx.sql)
  if (!rows.length) throw overDay(day, limit)
}
