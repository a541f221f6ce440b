import { companyOf, type User } from '#kernel/access.ts'
import { allCompanies } from '#web/constants.ts'
import { loggedOut, step, type SessionEvent, type SessionState } from '#web/session/state.ts'
import { createStore, useStore } from '#web/store.ts'

export const sessionStore = createStore<SessionState>(loggedOut)
export const useSession = () => useStore(sessionStore)

/** The login page shows its visitor this reason. */
export const arrival = createStore<string | null>(null)
/** Whether who signs in next comes back to the screen the last session ended on. */
export const comesBack = createStore(false)
/** Who signed in in another tab while the work of somebody else waits in this one. */
export const taker = createStore<User | null>(null)
/** The name of the company looked at, once the product knows it. */
export const companyName = createStore<string | null>(null)

/** How often the server gave reason to ask who is signed in, and what they may do. */
export const doubts = createStore(0)
export const doubt = () => doubts.set(doubts.get() + 1)

export const expiredMessage = 'Sua sessão expirou, por favor faça login novamente'

let drawnFor: string | null = null
let lastUser: User | null = null

export function dispatch(event: SessionEvent) {
  const state = step(sessionStore.get(), event)
  if (state.user === null) drawnFor = null
  else {
    drawnFor ??= companyKey(state.user)
    lastUser = state.user
  }
  sessionStore.set(state)
}

/** 'todos', or the id of the company a user looks at. */
export const companyKey = (user: User) => String(companyOf(user) ?? allCompanies)

/** The company these screens were drawn for: it stays until the page is loaded again, whatever another tab chooses. */
export const companyDrawnFor = () => drawnFor

/**
 * The signed-in user; only for screens behind the guard. They are drawn for a moment after the session ended, with parts that come
 * just then, and still have its user.
 */
export function useUser(): User {
  const user = useSession().user ?? lastUser
  if (!user) throw new Error('there is no user here: the screen is not behind the guard')
  return user
}
