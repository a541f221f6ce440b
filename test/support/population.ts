import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { features } from '#features/index.ts'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import type { Call } from './calls.ts'
import { linked, placeOf } from './drafts.ts'
import { isShared, makerOf, markOf, type Holdings, type Owner, type Target } from './holdings.ts'

/** The users of every kind that send requests: each has a token, valid or not. */
export const principals = [
  'anonymous',
  'expired',
  'revoked',
  'inactive',
  'mustReset',
  'clientA',
  'clientB',
  'staffA',
  'withoutRoutes',
  'staffB',
  'adminA',
  'frontDeskA',
  'superAdmin',
] as const
export type Principal = (typeof principals)[number]

/** What a copy of a world needs to know of it. */
export interface Population {
  readonly held: Holdings
  readonly companies: { readonly A: number; readonly B: number }
  readonly people: Readonly<Record<Principal, number>>
  /** The profile of a client's people. */
  readonly profile: number
  readonly tokens: Record<string, string>
}

/**
 * A session of this user that is good for a day, or that ended, or whose token did; answers the token. Guarded acts are open in it
 * as long as it is good.
 */
export async function enter(db: Kysely<unknown>, user: number, how: 'good' | 'expired' | 'revoked' = 'good') {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  const ended = how === 'revoked'
  await sql`
    with s as (
      insert into sessions (user_id, created_at, last_used_at, rotated_at, idle_until, expires_at, ip, agent, ended_at, ended_by,
        proved_at, factor_proved_at)
      values (${user}, now(), now(), now(), now() + interval '1 day', now() + interval '1 day', '10.0.0.1', 'teste',
              ${ended ? sql`now()` : null}, ${ended ? 'logout' : null},
              now() + interval '1 day', now() + interval '1 day') returning id)
    insert into access_tokens (hash, session_id, expires_at)
    select ${hash}, id, now() + ${how === 'expired' ? '-1 second' : '1 day'}::interval from s`.execute(db)
  return token
}

/** Fills an empty product: two companies, three clients with a row of each of the product's resources, and a user of every kind. */
export async function populate(
  db: Kysely<unknown>,
  callAs: (tokens: Readonly<Record<string, string>>) => Call,
): Promise<Population> {
  const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows[0]?.id ?? 0
  const profile = {
    admin: await idOf(sql`select id from profiles where slug = 'administrador'`),
    staff: await idOf(sql`select id from profiles where slug = 'colaborador'`),
    client: await idOf(sql`select id from profiles where slug = 'cliente'`),
    // A profile made in the product: it manages users, and has the permissions of a client.
    frontDesk: await idOf(
      sql`insert into profiles (name, slug, audience) values (${`${markOf('ALL')} balcão`}, 'balcao', 'equipe') returning id`,
    ),
    none: await idOf(
      sql`insert into profiles (name, slug) values (${`${markOf('ALL')} sem rotas`}, 'sem-rotas') returning id`,
    ),
  }
  await sql`
    insert into profiles_profile_roles (parent_id, position, role)
    select ${profile.frontDesk}, row_number() over (order by role), role from (
      select role from profiles_profile_roles where parent_id = ${profile.client}
      union select name from permissions where name like 'users.%'
        and name not in ('users.dados-pessoais', 'users.anonimizar')) roles`.execute(db)
  const root = await idOf(sql`select id from users order by id limit 1`)
  const tokens: Record<string, string> = { superAdmin: await enter(db, root) }
  const held: Holdings = { rows: {}, spares: {}, first: {}, n: 0, months: 0, pairs: 0 }
  const call = callAs(tokens)
  await furnish(db, held, makerOf(db, call, held, profile.client), makerOf(db, call, held, profile.staff))
  await linkPeople(db, held, profile.client)
  await sql`update users set password = ${markOf('SECRET')} where id <> ${root}`.execute(db)

  const companies = { A: held.rows.empresas?.A1?.id ?? 0, B: held.rows.empresas?.B1?.id ?? 0 }
  const person = async (
    who: string,
    profile_id: number,
    empresa_id: number | null,
    more: Readonly<Record<string, unknown>> = {},
  ) => {
    const mark = markOf(empresa_id === companies.A ? 'A' : empresa_id === companies.B ? 'B' : who)
    const values = {
      name: `${mark} ${who}`,
      email: `${mark}.${who}@exemplo.com.br`.toLowerCase(),
      profile_id,
      empresa_id,
      password: markOf('SECRET'),
      ...more,
    }
    return idOf(sql`insert into users (${sql.join(Object.keys(values).map(name => sql.ref(name)))})
      values (${sql.join(Object.values(values))}) returning id`)
  }
  const people: Readonly<Record<Principal, number>> = {
    anonymous: 0,
    superAdmin: root,
    expired: await person('expired', profile.admin, null),
    revoked: await person('revoked', profile.admin, null),
    inactive: await person('inactive', profile.admin, null, { active: false }),
    mustReset: await person('mustReset', profile.admin, null, { redefinir_senha_apos_login: true }),
    clientA: await person('clientA', profile.client, companies.A),
    clientB: await person('clientB', profile.client, companies.B),
    staffA: await person('staffA', profile.staff, companies.A),
    withoutRoutes: await person('withoutRoutes', profile.none, companies.A),
    staffB: await person('staffB', profile.staff, companies.B),
    frontDeskA: await person('frontDeskA', profile.frontDesk, companies.A),
    adminA: await person('adminA', profile.admin, null, { empresa_visualizacao_id: companies.A }),
  }
  for (const [who, id] of Object.entries(people))
    if (id) tokens[who] = await enter(db, id, who === 'expired' || who === 'revoked' ? who : 'good')
  for (const [owner, user] of [
    ['A1', people.clientA],
    ['B1', people.clientB],
  ] as const)
    await sql`insert into clients_client_users (parent_id, position, user_id)
      values (${held.rows.clients?.[owner]?.id ?? 0}, 1, ${user})`.execute(db)
  return { held, companies, people, profile: profile.client, tokens }
}

