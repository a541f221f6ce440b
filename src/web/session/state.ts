import type { User } from '#kernel/access.ts'

/** Where the session stands. `user` survives a refresh: screens stay while the token is renewed. */
export interface SessionState {
  readonly status: 'logged-out' | 'logging-in' | 'logged-in'
  readonly user: User | null
  /** Ids of the menu entries the user may see; null until they were asked for. */
  readonly menus: readonly string[] | null
}

export type SessionEvent =
  | { readonly type: 'ask' }
  | { readonly type: 'enter'; readonly user: User }
  | { readonly type: 'renew' }
  | { readonly type: 'menus'; readonly menus: readonly string[] }
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
        menus: sameUser(state.user, event.user) ? state.menus : null,
      }
    case 'renew':
      return state.user ? { ...state, status: 'logged-in' } : loggedOut
    case 'menus':
      return state.user ? { ...state, menus: event.menus } : state
    case 'close':
      return loggedOut
  }
}

const sameUser = (a: User | null, b: User) => a?.uuid === b.uuid
