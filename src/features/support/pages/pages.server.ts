import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { can, isStaff, permission } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { answerSchema } from '#kernel/wire.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { readPublishedPages, showSpecialPage, type PublishedPage } from '#features/support/pages/api.ts'
import { keepsPages, pages, pageVersions } from '#features/support/pages/pages.ts'
import { refuseCircle } from '#features/support/pages/tree.server.ts'
import { draftRoute, pageVersionsExtension } from '#features/support/pages/versions.server.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, operation } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'
import { andAll, yes } from '#server/sql.ts'

const checked = withMetas(() => features, pages)

/** Of the version that is read: the newest that was published. */
const ofPublished = (column: 'content' | 'published_at') => (alias: string) =>
  `(select v.${column} from page_versions v where v.page_id = ${alias}.id and v.number is not null and v.deleted_at is null
    order by v.number desc limit 1)`

/** The place of a page for one reader: under the nearest page above it that they see. */
interface StandingPage {
  readonly parent: string | null
  /** There are pages above it, none of which they see. */
  readonly adrift: boolean
}

/** Walks up from `page` to what is in `seen`, by the ids of all pages and of what each is under. */
function placeOf(
  page: number,
  above: ReadonlyMap<number, number | null>,
  seen: ReadonlyMap<number, string>,
): StandingPage {
  const first = above.get(page) ?? null
  let at = first
  for (let steps = 0; at !== null && !seen.has(at) && steps < above.size; steps++) at = above.get(at) ?? null
  const parent = at === null ? null : (seen.get(at) ?? null)
  return { parent, adrift: first !== null && parent === null }
}

/** All that the reader may read: one answer, known again by what it says. Pages of which nothing above is seen come last. */
const contentRoute = operation({
  id: readPublishedPages.id,
  summary: readPublishedPages.summary,
  method: 'GET',
  url: '/content/pages.json',
  access: 'session',
  scope: 'none',
  rate: 'read',
  audit: null,
  answers: { 200: answerSchema(readPublishedPages.answer), 304: 'empty' },
  handle: async ctx => {
    const query = listQuery(pages, { pagination: 'false', active: 'true', sort: 'name' }, !isStaff(ctx.user))
    const rows = await ctx.rows(pages).list(query)
    const published = rows.filter(({ published_at }) => published_at !== null)
    const { rows: places } = await sql<{
      id: number
      parent_id: number | null
    }>`select id, parent_id from pages`.execute(ctx.sql)
    const above = new Map(places.map(({ id, parent_id }) => [id, parent_id]))
    const seen = new Map(published.map(({ id, uuid }) => [id, uuid]))
    const data: readonly PublishedPage[] = published
      .map(({ id, uuid, name, slug, code, term, content: text, position, published_at }) => {
        const { parent, adrift } = placeOf(id, above, seen)
        // Its place is among pages that are not there.
        return {
          uuid,
          name,
          // The table always has one.
          slug: slug ?? '',
          code,
          term,
          content: text,
          parent,
          position: adrift ? null : position,
          published_at,
          adrift,
        }
      })
      .toSorted((one, other) => Number(one.adrift) - Number(other.adrift))
      .map(({ adrift: _adrift, ...page }) => page)
    const tag = `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url')}"`
    const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' }
    if (ctx.request.headers['if-none-match'] === tag) return new Answer(304, null, headers)
    return new Answer(200, { data }, headers)
  },
})

const specialRoute = serve(showSpecialPage, async (ctx, { page: name }) => {
  const { rows } = await sql<{ id: number }>`
      select id from pages
      where active and deleted_at is null
        and (slug = ${name} or code = ${name} or uuid::text = ${name} or id::text = ${name})
      order by slug = ${name} desc, code = ${name} desc nulls last, id limit 20`.execute(ctx.sql)
  for (const { id } of rows) {
    const page = await ctx.rows(pages).seek(id)
    if (page && page.published_at !== null) return { data: page }
  }
  throw problem('missing', 'Página não encontrada.')
})

/** The audience of a page reads it once published; users with the permission edit it. */
const extension = extend(pages, {
  derived: { content: ofPublished('content'), published_at: ofPublished('published_at') },
  visible: ({ user, alias, declared }) => {
    if (keepsPages(user)) return declared
    return andAll([
      isStaff(user) ? yes : sql`${sql.ref(`${alias}.audience`)} in ('clientes', 'todos')`,
      sql`exists (select 1 from page_versions v where v.page_id = ${sql.ref(`${alias}.id`)} and v.number is not null and v.deleted_at is null)`,
    ])
  },
  beforeCreate: (draft, ctx) => {
    refuseOutsiders(ctx)
    return checked.beforeCreate(draft, ctx)
  },
  guard: (_row, { user }) => {
    refuseOutsiders({ user })
  },
  beforeUpdate: async (draft, row, ctx) => {
    // A page that opens to a wider audience requires the same right as to publish it.
    const opens = row.audience === 'equipe' && (draft.audience ?? row.audience) !== 'equipe'
    if (opens && row.published_at !== null && !can(ctx.user, permission(pageVersions, 'publicar')))
      throw problem('forbidden', 'Abrir aos clientes uma página publicada é publicá-la: peça a quem pode.')
    if (draft.parent_id && draft.parent_id !== row.parent_id) await refuseCircle(ctx, row.id, draft.parent_id)
    return checked.beforeUpdate(draft, row, ctx)
  },
  operations: [contentRoute, specialRoute, draftRoute],
})

export const pagesOnServer: ServerFeature = { extensions: [extension, pageVersionsExtension] }
