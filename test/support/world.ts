import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openHouse } from '../../src/house.server.ts'
import { features } from '#features/index.ts'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { freshDatabase, type Engine } from './databases.ts'
import { draftOf, leftBehind, placeOf, type Draft, type Material } from './drafts.ts'

/** Who asks: each has a token, good or not. */
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
  'superAdmin',
] as const
export type Principal = (typeof principals)[number]

/** Whose a row is: client A1 or A2 of company A, client B1 of company B, or deleted from A1. */
export type Owner = 'A1' | 'A2' | 'B1' | 'deleted'
export interface Target {
  readonly id: number
  readonly uuid: string
}

/** Stands in every text of a row, so that whoever shows it where it should not be seen is found out. */
export const markOf = (owner: string) => `zz${owner}zz`
export const marksIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/zz(\w+?)zz/gi)].map(([, owner = '']) => owner.toUpperCase()))

export type Row = Readonly<Record<string, unknown>> & Target & { readonly active: boolean }
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What came, headers and all: where marks are looked for. */
  readonly text: string
  readonly body: Body
}
export interface Body extends Readonly<Record<string, unknown>> {
  readonly message: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly request_id: string
}
export interface Given {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type World = Awaited<ReturnType<typeof openWorld>>

/** A whole product on a database of its own: two companies, three clients, and everyone who may come. */
export async function openWorld(
  engine: Engine,
  env: Readonly<Record<string, string>> = {},
  given?: Database,
  fittings: Parameters<typeof openHouse>[2] = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-world-'))
  const database = given ?? (await freshDatabase(engine))
  const config = readConfig({
    OUTORGA_DATA_DIR: folder,
    OUTORGA_DEMO: '0',
    ADMIN_EMAIL: 'zzsuperzz@exemplo.com.br',
    ADMIN_PASSWORD: 'quatro cavalos no telhado',
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: '10000000',
    // Nobody outside is asked, unless a test says who.
    CNPJ_URL: '0',
    CNPJ_FALLBACK_URL: '0',
    CEP_URL: '0',
    ...env,
  })
  const { app, house, runner } = await openHouse(config, database, {
    passwordCost: { memoryCost: 64, timeCost: 1 },
    ...fittings,
  })
  const db = database.kysely
  const tokens = new Map<string, string>()

  async function call(who: string, method: Method, url: string, { body, headers = {} }: Given = {}): Promise<Reply> {
    const token = tokens.get(who)
    const answer = await app.inject({
      method,
      url: url.startsWith('/') ? url : `/api/v1/${url}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
      }),
    })
    const json = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      text: `${JSON.stringify(answer.headers)}\n${answer.body}`,
      body: json && answer.body ? answer.json<Body>() : { message: '', request_id: '' },
    }
  }

  /** A session of this user that is good for a day, or that ended, or whose token did. */
  async function enter(who: string, user: number, how: 'good' | 'expired' | 'revoked' = 'good') {
    const token = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest()
    const ended = how === 'revoked'
    await sql`
      with s as (
        insert into sessions (user_id, created_at, last_used_at, rotated_at, idle_until, expires_at, ip, agent, ended_at, ended_by)
        values (${user}, now(), now(), now(), now() + interval '1 day', now() + interval '1 day', '10.0.0.1', 'teste',
                ${ended ? sql`now()` : null}, ${ended ? 'logout' : null}) returning id)
      insert into access_tokens (hash, session_id, expires_at)
      select ${hash}, id, now() + ${how === 'expired' ? '-1 second' : '1 day'}::interval from s`.execute(db)
    tokens.set(who, token)
    return token
  }
  const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows[0]?.id ?? 0

  const root = await idOf(sql`select id from users order by id limit 1`)
  await enter('superAdmin', root)
  const profile = {
    admin: await idOf(sql`select id from profiles where slug = 'administrador'`),
    staff: await idOf(sql`select id from profiles where slug = 'colaborador'`),
    client: await idOf(sql`select id from profiles where slug = 'cliente'`),
    none: await idOf(sql`insert into profiles (name, slug) values ('zzALLzz sem rotas', 'sem-rotas') returning id`),
  }

  const rows = new Map<string, Partial<Record<Owner, Target>>>()
  /** More rows of the same owner, for what must point to several. */
  const spares = new Map<string, Partial<Record<Owner, readonly Target[]>>>()
  const first = new Map<string, readonly number[]>()
  let n = 0
  let months = 0

  /** What a draft for this owner is made of: its references are that owner's own. */
  function material(owner: Owner, mark = markOf(owner)): Material {
    const side = owner === 'deleted' ? 'A1' : owner
    return {
      n: ++n,
      mark,
      month: () => ++months,
      ref: (to, i) => {
        const own = spares.get(to)?.[side]?.[i - 1] ?? rows.get(to)?.[side]
        if (own) return own.id
        if (to === 'profiles') return profile.client
        const ids = first.get(to) ?? []
        return ids[i % ids.length] ?? null
      },
    }
  }
  const draft = (resource: AnyResource, owner: Owner, more: Draft = {}): Draft => ({
    ...draftOf(resource, material(owner, isShared(resource) && owner !== 'deleted' ? markOf('ALL') : markOf(owner))),
    ...Object.fromEntries(internalsOf(resource).map(name => [name, `${markOf(`INT${owner[0]}`)} interno`])),
    ...more,
  })

  async function make(resource: AnyResource, owner: Owner, more: Draft = {}): Promise<Row> {
    if (!verbsOf(resource).includes('store'))
      return dataOf(await call('superAdmin', 'GET', `${resource.path}/${(await leave(resource, owner)).id}`))
    const made = await call('superAdmin', 'POST', resource.path, { body: draft(resource, owner, more) })
    if (made.status !== 201) throw new Error(`could not make ${resource.path}: ${made.text}`)
    return dataOf(made)
  }

  /** A row no call makes: as the job that does would. */
  async function leave(resource: AnyResource, owner: Owner): Promise<Target> {
    const values = leftBehind(resource, material(owner))
    const columns = Object.keys(values)
    const { rows: left } = await sql<Target>`
      insert into ${sql.table(tableOf(resource))} (${sql.join(columns.map(name => sql.ref(name)))})
      values (${sql.join(columns.map(name => sql`${values[name]}`))}) returning id, uuid`.execute(db)
    const [row] = left
    if (!row) throw new Error(`could not leave a row of ${resource.path}`)
    return row
  }

  async function point({ path, table }: AnyResource) {
    const found = await sql<{ id: number }>`
      select id from ${sql.table(tableOf({ path, ...(table !== undefined && { table }) }))} where deleted_at is null order by id limit 5`.execute(
      db,
    )
    first.set(
      path,
      found.rows.map(({ id }) => id),
    )
  }

  async function pointAmong(path: string, among: Readonly<Record<string, string>>) {
    const only = Object.entries(among).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    const { rows: found } = await sql<{ id: number }>`
      select id from ${sql.table(tableOf({ path }))} where ${sql.join(only, sql` and `)} order by id`.execute(db)
    first.set(
      placeOf(path, among),
      found.map(({ id }) => id),
    )
  }

  // Companies first, then what hangs on them: each of the product's resources once per owner.
  const byPath = new Map<string, AnyResource>(features.map(each => [each.path, each]))
  for (const each of features) await point(each)
  for (const { fields } of features as readonly AnyResource[])
    for (const { options, writable } of Object.values(fields))
      if (options.to && options.among && writable) await pointAmong(options.to, options.among)
  const bare = features.filter(each => isShared(each) && !first.get(each.path)?.length).map(({ path }) => path)
  const inOrder = [...new Set(['empresas', 'users', ...bare, 'clients', 'fistels', 'collects'])]
  const made = [...inOrder, ...features.map(({ path }) => path).filter(path => !inOrder.includes(path))]
  for (const path of made) {
    const resource = byPath.get(path)
    if (!resource || !['show', 'store'].some(verb => verbsOf(resource).some(each => each === verb))) continue
    const owners: readonly Owner[] = isShared(resource) ? ['A1', 'deleted'] : ['A1', 'A2', 'B1', 'deleted']
    const held: Partial<Record<Owner, Target>> = {}
    rows.set(path, held)
    for (const owner of owners) {
      // A1 and A2 are clients of one company.
      const twin = path === 'empresas' && owner === 'A2' ? held.A1 : undefined
      held[owner] = twin ?? (await make(resource, owner))
    }
    if (path === 'stations') {
      const more = (owner: Owner) => Promise.all([1, 2, 3].map(() => make(resource, owner)))
      spares.set(path, { A1: await more('A1'), A2: await more('A2'), B1: await more('B1') })
    }
    await sql`update ${sql.table(tableOf(resource))} set deleted_at = now() where id = ${held.deleted?.id ?? 0}`.execute(
      db,
    )
    await point(resource)
  }

  await sql`update users set password = ${'zzSECRETzz'} where id <> ${root}`.execute(db)

  let seen = { at: '', sum: '' }
  const companies = { A: rows.get('empresas')?.A1?.id ?? 0, B: rows.get('empresas')?.B1?.id ?? 0 }
  const person = async (
    who: string,
    profile_id: number,
    empresa_id: number | null,
    more: Readonly<Record<string, unknown>> = {},
  ) => {
    const mark = empresa_id === companies.A ? 'A' : empresa_id === companies.B ? 'B' : who
    const values = {
      name: `zz${mark}zz ${who}`,
      email: `zz${mark}zz.${who}@exemplo.com.br`.toLowerCase(),
      profile_id,
      empresa_id,
      password: 'zzSECRETzz',
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
    adminA: await person('adminA', profile.admin, null, { empresa_visualizacao_id: companies.A }),
  }
  for (const [who, id] of Object.entries(people))
    if (id) await enter(who, id, who === 'expired' || who === 'revoked' ? who : 'good')
  for (const [owner, user] of [
    ['A1', people.clientA],
    ['B1', people.clientB],
  ] as const)
    await sql`insert into clients_client_users (parent_id, position, user_id)
      values (${rows.get('clients')?.[owner]?.id ?? 0}, 1, ${user})`.execute(db)

  return {
    engine,
    app,
    house,
    runner,
    database,
    db,
    people,
    companies,
    call,
    enter,
    make,
    draft,
    material,
    /** A row the world began with. */
    target: (path: string, owner: Owner): Target | undefined => rows.get(path)?.[owner],
    /** The session a user began last. */
    sessionOf: (user: number) => idOf(sql`select max(id) as id from sessions where user_id = ${user}`),
    /** A number of every table's rows and contents: the same only when nothing was written. */
    fingerprint: async () => {
      const at = await nextTransaction(database)
      if (at !== seen.at) seen = { at, sum: await fingerprint(database) }
      return seen.sum
    },
    /** What the history says of one request. */
    auditsOf: async (request_id: string | undefined) => {
      const found = await sql<{
        event: string
      }>`select event from audit_events where request_id = ${request_id ?? ''}`.execute(db)
      return found.rows.map(({ event }) => event)
    },
    /** The mails sent to an address, oldest first, as text. */
    mailsTo: (to: string) => {
      const mails = join(folder, 'mail')
      return readdirSync(mails)
        .toSorted()
        .map(name => readFileSync(join(mails, name), 'utf8'))
        .filter(text => text.includes(`To: ${to}`))
        .map(text => text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
    },
    close: async () => {
      await app.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Rows everybody signed in may see: they hang on no company. */
export const isShared = (resource: AnyResource) => resource.scope === 'everyone' && resource.path !== 'empresas'

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value
export function dataOf({ body, text }: Pick<Reply, 'body' | 'text'>): Row {
  if (!isRow(body.data)) throw new Error(`no row in ${text}`)
  return body.data
}
export function rowsOf({ body, text }: Pick<Reply, 'body' | 'text'>): readonly Row[] {
  if (!Array.isArray(body.data)) throw new Error(`no rows in ${text}`)
  return body.data.filter(isRow)
}

/** Texts that only staff may see. */
const internalsOf = ({ fields }: AnyResource) =>
  Object.entries(fields).flatMap(([name, { kind, writable, options }]) =>
    writable && options.internal && !options.format && ['text', 'longtext'].includes(kind) ? [name] : [],
  )

/** Tables that change as requests pass, whatever they ask. */
const restless = new Set(['cities', 'login_attempts', 'migrations'])

/** The number the next writing transaction would have: while it stays, nobody wrote anything. */
async function nextTransaction({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as at`.execute(kysely)
  return rows[0]?.at ?? ''
}

async function fingerprint({ kysely }: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    kysely,
  )
  const each = tables
    .filter(({ name }) => !restless.has(name))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${sql.table(name)} t`,
    )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`.execute(kysely)
  return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n')
}
