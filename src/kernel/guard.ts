import { can, accountDutyOf, type User } from '#kernel/access.ts'

/** The guard knows this of a visit once the session is valid and the menus were requested. */
export interface Visit {
  /** '/users/0195…', without query. */
  readonly path: string
  /** Anyone may come: the account pages and the error pages. */
  readonly open: boolean
  /** Who is signed in; null when nobody is. */
  readonly user: User | null
  /** `{path}.index|show|store|update` of a protected route; none when the route only asks for a session. */
  readonly permission?: string | undefined
}

export interface RouteError {
  readonly code: number
  readonly message: string
}
/** `refuse` keeps the session and explains; `deny` ends it; `fail` is a fault of the route's own declaration. */
export type GuardVerdict =
  | { readonly go: 'stay' }
  | { readonly go: 'redirect'; readonly to: string }
  | { readonly go: 'refuse'; readonly error: RouteError }
  | { readonly go: 'deny'; readonly error: RouteError }
  | { readonly go: 'fail'; readonly error: RouteError }

export const loginPath = '/account/login'
/** Where everyone sees by what their account is protected. */
export const securityPath = '/seguranca'
export const ownPath = (user: Pick<User, 'uuid'>) => `/users/${user.uuid}`

const forbidden: RouteError = { code: 403, message: 'Não foi possível acessar a página solicitada.' }
const isPermission = (name: string) => /^[a-z][a-z-]*(\.[a-z][a-z-]*)+$/.test(name)

/** Steps 2, 6 and 7 of the navigation guard; the others are effects around it. */
export function guard({ path, open, user, permission }: Visit): GuardVerdict {
  if (open) return { go: 'stay' }
  if (!user) return { go: 'redirect', to: loginPath }
  const own = path === ownPath(user)
  const duty = accountDutyOf(user)
  if (duty !== null) {
    const to = duty === 'password' ? ownPath(user) : securityPath
    return path === to ? { go: 'stay' } : { go: 'redirect', to }
  }
  // Everyone may see and change their own record, and what protects it.
  if (own || path === securityPath) return { go: 'stay' }
  // A profile that may enter nothing: there is no screen to explain it on.
  if (user.allow_routes.length === 0) return { go: 'deny', error: forbidden }
  if (permission === undefined) return { go: 'stay' }
  if (!isPermission(permission)) return { go: 'fail', error: { code: 500, message: 'Unknown middleware' } }
  return can(user, permission) ? { go: 'stay' } : { go: 'refuse', error: forbidden }
}
