import { sql } from 'kysely'
import { can, isStaff, type Audience } from '#kernel/access.ts'
import { writable } from '#kernel/changes.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked, keyOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import { agree } from '#kernel/text.ts'
import type { DraftPlace, FormLook, SentDraft, UnsavedWork } from '#parts/draft/api.ts'
import { editingMinutes, mostDrafts, type DraftForm } from '#parts/draft/forms.ts'
import type { Ctx } from '#server/operation.ts'

/** Finds the form at a path; undefined where no section has one there. */
export type FormAt = (path: string) => DraftForm | undefined

const nothing: FormLook = { draft: null, editors: [], version: null }
/** What distinguishes the forms of a resource: the row, or where a new one is typed. */
const formIn = ({ row, address }: { readonly row?: string | null | undefined; readonly address: string }) =>
  row?.toLowerCase() ?? address

/** The own draft of a form, as far as its row is still open to the user, and who else edits that row. */
export async function lookAtForm(ctx: Ctx, formAt: FormAt, place: DraftPlace): Promise<FormLook> {
  const found = formAt(place.resource)
  if (!found) throw problem('missing')
  // What somebody has not saved is nobody else's to see.
  if (ctx.user.seen || !isOpenTo(ctx, found, place.row)) return nothing
  const row = place.row === undefined ? null : await ctx.rows(found.of).find(place.row, [])
  if (row && (!row.active || isLocked(found.of, row, ctx.user))) return { ...nothing, version: row.version }
  return { draft: await ownDraft(ctx, place), editors: await editorsOf(ctx, place.row), version: row?.version ?? null }
}

/**
 * Stores a draft, unless another tab or device wrote one this form has not seen, or ended the one it has: what is there is
 * answered, and nothing is overwritten. Refuses a form its user may not save, a field it does not have, and one draft too many.
 */
export async function storeDraft(ctx: Ctx, formAt: FormAt, sent: SentDraft) {
  if (sent.user.toLowerCase() !== ctx.user.uuid) throw problem('conflict', 'Outra pessoa entrou neste navegador.')
  const found = formAt(sent.resource)
  if (!found) throw problem('missing')
  if (!isOpenTo(ctx, found, sent.row)) throw problem('forbidden', 'Você não pode salvar este formulário.')
  refuseStrangeFields(ctx, found.form, sent)
  const row = sent.row === null ? null : await ctx.rows(found.of).find(sent.row, [])
  if (row && (!row.active || isLocked(found.of, row, ctx.user)))
    throw problem('conflict', `${agree(found.of.text, 'fechado')}: não há rascunho a guardar.`)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form_drafts ${ctx.user.id}`}, 0))`.execute(ctx.sql)
  const stored = await storedOf(ctx, sent)
  const version = row?.version ?? null
  const editors = await editorsOf(ctx, sent.row)
  if (stored.revision !== sent.over) return { draft: await ownDraft(ctx, sent), editors, version, revision: null }
  if (stored.revision === null && stored.drafts >= mostDrafts)
    throw problem(
      'conflict',
      `Você já tem ${mostDrafts} rascunhos guardados. Salve ou descarte alguns em Rascunhos; até lá, este fica só neste aparelho.`,
    )
  const revision = await writeRow(ctx, found, sent)
  if (sent.row !== null && stored.isNews) await tellEditors(ctx, found.of, sent.row)
  return { draft: null, editors, version, revision }
}

/** Forgets the own draft of a form: it was saved, or thrown away where it was typed. */
export async function forgetDraft(ctx: Ctx, formAt: FormAt, place: DraftPlace): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from form_drafts
    where user_id = ${ctx.user.id} and resource = ${place.resource} and form = ${formIn(place)}`.execute(ctx.sql)
  const found = formAt(place.resource)
  if (numAffectedRows && found && place.row !== undefined) await tellEditors(ctx, found.of, place.row)
}

/** Forgets what anybody typed and has not saved of a row. */
export const forgetDraftsOf = ({ sql: db }: Ctx, row: string) =>
  sql`delete from form_drafts where row_uuid = ${row}`.execute(db)

/** Notifies others with unsaved work on a row that something about it changed: it was saved, or somebody began or ceased to edit it. */
export async function tellEditors(ctx: Ctx, of: AnyResource, uuid: string): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from form_drafts
    where row_uuid = ${uuid} and user_id <> ${ctx.user.id} and discarded_at is null`.execute(ctx.sql)
  if (rows.length) ctx.tell({ of, uuid, users: rows.map(({ user_id }) => user_id) })
}

