import type { User } from '#kernel/access.ts'

/** The state of the session. `user` survives a refresh: screens stay while the token is renewed. */
export interface SessionState {
  /** `lapsed`: it is over, and what its user typed waits on the screen for them to sign in again. */
  readonly status: 'logged-out' | 'logging-in' | 'logged-in' | 'lapsed'
  readonly user: User | null
  /** Ids of the menu entries the user may see; null until they are loaded. */
  readonly menus: readonly string[] | null
}

export type SessionEvent =
  | { readonly type: 'ask' }
  | { readonly type: 'enter'; readonly user: User }
  | { readonly type: 'renew' }
  | { readonly type: 'menus'; readonly menus: readonly string[] }
  | { readonly type: 'lapse' }
  | { readonly type: 'close' }

export const loggedOut: SessionState = { status: 'logged-out', user: null, menus: null }

/** The session's transitions. `ask` covers login, refresh, recovery and reset; whatever fails ends in `close`. */
export function step(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'ask':
      return { ...state, status: 'logging-in' }
    case 'enter':
      return {
        ...state,
        status: 'logged-in',
        user: event.user,
        menus: hasSameRights(state.user, event.user) ? state.menus : null,
      }
    case 'renew':
      return state.user && state.status === 'logging-in' ? { ...state, status: 'logged-in' } : state
    case 'menus':
      return state.user ? { ...state, menus: event.menus } : state
    case 'lapse':
      return state.user ? { ...state, status: 'lapsed' } : state
    case 'close':
      return loggedOut
  }
}

/** The same person with the same rights: what they may enter has not changed. */
export const hasSameRights = (a: User | null, b: User | null) => standing(a) === standing(b)

const standing = (user: User | null) =>
  user &&
  JSON.stringify([
    user.uuid,
    user.profile,
    user.is_admin,
    user.redefinir_senha_apos_login,
    user.cadastrar_segundo_fator,
    user.allow_routes.toSorted(),
  ])
