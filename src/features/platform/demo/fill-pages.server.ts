import { sql } from 'kysely'
import { daysFrom } from '#features/platform/demo/days.ts'
import type { Office } from '#features/platform/demo/base.ts'
import * as demo from '#features/platform/demo/pages.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { pages, pageVersions } from '#features/support/pages/pages.ts'
import type { Sql } from '#server/operation.ts'

/** Days since the team read the news: the demonstration needs a few unread items. */
const readDaysAgo = 20

/** Writes the pages as a tree, with the published versions of each and two drafts. */
export async function fillPages(db: Sql, { users, today }: Pick<Office, 'users' | 'today'>) {
  const moment = (daysAgo: number) => `${daysFrom(today, -daysAgo)}T10:15:00-03:00`
  const [boss = null, writer = null] = users
  const ids = new Map<string, number>()
  for (const [position, { name, under, audience, code, versions, draft }] of demo.pages.entries()) {
    const place = { name, audience, position: position + 1, parent_id: (under && ids.get(under)) || null }
    const [page = 0] = await sow(db, pages, [{ ...place, ...(code && { code }) }])
    ids.set(name, page)
    await sow(db, pageVersions, [
      ...versions.map(([note, daysAgo, content], i) => ({
        page_id: page,
        content,
        note,
        number: i + 1,
        user_id: writer,
        published_by_id: boss,
        published_at: moment(daysAgo),
        created_at: moment(daysAgo),
      })),
      ...(draft ? [{ page_id: page, note: draft[0], content: draft[1], user_id: writer, created_at: moment(1) }] : []),
    ])
  }
  const read = daysFrom(today, -readDaysAgo)
  await sql`
    insert into user_news (user_id, read_until) select unnest(${[...users]}::bigint[]), ${read}::date`.execute(db)
}