const isOpenTo = ({ user }: Ctx, { makes, changes }: DraftForm, row: string | null | undefined) =>
  (row ? changes : makes).some(name => can(user, name))

/** A draft is made of fields the user may write; secrets are stored nowhere. */
function refuseStrangeFields({ user }: Ctx, { fields }: AnyResource, { before, changed }: UnsavedWork) {
  const known = new Set(
    writable(fields).flatMap(([name, field]) =>
      field.options.secret || (field.options.internal && !isStaff(user)) ? [] : [keyOf(name, field)],
    ),
  )
  const strange = Object.keys({ ...before, ...changed }).filter(key => !known.has(key))
  if (strange.length) throw invalid(Object.fromEntries(strange.map(key => [key, ['Este campo não é aceito aqui.']])))
}

type StoredKey = Pick<SentDraft, 'resource' | 'address'> & { readonly row?: string | null | undefined }

async function ownDraft({ sql: db, user }: Ctx, key: StoredKey): Promise<FormLook['draft']> {
  const { rows } = await sql<Omit<NonNullable<FormLook['draft']>, keyof UnsavedWork> & { readonly work: UnsavedWork }>`
    select revision, version, at, device, work from form_drafts
    where user_id = ${user.id} and resource = ${key.resource} and form = ${formIn(key)} and discarded_at is null`.execute(
    db,
  )
  const [draft] = rows
  if (!draft) return null
  const { work, ...rest } = draft
  return { ...rest, ...work }
}

interface StoredDraftFacts {
  /** Of the draft that is there and was not thrown away; null without one. */
  readonly revision: number | null
  /** Nobody was shown as editing by it just before. */
  readonly isNews: boolean
  /** How many the user has. */
  readonly drafts: number
}
async function storedOf({ sql: db, user }: Ctx, key: StoredKey): Promise<StoredDraftFacts> {
  const own = sql`resource = ${key.resource} and form = ${formIn(key)}`
  const { rows } = await sql<StoredDraftFacts>`
    select max(revision) filter (where ${own}) as revision, count(*)::int as drafts,
      not coalesce(bool_or(updated_at > now() - make_interval(mins => ${editingMinutes})) filter (where ${own}), false) as "isNews"
    from form_drafts where user_id = ${user.id} and discarded_at is null`.execute(db)
  return rows[0] ?? { revision: null, isNews: true, drafts: 0 }
}

async function writeRow({ sql: db, user, request }: Ctx, { form }: DraftForm, sent: SentDraft): Promise<number> {
  const { resource, row, address, version, at, device, before, changed } = sent
  const named = row === null ? nameIn(changed[titleOf(form)]) : null
  const { rows } = await sql<{ revision: number }>`
    insert into form_drafts as d (user_id, resource, row_uuid, form, address, name, version, work, device, agent, at)
    values (${user.id}, ${resource}, ${row}, ${formIn(sent)}, ${address}, ${named}, ${version},
      ${JSON.stringify({ before, changed })}::json, ${device}, ${request.agent}, ${at})
    on conflict (user_id, resource, form) do update set address = excluded.address, name = excluded.name,
      version = excluded.version, work = excluded.work, device = excluded.device, agent = excluded.agent, at = excluded.at,
      revision = nextval('form_draft_revisions'), updated_at = now(), discarded_at = null,
      begun_at = case when d.discarded_at is null and d.updated_at > now() - make_interval(mins => ${editingMinutes})
        then d.begun_at else now() end
    returning revision`.execute(db)
  return rows[0]?.revision ?? 0
}

/** Characters of the name of a new row in the list of drafts. */
const longestName = 120
/** What was typed as the name, where a list can show it. */
const nameIn = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim().slice(0, longestName) || null : null

/** Others who typed in the row lately. People of clients learn no names: neither of the team, nor of one another. */
async function editorsOf({ sql: db, user }: Ctx, row: string | null | undefined): Promise<FormLook['editors']> {
  if (!row) return []
  const { rows } = await sql<{ name: string; audience: Audience; since: string }>`
    select u.name, p.audience, min(d.begun_at) as since
    from form_drafts d join users u on u.id = d.user_id join profiles p on p.id = u.profile_id
    where d.row_uuid = ${row} and d.user_id <> ${user.id} and d.discarded_at is null
      and d.updated_at > now() - make_interval(mins => ${editingMinutes}) and u.active and u.deleted_at is null
    group by u.id, p.audience order by since limit 5`.execute(db)
  if (isStaff(user)) return rows.map(({ name, since }) => ({ name, since }))
  return rows.map(({ audience, since }) => ({
    name: audience === 'equipe' ? 'Alguém da equipe' : 'Outra pessoa',
    since,
  }))
}
