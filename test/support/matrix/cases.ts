import { sql } from 'kysely'
import type { AnyResource } from '#kernel/resource.ts'
import { principals, type Owner, type Principal, type Row, type World } from '../world.ts'

/** A request to make of an operation, and the answer it must have. */
export interface MatrixCase {
  readonly about: string
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** Marks the answer may show besides those of the principal. */
  readonly shows?: readonly string[]
  /** How many rows of history it leaves; one for a write that was done. */
  readonly audits?: number
  /** Events those rows carry besides the operation's own. */
  readonly besides?: readonly string[]
  /** Runs just before the request. */
  readonly before?: () => Promise<unknown>
  /** Runs just after the request, and undoes it where a later case needs that. */
  readonly after?: () => Promise<unknown>
}

/** Hand-written cases, by the id of their operation: the generic ones of a resource's rows do not fit it. */
export type MatrixCases = Readonly<
  Record<string, (world: World, who: Principal) => Promise<readonly MatrixCase[]> | readonly MatrixCase[]>
>

export type Role = 'signedOut' | 'restricted' | 'client' | 'withoutPermissions' | 'staff' | 'frontDesk' | 'admin'

/** What a principal is to the product. */
interface PrincipalAccess {
  readonly role: Role
  /** Owners whose rows the principal sees; the rows of the rest are foreign. */
  readonly sees: readonly Owner[]
  /** Marks an answer to the principal may show. */
  readonly marks: readonly string[]
}

const all = ['ALL']
const nothing: PrincipalAccess = { role: 'signedOut', sees: [], marks: [] }
const ofCompanyA = {
  sees: ['A1', 'A2'],
  marks: [...all, 'A', 'A1', 'A2', 'INTA', 'ADMINA'],
} as const satisfies Partial<PrincipalAccess>

export const accessOf: Readonly<Record<Principal, PrincipalAccess>> = {
  anonymous: nothing,
  expired: nothing,
  revoked: nothing,
  inactive: nothing,
  mustReset: { role: 'restricted', sees: [], marks: ['MUSTRESET'] },
  // The name of a row's author is part of the row.
  clientA: { role: 'client', sees: ['A1'], marks: [...all, 'A', 'A1', 'ADMINA'] },
  clientB: { role: 'client', sees: ['B1'], marks: [...all, 'B', 'B1'] },
  staffA: { role: 'staff', ...ofCompanyA },
  withoutRoutes: { role: 'withoutPermissions', sees: [], marks: [...all, 'A'] },
  staffB: { role: 'staff', sees: ['B1'], marks: [...all, 'B', 'B1', 'INTB'] },
  // Has a profile of the team that was made in the product: sees what staff see, and has other permissions.
  frontDeskA: { role: 'frontDesk', ...ofCompanyA },
  adminA: { role: 'admin', ...ofCompanyA },
  superAdmin: {
    role: 'admin',
    sees: ['A1', 'A2', 'B1'],
    marks: [...all, 'A', 'B', 'A1', 'A2', 'B1', 'INTA', 'INTB', ...principals.map(who => who.toUpperCase()), 'SUPER'],
  },
}

export const owners = ['A1', 'B1'] as const satisfies readonly Owner[]
export const sees = (who: Principal, owner: Owner) => accessOf[who].sees.includes(owner)
/** The first owner whose rows the principal does not see. */
export const foreignOwner = (who: Principal) => owners.find(owner => !sees(who, owner))

/** Principals who work for one company alone. */
export const ofOneCompany: ReadonlySet<Principal> = new Set([
  'clientA',
  'clientB',
  'staffA',
  'staffB',
  'withoutRoutes',
  'frontDeskA',
])
/** Administrators, whether or not they may come in today. */
export const administratorMarks = ['SUPERADMIN', 'SUPER', 'ADMINA', 'EXPIRED', 'REVOKED', 'MUSTRESET']

/** Keys no row has. */
export const missingKeys = { id: 999_999_999, uuid: '00000000-0000-4000-8000-000000000000' }
/** A text file sent as it is. */
export const textFile = { body: 'palavras', headers: { 'content-type': 'application/octet-stream' } }

/** Cases on a client by its key: one the principal sees, and a foreign one. */
export function clientCases(world: World, who: Principal, url: (client: string) => string): readonly MatrixCase[] {
  const own = world.target('clients', sees(who, 'A1') ? 'A1' : 'B1')?.uuid ?? ''
  const other = foreignOwner(who)
  const foreign = other && world.target('clients', other)?.uuid
  return [
    ...(accessOf[who].sees.length ? [{ about: 'own', url: url(own), status: 200 }] : []),
    ...(foreign ? [{ about: 'foreign', url: url(foreign), status: 404 }] : []),
  ]
}

/** Cases on rows of both owners, which the world began with. */
export const rowCases = (
  world: World,
  who: Principal,
  path: string,
  status: number,
  url: (row: string, owner: Owner) => string,
): readonly MatrixCase[] =>
  owners.map(owner => ({
    about: owner,
    url: url(world.target(path, owner)?.uuid ?? '', owner),
    status: sees(who, owner) ? status : 404,
  }))

/** Cases of an act on rows of both owners, made for them. */
export const newRowCases = (
  world: World,
  who: Principal,
  resource: AnyResource,
  act: string,
): Promise<readonly MatrixCase[]> =>
  Promise.all(
    owners.map(async owner => ({
      about: owner,
      url: `${resource.path}/${(await world.make(resource, owner)).uuid}/${act}`,
      status: sees(who, owner) ? 200 : 404,
    })),
  )

/** Cases of a request about one row, made for each owner; `status` is that of the answer where the row is visible. */
export const newRowRequests = (
  world: World,
  who: Principal,
  resource: AnyResource,
  request: (row: Row) => Omit<MatrixCase, 'about' | 'status'> & { readonly status?: number },
  draft: Readonly<Record<string, unknown>> = {},
): Promise<readonly MatrixCase[]> =>
  Promise.all(
    owners.map(async owner => {
      const { status = 200, ...rest } = request(await world.make(resource, owner, draft))
      return { about: owner, ...rest, status: sees(who, owner) ? status : 404 }
    }),
  )

/** Cases that name no responsible person for a row without one: nothing changes, and no history is written. */
export const responsibleCases = (
  world: World,
  who: Principal,
  path: string,
  column = 'responsible_id',
): readonly MatrixCase[] =>
  owners.map(owner => ({
    about: owner,
    url: `${path}/responsavel`,
    body: { rows: [{ uuid: world.target(path, owner)?.uuid, responsible_id: null }] },
    status: sees(who, owner) ? 200 : 404,
    before: () => sql`update ${sql.table(path.replaceAll('-', '_'))} set ${sql.ref(column)} = null`.execute(world.db),
    audits: 0,
  }))

/** A case of an operation that is for staff alone, whatever a profile allows. */
export const staffOnly =
  (who: Principal) =>
  (each: MatrixCase): MatrixCase =>
    ['client', 'frontDesk'].includes(accessOf[who].role) ? { ...each, status: 403 } : each

/** Only administrators define fields: the draft of anyone else has none. */
export function draftWithoutFields(who: Principal, draft: Readonly<Record<string, unknown>>) {
  const { metas: _, metas_only_father: __, ...plain } = draft
  return accessOf[who].role === 'admin' ? draft : plain
}
