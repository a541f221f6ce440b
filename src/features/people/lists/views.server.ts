import { sql } from 'kysely'
import { companyOf, isStaff, type User } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { addListView, removeListView, shareListView, updateListView } from '#features/people/lists/api.ts'
import { mayShare, seenViews } from '#features/people/lists/seen.server.ts'
import { Answer, doneAnswer, type AnyOperation, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const mostViews = 30
const nameTaken = () => invalid({ name: 'Já há uma visão sua com este nome.' })

/** One view as its reader sees it; a 404 for one they do not see. */
async function viewAt(db: Sql, user: User, uuid: string) {
  const [view] = await seenViews(db, user, sql`v.uuid = ${uuid}`)
  if (!view) throw problem('missing')
  return view
}

/** Takes the user's own view for a change. A view of somebody else is missing, even where they see it. */
async function lockOwn(db: Sql, user: User, uuid: string) {
  const { rows } = await sql<{ id: number; list: string }>`
    select id, list from list_views where uuid = ${uuid} and user_id = ${user.id} for update`.execute(db)
  if (!rows[0]) throw problem('missing')
  return rows[0]
}

/** Whom a view is shared with by its owner's own standing: their profile, or the company they work in. */
function sharesTo(user: User, audience: 'me' | 'profile' | 'company') {
  if (audience !== 'me' && !isStaff(user)) throw problem('forbidden')
  const company = companyOf(user)
  if (audience === 'company' && company === null)
    throw invalid({ audience: 'Escolha primeiro uma empresa, no alto da tela.' })
  return {
    profile: audience === 'profile' ? sql`(select profile_id from users where id = ${user.id})` : sql`null::bigint`,
    company: audience === 'company' ? company : null,
  }
}

export const listViewRoutes: readonly AnyOperation[] = [
  serve(addListView, async ({ sql: db, user }, { list, body: { name, search } }) => {
    // Views of one person and list are counted one after another.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`list_views ${user.id} ${list}`}, 0))`.execute(db)
    const { rows: own } = await sql<{ name: string }>`
      select name from list_views where user_id = ${user.id} and list = ${list}`.execute(db)
    if (own.some(each => each.name === name)) throw nameTaken()
    if (own.length >= mostViews) throw invalid({ name: `São no máximo ${mostViews} visões por lista.` })
    const { rows } = await sql<{ uuid: string }>`
      insert into list_views (list, name, search, user_id) values (${list}, ${name}, ${search}, ${user.id})
      on conflict do nothing returning uuid`.execute(db)
    if (!rows[0]) throw nameTaken()
    return new Answer(201, doneAnswer(201, 'Visão guardada.', await viewAt(db, user, rows[0].uuid)))
  }),
  serve(updateListView, async ({ sql: db, user }, { view, body: { name, search, audience } }) => {
    const { id, list } = await lockOwn(db, user, view)
    if (name !== undefined) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`list_views ${user.id} ${list}`}, 0))`.execute(db)
      const { rows } = await sql`
        select 1 from list_views where user_id = ${user.id} and list = ${list} and name = ${name} and id <> ${id}`.execute(
        db,
      )
      if (rows.length) throw nameTaken()
    }
    await sql`
      update list_views set name = coalesce(${name ?? null}, name), search = coalesce(${search ?? null}, search)
      where id = ${id}`.execute(db)
    if (audience !== undefined) {
      const to = sharesTo(user, audience)
      await sql`
        update list_views set audience = ${audience}, profile_id = ${to.profile}, empresa_id = ${to.company}
        where id = ${id}`.execute(db)
    }
    return doneAnswer(200, 'Visão guardada.', await viewAt(db, user, view))
  }),
  serve(shareListView, async ({ sql: db, user }, { view }) => {
    const { id } = await lockOwn(db, user, view)
    await sql`update list_views set audience = 'all', profile_id = null, empresa_id = null where id = ${id}`.execute(db)
    return doneAnswer(200, 'Visão compartilhada com toda a equipe.', await viewAt(db, user, view))
  }),
  serve(removeListView, async ({ sql: db, user }, { view }) => {
    // Who may share with the whole team also takes back what others shared so: people leave, and their views stay.
    const { rows } = await sql`
      delete from list_views where uuid = ${view} and (user_id = ${user.id} or (audience = 'all' and ${mayShare(user)}))
      returning id`.execute(db)
    if (!rows.length) throw problem('missing')
    return doneAnswer(200, 'Visão excluída.', { uuid: view })
  }),
]
