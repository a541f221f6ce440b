import { sql } from 'kysely'
import { actor, can, isStaff, type User } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import {
  acknowledgeNews,
  listNewsAudiences,
  readOwnReading,
  type OwnReading,
} from '#features/support/informative/api.ts'
import { informative } from '#features/support/informative/informative.ts'
import { meantSql, publishedSql, readerOf } from '#features/support/informative/meant.server.ts'
import { markNewsRead, readBell, type BellAnswer } from '#parts/notice/api.ts'
import { notices } from '#parts/notice/notices.ts'
import type { Catalog } from '#server/catalog.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { andAll, no } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

/** Pieces of news that the bell lists. */
const MOST_NEWS = 10
/** Characters of a text that are enough for its first lines. */
const excerpt = 600

/** Published, meant for the user, and theirs to see. */
export const ownNews = (catalog: Catalog, user: User): Part =>
  can(user, 'informative.index')
    ? andAll([publishedSql('t'), meantSql('t', readerOf(user)), scopeSql(catalog, informative, user)])
    : no

const readings = (user: User) =>
  sql`left join informative_readings r on r.informative_id = t.id and r.user_id = ${user.id} and r.round = t.round`

async function bellOf(ctx: Ctx, catalog: Catalog): Promise<BellAnswer> {
  const { sql: db, user } = ctx
  const { rows } = await sql<BellAnswer['data'][number]>`
    select t.uuid, t.title, left(t.content, ${excerpt}) as content, t.updated_at, t.mandatory, t.read_until::text as read_until,
      r.read_at is not null as read, r.acknowledged_at is not null as acknowledged
    from informative t ${readings(user)} where ${ownNews(catalog, user)} order by t.updated_at desc, t.id desc limit ${MOST_NEWS}`.execute(
    db,
  )
  const { rows: counted } = await sql<Omit<BellAnswer, 'data' | 'notices'>>`
    select count(*)::int as total, count(r.read_at)::int as total_read_informative,
      (count(*) filter (where t.mandatory and r.acknowledged_at is null))::int as pending
    from informative t ${readings(user)} where ${ownNews(catalog, user)}`.execute(db)
  const own = can(user, 'notices.index')
    ? await ctx.rows(notices).count(listQuery(notices, { 'filter[read_at]': '' }))
    : null
  const [totals] = counted
  return { data: rows, total: 0, total_read_informative: 0, pending: 0, ...totals, notices: own }
}

/** Marks news as read by the user: these, or all that is theirs. Answers the uuids of those that were not. */
async function markRead(ctx: Ctx, catalog: Catalog, uuids: readonly string[] | undefined): Promise<readonly string[]> {
  const { sql: db, user } = ctx
  const these = uuids ? sql`t.uuid = any(${[...uuids]}::uuid[])` : sql`true`
  const { rows } = await sql<{ informative_id: number; uuid: string }>`
    with read as (
      insert into informative_readings (informative_id, user_id, round)
      select t.id, ${user.id}, t.round from informative t where ${these} and ${ownNews(catalog, user)} order by t.id
      on conflict do nothing returning informative_id)
    select t.uuid from informative t join read on read.informative_id = t.id order by t.id`.execute(db)
  return rows.map(({ uuid }) => uuid)
}

const markRoute = (catalog: () => Catalog) =>
  serve(markNewsRead, async (ctx, { body: { uuids } }) => {
    const read = await markRead(ctx, catalog(), uuids)
    // One notification makes the user's other screens read all.
    const [uuid] = read
    if (uuid) ctx.tell({ of: informative, uuid, users: [actor(ctx.user).id] })
    return doneAnswer(200, 'Notificações marcadas como lidas', { changed: read.length })
  })

const acknowledgeRoute = (catalog: () => Catalog) =>
  serve(acknowledgeNews, async (ctx, { id: given }) => {
    if (!can(ctx.user, 'informative.show')) throw problem('missing')
    const id = await ctx.rows(informative).locate(given)
    const { rows } = await sql<{ uuid: string; mandatory: boolean; at: string | null }>`
      with news as (
        select t.id, t.uuid, t.round, t.mandatory from informative t where t.id = ${id} and ${ownNews(catalog(), ctx.user)}
        for no key update),
      said as (
        insert into informative_readings (informative_id, user_id, round, acknowledged_at)
        select id, ${ctx.user.id}, round, now() from news where mandatory
        on conflict (informative_id, user_id, round)
        do update set acknowledged_at = coalesce(informative_readings.acknowledged_at, excluded.acknowledged_at)
        returning acknowledged_at)
      select news.uuid, news.mandatory, (select acknowledged_at from said) as at from news`.execute(ctx.sql)
    const [news] = rows
    if (!news?.at) throw problem('conflict', 'A sua leitura deste informativo não é pedida.')
    ctx.tell({ of: informative, uuid: news.uuid, users: [ctx.user.id] })
    return doneAnswer(200, 'Leitura confirmada.', { acknowledged_at: news.at })
  })

const audiencesRoute = serve(listNewsAudiences, async ({ sql: db, user }) => {
  const writes = isStaff(user) && (can(user, 'informative.store') || can(user, 'informative.update'))
  const of = async (table: string) =>
    writes
      ? (
          await sql<{ id: number; name: string }>`
              select id, name from ${sql.table(table)} where active and deleted_at is null order by name collate pt_br`.execute(
            db,
          )
        ).rows
      : []
  return { data: { profiles: await of('profiles'), client_types: await of('client_types') } }
})

const readingRoute = (catalog: () => Catalog) =>
  serve(readOwnReading, async (ctx, { id: given }) => {
    if (!can(ctx.user, 'informative.show')) throw problem('missing')
    const id = await ctx.rows(informative).locate(given)
    const { rows } = await sql<OwnReading>`
      select ${ownNews(catalog(), ctx.user)} as meant, r.read_at, r.acknowledged_at
      from informative t ${readings(ctx.user)} where t.id = ${id}`.execute(ctx.sql)
    return { data: rows[0] ?? { meant: false, read_at: null, acknowledged_at: null } }
  })

export const bellRoutes = (catalog: () => Catalog): readonly AnyOperation[] => [
  serve(readBell, ctx => bellOf(ctx, catalog())),
  markRoute(catalog),
  acknowledgeRoute(catalog),
  audiencesRoute,
  readingRoute(catalog),
]
