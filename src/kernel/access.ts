import type { AnyResource, Verb } from '#kernel/resource.ts'

/** Who is asking: what the server knows on every request and the browser keeps from `GET /users/me`. */
export interface User {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly birthday: string | null
  /** The company the user works for and never sees beyond; null for all of them. */
  readonly empresa_id: number | null
  /** The company an administrator chose to look at; null for all of them ('todos'). */
  readonly empresa_visualizacao_id: number | null
  /** Must choose a new password before anything else. */
  readonly redefinir_senha_apos_login: boolean
  readonly profile: { readonly uuid: string; readonly slug: string; readonly name: string }
  readonly is_admin: boolean
  /** Permission names, `{route}.{verb}`. */
  readonly allow_routes: readonly string[]
}

/** Who public routes answer: someone without rights. */
export const nobody: User = {
  id: 0,
  uuid: '',
  name: '',
  email: '',
  birthday: null,
  empresa_id: null,
  empresa_visualizacao_id: null,
  redefinir_senha_apos_login: false,
  profile: { uuid: '', slug: '', name: '' },
  is_admin: false,
  allow_routes: [],
}

/** The three roles of the house. Any other profile has a colaborador's rights only where its list says so, and a cliente's sight. */
export const isAdministrator = (user: User) => user.profile.slug === 'administrador'
export const isSuperAdmin = (user: User) => isAdministrator(user) && user.is_admin
export const isStaff = (user: User) => isAdministrator(user) || user.profile.slug === 'colaborador'

/** 'clients' and 'store' → 'clients.store', the name a profile holds. */
export const permission = (resource: Pick<AnyResource, 'path'>, verb: Verb | (string & {})) =>
  `${resource.path}.${verb}`

/** May this user call what this permission guards? The browser's guard and the server ask the same question. */
export const can = (user: User, name: string) => user.allow_routes.includes(name)

/** What a user who must choose a new password may still call. */
const confined: ReadonlySet<string> = new Set(['users.me', 'users.me.update', 'inicializacao', 'logout'])
export const confinedMay = (operation: string) => confined.has(operation)

/** The company whose rows the user sees and writes; null for all. */
export const companyOf = (user: User) =>
  user.empresa_id ?? (isAdministrator(user) ? user.empresa_visualizacao_id : null)
