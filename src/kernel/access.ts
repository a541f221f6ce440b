/** Profiles have an audience: staff see every client of their company, people of clients see what they are linked to. */
export const audiences = { equipe: 'Equipe da casa', clientes: 'Clientes' } as const
export type Audience = keyof typeof audiences

/** Who is asking: what the server knows on every request and the browser keeps from `GET /users/me`. */
export interface User {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly birthday: string | null
  /** The company the user works for and never sees beyond; null for all of them. */
  readonly empresa_id: number | null
  /** The company that who works for all of them chose to look at; null for all of them ('todos'). */
  readonly empresa_visualizacao_id: number | null
  /** Must choose a new password before anything else. */
  readonly redefinir_senha_apos_login: boolean
  /** Until when a user who has no second factor, and whose profile demands one, is to register it; null: nothing is due. */
  readonly segundo_fator_ate: string | null
  /** That moment has passed: must register a second factor before anything else. */
  readonly cadastrar_segundo_fator: boolean
  readonly profile: {
    readonly uuid: string
    readonly slug: string
    readonly name: string
    readonly audience: Audience
  }
  readonly is_admin: boolean
  /** Permission names, `{route}.{verb}`. */
  readonly allow_routes: readonly string[]
  /**
   * Who looks through these eyes: nothing is changed then, nor anything seen that they may not see themself. Of a client
   * without people, `client` is the one its people would see.
   */
  readonly seen?: { readonly by: User; readonly client: number | null }
  /** The token by which another program acts for the user, who has less rights then: those of its scopes that are theirs. */
  readonly token?: { readonly id: number; readonly uuid: string; readonly name: string }
}

/** Who public routes answer: someone without rights. */
export const anonymousUser: User = {
  id: 0,
  uuid: '',
  name: '',
  email: '',
  birthday: null,
  empresa_id: null,
  empresa_visualizacao_id: null,
  redefinir_senha_apos_login: false,
  segundo_fator_ate: null,
  cadastrar_segundo_fator: false,
  profile: { uuid: '', slug: '', name: '', audience: 'clientes' },
  is_admin: false,
  allow_routes: [],
}

export const isSuperAdmin = (user: User) => user.is_admin
/** Who is really there. */
export const actor = (user: User) => user.seen?.by ?? user
/** Whether the user's profile is of the office's team; otherwise it is of people of clients. */
export const isStaff = (user: User) => user.profile.audience === 'equipe'

/** 'clients' and 'store' → 'clients.store', the name a profile holds. */
export const permission = (resource: { readonly path: string }, verb: string) => `${resource.path}.${verb}`

/** May this user call what this permission guards? The browser's guard and the server ask the same question. */
export const can = (user: User, name: string) => user.allow_routes.includes(name)

/** All that a profile makes of who has it. */
export interface Rights extends Pick<User, 'is_admin' | 'allow_routes'> {
  readonly audience: Audience
}
/** Whether the user has all these rights: users may grant only what they have. */
export const holdsAll = (user: User, { is_admin, audience, allow_routes }: Rights) =>
  isSuperAdmin(user) ||
  (!is_admin && (audience === 'clientes' || isStaff(user)) && allow_routes.every(name => can(user, name)))

/** Who works for every company, and may, chooses one to look at. */
export const choosesCompany = (user: User) => isStaff(user) && user.empresa_id === null && can(user, 'users.me.empresa')

const confined = ['users.me', 'users.me.update', 'inicializacao', 'logout'] as const
const enrolling = [
  ...confined,
  'users.me.seguranca',
  'users.me.prova',
  'users.me.prova.desafio',
  'users.me.totp.store',
  'users.me.totp.confirmar',
  'users.me.passkeys.desafio',
  'users.me.passkeys.store',
  'users.me.codigos.store',
] as const
/** What a user who must choose a new password, or register a second factor, may still call. */
const confinedCalls = { password: new Set<string>(confined), factor: new Set<string>(enrolling) } as const

/** What the user has to do before anything else; null: nothing. */
export const accountDutyOf = (user: Pick<User, 'redefinir_senha_apos_login' | 'cadastrar_segundo_fator'>) =>
  user.redefinir_senha_apos_login ? 'password' : user.cadastrar_segundo_fator ? 'factor' : null
export const confinedMay = (duty: keyof typeof confinedCalls, operation: string) => confinedCalls[duty].has(operation)

/** Of what needs no permission, a program may see whose its token is and follow what changes; the rest is a person's alone. */
const forPrograms: ReadonlySet<string> = new Set(['users.me', 'events'])
export const programMay = (operation: string) => forPrograms.has(operation)

/** The company whose rows the user sees and writes; null for all. */
export const companyOf = (user: User) => user.empresa_id ?? (choosesCompany(user) ? user.empresa_visualizacao_id : null)
