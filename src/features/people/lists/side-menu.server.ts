import { sql } from 'kysely'
import { can, type User } from '#kernel/access.ts'
import { readSideMenu, saveSideMenu, type SideMenu } from '#features/people/lists/api.ts'
import { seenViews } from '#features/people/lists/seen.server.ts'
import { doneAnswer, type AnyOperation, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface StoredMenu extends Pick<SideMenu, 'look'> {
  readonly groups: Readonly<Record<string, boolean>>
  readonly pins: readonly (
    | { readonly screen: string; readonly name: string | null }
    | { readonly view: string; readonly name: string | null; readonly seen: number | null }
  )[]
}

/** The menu as it is drawn: pins of views that are gone, or no longer seen, are left out. */
async function sideMenuOf(db: Sql, user: User): Promise<SideMenu> {
  const { rows } = await sql<StoredMenu>`select groups, pins, look from user_menus where user_id = ${user.id}`.execute(
    db,
  )
  const { groups = {}, pins = [], look = {} } = rows[0] ?? {}
  const wanted = pins.flatMap(pin => ('view' in pin ? [pin.view] : []))
  const seen = wanted.length ? await seenViews(db, user, sql`v.uuid::text = any(${wanted})`) : []
  const views = new Map(seen.flatMap(view => (can(user, `${view.list}.index`) ? [[view.uuid, view]] : [])))
  return {
    groups,
    look,
    pins: pins.flatMap((pin): SideMenu['pins'] => {
      if ('screen' in pin) return [pin]
      const view = views.get(pin.view)
      return view ? [{ ...pin, title: view.name, list: view.list, search: view.search }] : []
    }),
  }
}

/** What the user folded and pinned, and how they like lists, on whatever machine they sign in. */
export const sideMenuRoutes: readonly AnyOperation[] = [
  serve(readSideMenu, async ({ sql: db, user }) => ({ data: await sideMenuOf(db, user) })),
  serve(saveSideMenu, async ({ sql: db, user }, { body: { groups = {}, pins, look = {} } }) => {
    const all = pins === undefined ? null : JSON.stringify(pins)
    // One tab folds while another pins: neither undoes what the other did.
    await sql`
      insert into user_menus as m (user_id, groups, pins, look)
      values (${user.id}, ${JSON.stringify(groups)}::jsonb, coalesce(${all}::jsonb, '[]'), ${JSON.stringify(look)}::jsonb)
      on conflict (user_id) do update set groups = m.groups || excluded.groups, pins = coalesce(${all}::jsonb, m.pins),
        look = m.look || excluded.look`.execute(db)
    return doneAnswer(200, 'Preferência guardada.', await sideMenuOf(db, user))
  }),
]
