import * as z from 'zod'
import { keyShape, listShape } from '#kernel/wire.ts'
import { audiences, isStaff, type User } from '#kernel/access.ts'

export const ownAccount = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  birthday: z.string().nullable(),
  empresa_id: z.int().nullable(),
  empresa_visualizacao_id: z.int().nullable(),
  redefinir_senha_apos_login: z.boolean(),
  segundo_fator_ate: z.string().nullable(),
  cadastrar_segundo_fator: z.boolean(),
  profile: z.object({ uuid: z.string(), slug: z.string(), name: z.string(), audience: keyShape(audiences) }),
  is_admin: z.boolean(),
  allow_routes: listShape(z.string()),
  /** The ids of the menu entries they see. */
  menus: listShape(z.string()),
})
/** A user as the browser knows them. */
export type CurrentUser = z.infer<typeof ownAccount>

/** An entry of the sidebar and the permission that shows it; one without shows to everybody. */
export interface MenuEntry {
  readonly id: string
  readonly permission?: string
  /** The entry is of no use to people outside the office, whatever they may call. */
  readonly staff?: true
}

/**
 * A user as the browser knows them: what they may call, and the menu entries they see, in reading order. `shared` are writes
 * of data that all companies share; a user of one company alone does not get them, whatever their profile grants.
 */
export const viewsOf =
  (entries: readonly MenuEntry[], shared: () => ReadonlySet<string>) =>
  (user: User): CurrentUser => {
    const barred = user.empresa_id === null ? new Set() : shared()
    const allow_routes = user.allow_routes.filter(name => !barred.has(name))
    const held = new Set(allow_routes)
    const menus = entries
      .filter(
        ({ permission, staff }) => (permission === undefined || held.has(permission)) && (!staff || isStaff(user)),
      )
      .map(({ id }) => id)
    return { ...user, allow_routes, menus }
  }
