import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { grouped } from '#kernel/grouped.ts'
import { problem } from '#kernel/problem.ts'
import { isLocked, tableOf, titleOf, type Text } from '#kernel/resource.ts'
import { showCompetence } from '#kernel/show.ts'
import { agreed, capital } from '#kernel/text.ts'
import type { ListedDraft } from '#parts/draft/api.ts'
import { mostDrafts, type DraftForm } from '#parts/draft/forms.ts'
import type { FormAt } from '#parts/draft/store.server.ts'
import { textIn } from '#server/duplicate.ts'
import type { Ctx } from '#server/operation.ts'

interface StoredListed extends Pick<ListedDraft, 'uuid' | 'address' | 'at' | 'device' | 'agent'> {
  readonly resource: string
  readonly row_uuid: string | null
  readonly name: string | null
}

/** The user's drafts, the latest first, of the forms they may still save. */
export async function draftsOf(ctx: Ctx, formAt: FormAt): Promise<readonly ListedDraft[]> {
  if (ctx.user.seen) return []
  const { rows } = await sql<StoredListed>`
    select uuid, resource, row_uuid, address, name, at, device, agent from form_drafts
    where user_id = ${ctx.user.id} and discarded_at is null order by at desc limit ${sql.lit(mostDrafts)}`.execute(
    ctx.sql,
  )
  const titles = new Map<string, string>()
  for (const [path, drafts] of grouped(rows, ({ resource }) => resource)) {
    const found = formAt(path)
    const uuids = drafts.flatMap(({ row_uuid }) => row_uuid ?? [])
    if (found && uuids.length) for (const [uuid, title] of await titlesOf(ctx, found, uuids)) titles.set(uuid, title)
  }
  return rows.flatMap(({ resource, row_uuid, name, ...draft }) => {
    const found = formAt(resource)
    if (!found) return []
    if (row_uuid === null)
      return found.makes.some(each => can(ctx.user, each))
        ? [{ ...draft, title: newTitle(found.of.text), about: name ?? '' }]
        : []
    const title = titles.get(row_uuid)
    return title === undefined ? [] : [{ ...draft, title, about: capital(found.of.text.one) }]
  })
}

/** 'Novo cliente'. */
const newTitle = (text: Text) => `${capital(agreed(text, 'novo'))} ${text.one}`

/** What rows are called, of those the user may see and change. */
async function titlesOf(ctx: Ctx, { of, changes }: DraftForm, uuids: readonly string[]) {
  if (!changes.some(each => can(ctx.user, each))) return []
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(tableOf(of))} where uuid = any(${uuids}::uuid[])`.execute(ctx.sql)
  const found = await ctx.rows(of).among(rows.map(({ id }) => id))
  return found.flatMap((row): readonly (readonly [string, string])[] => {
    if (!row.active || isLocked(of, row, ctx.user)) return []
    const { year, month }: Readonly<Record<string, unknown>> = { ...row }
    const period = typeof year === 'number' && typeof month === 'number' ? showCompetence(year, month) : ''
    const name = textIn(of, row, titleOf(of)) ?? ''
    return [[row.uuid, [name || `${capital(of.text.one)} sem nome`, period].filter(Boolean).join(' · ')]]
  })
}

/** Throws a draft away, or brings it back. A 404 where it is not the user's, or gone. */
export async function turnDraft({ sql: db, user }: Ctx, uuid: string, discarded: boolean): Promise<void> {
  const { numAffectedRows } = await sql`
    update form_drafts set discarded_at = case when ${discarded} then now() end
    where uuid = ${uuid} and user_id = ${user.id}`.execute(db)
  if (!numAffectedRows) throw problem('missing')
}