/** Who was made before there were clients becomes one's. */
async function linkPeople(db: Kysely<unknown>, { rows }: Holdings, profile_id: number) {
  for (const owner of ['A1', 'A2', 'B1', 'deleted'] as const) {
    const user = rows.users?.[owner]?.id ?? 0
    await sql`update users set profile_id = ${profile_id} where id = ${user}`.execute(db)
    if (owner !== 'deleted')
      await sql`insert into clients_client_users (parent_id, position, user_id)
        values (${rows.clients?.[owner]?.id ?? 0}, 1, ${user})`.execute(db)
  }
}

/** Companies first, then what hangs on them: each of the product's resources once per owner. */
async function furnish(
  db: Kysely<unknown>,
  held: Holdings,
  { make, leave }: ReturnType<typeof makerOf>,
  early: ReturnType<typeof makerOf>,
) {
  const point = async (place: string, path: string, among: Readonly<Record<string, string>> = {}) => {
    const byPath = features.find(each => each.path === path)
    const only = Object.entries(among).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(tableOf(byPath ?? { path }))} where ${sql.join([...only, sql`deleted_at is null`], sql` and `)}
      order by id ${only.length ? sql`` : sql`limit 5`}`.execute(db)
    held.first[place] = rows.map(({ id }) => id)
  }
  const resources: readonly AnyResource[] = features
  for (const { path } of resources) await point(path, path)
  for (const { fields } of resources)
    for (const { options, writable } of Object.values(fields))
      if (options.to && options.among && writable)
        await point(placeOf(options.to, options.among), options.to, options.among)
  const bare = resources.filter(each => isShared(each) && !held.first[each.path]?.length).map(({ path }) => path)
  const inOrder = new Set(['empresas', 'users', 'people', ...bare, 'clients', 'fistels', 'collects'])
  for (const path of new Set([...inOrder, ...resources.map(each => each.path)])) {
    const resource = resources.find(each => each.path === path)
    const isRead = resource && ['show', 'store'].some(verb => verbsOf(resource).some(each => each === verb))
    // People of the house are only listed, and others point to them.
    if (!resource || (!isRead && path !== 'people')) continue
    const owners: readonly Owner[] = isShared(resource) ? ['A1', 'deleted'] : ['A1', 'A2', 'B1', 'deleted']
    const own: Partial<Record<Owner, Target>> = {}
    held.rows[path] = own
    const some = async (owner: Owner): Promise<Target> => {
      // Nobody is a client's before there are clients.
      const store = path === 'users' ? early.make : make
      const { id, uuid } = await (isRead ? store : leave)(resource, owner)
      return { id, uuid }
    }
    for (const owner of owners) {
      // A1 and A2 are clients of one company.
      const twin = path === 'empresas' && owner === 'A2' ? own.A1 : undefined
      own[owner] = twin ?? (await some(owner))
    }
    if (path === 'stations') {
      const more = (owner: Owner) => Promise.all(Array.from({ length: linked - 1 }).map(() => some(owner)))
      held.spares[path] = { A1: await more('A1'), A2: await more('A2'), B1: await more('B1') }
    }
    // Who stands in for somebody is somebody else.
    if (path === 'people')
      held.spares[path] = { A1: [await some('A1')], A2: [await some('A2')], B1: [await some('B1')] }
    await sql`update ${sql.table(tableOf(resource))} set deleted_at = now() where id = ${own.deleted?.id ?? 0}`.execute(
      db,
    )
    await point(path, path)
  }
}
