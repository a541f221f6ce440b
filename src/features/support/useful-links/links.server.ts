import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { grouped } from '#kernel/grouped.ts'
import { listQuery } from '#kernel/page.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { countLinkUse, listShelves, type LinkShelf } from '#features/support/useful-links/api.ts'
import { linksChore } from '#features/support/useful-links/check.server.ts'
import { imageRoutes } from '#features/support/useful-links/images.server.ts'
import { linkCategories, links } from '#features/support/useful-links/links.ts'
import { linksCheck } from '#features/support/useful-links/settings.server.ts'
import { extend } from '#server/extend.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface Uses {
  readonly link_id: number
  readonly own: number
  readonly all: number
}
async function usesOf({ sql: db, user }: Ctx): Promise<ReadonlyMap<number, Uses>> {
  const { rows } = await sql<Uses>`
    select link_id, coalesce(sum(uses) filter (where user_id = ${user.id}), 0)::int as own, sum(uses)::int as all
    from link_uses group by link_id`.execute(db)
  return new Map(rows.map(row => [row.link_id, row]))
}

/** What each category's image is known by. */
async function marksOf({ sql: db }: Ctx): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ category_id: number; mark: string }>`
    select category_id, md5(bytes) as mark from link_category_images`.execute(db)
  return new Map(rows.map(({ category_id, mark }) => [category_id, mark]))
}

/** Answers the links by category: those the reader opens most first, then those everybody opens most, then by name. */
async function shelvesFor(ctx: Ctx): Promise<readonly LinkShelf[]> {
  const asked = listQuery(links, { pagination: 'false', active: 'true', sort: 'nome' }, !isStaff(ctx.user))
  const [rows, uses, marks] = [await ctx.rows(links).list(asked), await usesOf(ctx), await marksOf(ctx)]
  const often = (id: number, whose: 'own' | 'all') => uses.get(id)?.[whose] ?? 0
  const shelves = [...grouped(rows, ({ category }) => category?.id ?? 0).values()].map(kept => ({
    uuid: kept[0]?.category?.uuid ?? null,
    nome: kept[0]?.category?.name ?? 'Outros',
    image: marks.get(kept[0]?.category?.id ?? 0) ?? null,
    links: kept
      .toSorted((a, b) => often(b.id, 'own') - often(a.id, 'own') || often(b.id, 'all') - often(a.id, 'all'))
      .map(row => ({
        ...row,
        uses: often(row.id, 'own'),
        failing_since: row.failing_since ?? null,
        check_said: row.check_said ?? null,
      })),
  }))
  return shelves.toSorted(
    (a, b) => Number(a.uuid === null) - Number(b.uuid === null) || a.nome.localeCompare(b.nome, 'pt-BR'),
  )
}

const extension = extend(links, {
  derived: {
    failing_since: alias =>
      `(select c.failing_since from link_checks c where c.link_id = ${alias}.id and c.url = ${alias}.url and c.failures >= 2)`,
    check_said: alias => `(select c.said from link_checks c where c.link_id = ${alias}.id and c.url = ${alias}.url)`,
  },
  operations: [
    serve(listShelves, async ctx => ({ data: await shelvesFor(ctx) })),
    serve(countLinkUse, async (ctx, input) => {
      const id = await ctx.rows(links).locate(input.id)
      await sql`
          insert into link_uses as u (link_id, user_id) values (${id}, ${ctx.user.id})
          on conflict (link_id, user_id) do update set uses = least(u.uses + 1, 1000000)`.execute(ctx.sql)
      return doneAnswer(200, 'Contado.', {})
    }),
  ],
})

const categoriesExtension = extend(linkCategories, {
  derived: { updated_at_to_humans: alias => `to_humans(${alias}.updated_at)` },
  operations: imageRoutes,
})

export const linksOnServer: ServerFeature = {
  extensions: [extension, categoriesExtension],
  chores: [linksChore],
  integrations: [
    {
      key: 'links',
      lacking: config => (config.of(linksCheck) ? null : `A conferência está desligada: ${linksCheck.name}=1 a liga.`),
    },
  ],
}
