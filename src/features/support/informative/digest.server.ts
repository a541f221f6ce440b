import { sql } from 'kysely'
import type { User } from '#kernel/access.ts'
import { showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { everyReader, meantSql, publishedSql } from '#features/support/informative/meant.server.ts'
import { toRead } from '#features/support/informative/reading.server.ts'
import type { DigestLines, DigestPart } from '#parts/notice/digest.server.ts'
import type { Sql } from '#server/operation.ts'

/** Readings named in a summary; of the others it gives the number only. */
const readingsNamed = 10

/** Mandatory news `t`, published before a moment, that `u` with profile `p` has not confirmed and wants in the summary. */
const unconfirmed = (before: string) => sql`
  informative t cross join users u join profiles p on p.id = u.profile_id
    left join notice_choices c on c.user_id = u.id and c.kind = ${toRead.name}
  where t.mandatory and ${publishedSql('t')} and coalesce(t.publish_at, t.created_at) < ${before}::timestamptz
    and u.active and u.deleted_at is null and p.active and p.deleted_at is null
    and (p.is_admin or p.allow_routes::jsonb ? 'informative.show') and coalesce(c.in_digest, ${toRead.inDigest})
    and not exists (select 1 from informative_readings r
      where r.informative_id = t.id and r.user_id = u.id and r.round = t.round and r.acknowledged_at is not null)
    and ${meantSql('t', everyReader)}`
const untold = sql`not exists (select 1 from informative_digests d
  where d.informative_id = t.id and d.user_id = u.id and d.round = t.round)`

async function waiting(db: Sql, before: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from ${unconfirmed(before)} and ${untold} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

interface AskedReading {
  readonly title: string
  readonly read_until: string | null
}

async function take(trx: Sql, { id }: User, before: string): Promise<DigestLines> {
  const { rows: fresh } = await sql`
    insert into informative_digests (informative_id, user_id, round)
    select t.id, u.id, t.round from ${unconfirmed(before)} and ${untold} and u.id = ${id} order by t.id
    on conflict do nothing returning informative_id`.execute(trx)
  const { rows } = await sql<AskedReading>`
    select t.title, t.read_until::text as read_until from ${unconfirmed(before)} and u.id = ${id}
    order by t.read_until nulls last, t.id`.execute(trx)
  const left = rows.length - readingsNamed
  const named = rows
    .slice(0, readingsNamed)
    .map(({ title, read_until }) => `• Leia e confirme${read_until ? ` até ${showDate(read_until)}` : ''}: ${title}`)
  const more = count(left, { one: 'leitura obrigatória', many: 'leituras obrigatórias', gender: 'f' })
  return { isNew: fresh.length > 0, lines: left > 0 ? [...named, `E mais ${more}.`] : named }
}

/** Mandatory news: each triggers one summary per reader and is listed in later ones until it is confirmed. */
export const readingsDigest: DigestPart = { waiting, take }
