import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { isProgramToken, newProgramToken } from '#features/people/auth/token-text.server.ts'
import type { AnyOperation } from '#server/operation.ts'
import { marksIn, openWorld, rowsOf, type Method, type World } from '../support/world.ts'

// A token never opens more than its owner, its scopes, its company, its client, its days and its addresses all allow.

interface Wish {
  readonly scopes?: readonly string[]
  readonly empresa_id?: number | null
  readonly client_id?: number | null
  readonly addresses?: readonly string[]
  readonly starts_on?: string | null
  readonly ends_on?: string
}
const today = dayIn(new Date()).day

describe('the text of a token', () => {
  test('is recognised by its beginning and its checksum', () => {
    const made = Array.from({ length: 200 }, newProgramToken)
    expect(new Set(made).size).toBe(200)
    for (const each of made) {
      expect(each).toMatch(/^otg_[0-9A-Za-z]{49}$/)
      expect(isProgramToken(each)).toBe(true)
      const other = each[10] === 'x' ? 'y' : 'x'
      expect(isProgramToken(`${each.slice(0, 10)}${other}${each.slice(11)}`)).toBe(false)
    }
  })
})

describe('a token of a program', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ env: { TOKEN_REQUESTS_PER_MINUTE: '10000000' } })
  })
  afterAll(() => world?.close())

  const client = (owner: 'A1' | 'A2' | 'B1') => world.target('clients', owner) ?? { id: 0, uuid: '' }
  async function create(who: string, wish: Wish = {}, url = 'users/me/tokens', more: object = {}) {
    const body = {
      name: 'Planilha',
      scopes: ['clients.index', 'clients.show'],
      ends_on: dayAfter(today, 30),
      ...wish,
      ...more,
    }
    return world.call(who, 'POST', url, { body })
  }
  async function tokenOf(who: string, wish: Wish = {}, url?: string, more?: object) {
    const reply = await create(who, wish, url, more)
    expect(reply).toMatchObject({ status: 201 })
    const { token, made } = Object(reply.body.data)
    const ask = (method: Method, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      world.call('nobody', method, path, {
        ...(body !== undefined && { body }),
        headers: { authorization: `Bearer ${String(token)}`, ...headers },
      })
    return { token: String(token), uuid: String(made.uuid), ask }
  }
  const status = async (ask: Awaited<ReturnType<typeof tokenOf>>['ask'], path = 'clients') =>
    (await ask('GET', path)).status

  test('does what its scopes say, in its owner’s name, and nothing else', async () => {
    const { ask } = await tokenOf('staffA')
    expect(await status(ask)).toBe(200)
    expect(await status(ask, `clients/${client('A1').uuid}`)).toBe(200)
    expect(await status(ask, 'stations')).toBe(403)
    expect((await ask('PUT', `clients/${client('A1').uuid}`, {})).status).toBe(403)
    const me = await ask('GET', 'users/me')
    expect(Object(me.body.data)).toMatchObject({
      id: world.people.staffA,
      is_admin: false,
      allow_routes: ['clients.index', 'clients.show'],
    })
  })

  test('has no right its author lacks, nor one over accounts', async () => {
    for (const scope of ['manutencao.index', 'users.index', 'nada.disso'])
      expect((await create('staffA', { scopes: ['clients.index', scope] })).status).toBe(422)
    const grown = [
      'users.update',
      'users.store',
      'profiles.update',
      'tokens.store',
      'users.me.empresa',
      'clients.ver-como',
    ]
    for (const scope of grown)
      expect([scope, (await create('superAdmin', { scopes: [scope] })).status]).toEqual([scope, 422])
  })

  test('loses a right with its owner, from the very next request', async () => {
    const { ask } = await tokenOf('staffA')
    const profile = sql`(select profile_id from users where id = ${world.people.staffA})`
    await sql`delete from profiles_profile_roles where parent_id = ${profile} and role = 'clients.index'`.execute(
      world.db,
    )
    expect(await status(ask)).toBe(403)
    const listed = Object((await world.call('staffA', 'GET', 'users/me/tokens')).body.data)[0]
    expect(listed).toMatchObject({ scopes: ['clients.index', 'clients.show'], working: 1 })
    await sql`insert into profiles_profile_roles (parent_id, position, role) values (${profile}, 0, 'clients.index')`.execute(
      world.db,
    )
    expect(await status(ask)).toBe(200)
  })

  test('is no person: it sees no sessions, makes no token, changes no password, signs nobody out, sees as nobody', async () => {
    const { ask } = await tokenOf('superAdmin')
    for (const { id, method, url, access } of world.house.operations) {
      if (access !== 'session' || ['users.me', 'events'].includes(id)) continue
      const reply = await ask(
        method,
        url.replace(/:\w+/g, '1'),
        method === 'GET' || method === 'DELETE' ? undefined : {},
      )
      expect([id, reply.status]).toEqual([id, 403])
    }
    const seen = { 'x-ver-como': '00000000-0000-4000-8000-000000000000' }
    expect((await ask('GET', 'clients', undefined, seen)).status).toBe(403)
  })

  test('of one company sees that company, whatever its owner looks at', async () => {
    const { ask } = await tokenOf('superAdmin', { empresa_id: world.companies.A })
    const all = await tokenOf('superAdmin')
    await world.call('superAdmin', 'PUT', 'users/me/empresa-visualizacao-id', {
      body: { empresa_visualizacao_id: world.companies.B },
    })
    const ids = async (of: typeof ask) => rowsOf(await of('GET', 'clients?per_page=100')).map(({ id }) => id)
    expect(await ids(ask)).toEqual(expect.arrayContaining([client('A1').id, client('A2').id]))
    expect(await ids(ask)).not.toContain(client('B1').id)
    expect(await ids(all.ask)).toEqual(expect.arrayContaining([client('A1').id, client('B1').id]))
    expect(await status(ask, `clients/${client('B1').uuid}`)).toBe(404)
    await world.call('superAdmin', 'PUT', 'users/me/empresa-visualizacao-id', {
      body: { empresa_visualizacao_id: 'todos' },
    })
    expect((await create('staffA', { empresa_id: world.companies.B })).status).toBe(422)
    expect((await create('staffA', { client_id: client('B1').id })).status).toBe(422)
    expect((await create('superAdmin', { client_id: client('B1').id, empresa_id: world.companies.A })).status).toBe(422)
  })

  test('of a company its owner no longer works for opens nothing', async () => {
    const { ask } = await tokenOf('superAdmin', { empresa_id: world.companies.A })
    await sql`update users set empresa_id = ${world.companies.B} where id = ${world.people.superAdmin}`.execute(
      world.db,
    )
    expect(await status(ask)).toBe(401)
    await sql`update users set empresa_id = null where id = ${world.people.superAdmin}`.execute(world.db)
    expect(await status(ask)).toBe(200)
  })

  test('of one client is answered nothing of another, by any read of the catalogue', async () => {
    const scopes = Object((await world.call('superAdmin', 'GET', 'users/me/tokens/permissoes')).body.data).flatMap(
      ({ permissions }: { permissions: readonly { role: string }[] }) => permissions.map(({ role }) => role),
    )
    const { ask } = await tokenOf('superAdmin', { scopes, client_id: client('A1').id })
    expect(rowsOf(await ask('GET', 'clients')).map(({ id }) => id)).toEqual([client('A1').id])
    const wrong: string[] = []
    let answered = 0
    for (const operation of world.house.operations) {
      if (operation.method !== 'GET' || operation.access !== 'permission') continue
      for (const owner of ['A1', 'A2', 'B1'] as const) {
        const reply = await ask('GET', addressOf(operation, owner))
        if (reply.status === 200) answered++
        if (reply.status >= 500) wrong.push(`${operation.id}: ${reply.status}`)
        const strange = [...marksIn(reply.text)].filter(mark => ['A2', 'B', 'B1', 'INTA', 'INTB'].includes(mark))
        if (strange.length) wrong.push(`${operation.id} shows ${strange.join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
    const write = await ask('PUT', `clients/${client('A1').uuid}`, {})
    expect([write.status, write.body.message]).toEqual([403, 'O token de um só cliente lê e não altera nada.'])
    expect(answered).toBeGreaterThan(100)
  }, 300_000)
  const addressOf = ({ url, scope }: AnyOperation, owner: 'A1' | 'A2' | 'B1') =>
    url.replace(/:(\w+)/g, (_, name: string) => {
      const of = name === 'client' || typeof scope !== 'object' ? 'clients' : scope.path
      return world.target(of, owner)?.uuid ?? '1'
    })

  test('counts between its days alone', async () => {
    const { ask, uuid } = await tokenOf('staffA', { starts_on: dayAfter(today, 1) })
    expect(await status(ask)).toBe(401)
    await sql`update api_tokens set starts_at = now() - interval '3 days' where uuid = ${uuid}`.execute(world.db)
    expect(await status(ask)).toBe(200)
    await sql`update api_tokens set ends_at = now() - interval '1 second' where uuid = ${uuid}`.execute(world.db)
    expect(await status(ask)).toBe(401)
    for (const wish of [
      { ends_on: dayAfter(today, -1) },
      { ends_on: dayAfter(today, 367) },
      { starts_on: dayAfter(today, 40) },
    ])
      expect((await create('staffA', wish)).status).toBe(422)
  })

  test('is accepted from its addresses alone', async () => {
    const here = await tokenOf('staffA', { addresses: ['127.0.0.0/8', '2001:db8::/32'] })
    const elsewhere = await tokenOf('staffA', { addresses: ['203.0.113.0/24'] })
    expect(await status(here.ask)).toBe(200)
    expect(await elsewhere.ask('GET', 'clients')).toMatchObject({
      status: 403,
      body: { message: 'Este token não é aceito do endereço 127.0.0.1.' },
    })
    for (const strange of ['1', 'loopback', '10.0.0.0/33', '300.1.1.1', '10.0.0.1,10.0.0.2', '::/129'])
      expect([strange, (await create('staffA', { addresses: [strange] })).status]).toEqual([strange, 422])
  })

  test('is taken in the header alone, and an invented one is nobody’s', async () => {
    const { token } = await tokenOf('staffA')
    for (const name of ['access_token', 'token', 'authorization'])
      expect((await world.call('nobody', 'GET', `clients?${name}=${token}`)).status).toBe(401)
    for (const invented of [newProgramToken(), `${token}x`, token.slice(0, -1), `otg_${'0'.repeat(49)}`])
      expect(
        (await world.call('nobody', 'GET', 'clients', { headers: { authorization: `Bearer ${invented}` } })).status,
      ).toBe(401)
  })

  test('is stored as a hash, and not by a request that is repeated either', async () => {
    const reply = await world.call('staffA', 'POST', 'users/me/tokens', {
      body: { name: 'Repetida', scopes: ['clients.index'], ends_on: dayAfter(today, 2) },
      headers: { 'idempotency-key': 'uma-chave-de-teste-qualquer' },
    })
    const { token } = Object(reply.body.data)
    const tables = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(world.db)
    expect(String(token)).toMatch(/^otg_/)
    for (const { name } of tables.rows) {
      const { rows } =
        await sql`select 1 from ${sql.table(name)} t where to_jsonb(t)::text like ${`%${String(token).slice(4, 40)}%`}`.execute(
          world.db,
        )
      expect([name, rows.length]).toEqual([name, 0])
    }
  })

  test('ends at once when it is ended, by its owner or who answers for everybody, and for nobody else', async () => {
    const { ask, uuid } = await tokenOf('staffA')
    expect((await world.call('staffB', 'DELETE', `users/me/tokens/${uuid}`)).status).toBe(404)
    expect((await world.call('staffB', 'DELETE', `tokens/${uuid}`)).status).toBe(403)
    expect(await status(ask)).toBe(200)
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => world.call('staffA', 'DELETE', `users/me/tokens/${uuid}`)),
    )
    expect(replies.filter(reply => reply.status === 200).length).toBe(1)
    expect(await status(ask)).toBe(401)
    const other = await tokenOf('staffA')
    expect((await world.call('superAdmin', 'DELETE', `tokens/${other.uuid}`)).status).toBe(200)
    expect(await status(other.ask)).toBe(401)
  })

  test('ended while it follows what changes, its stream is ended', async () => {
    const { token, uuid } = await tokenOf('staffA')
    await world.call('staffA', 'DELETE', `users/me/tokens/${uuid}`)
    const headers = { authorization: `Bearer ${token}` }
    // A stream asks again by the headers alone with each change and each beat.
    expect(await world.house.authenticate(headers)).toBeNull()
  })

  test('a personal token ends with the password, a system’s does not; both end with the account', async () => {
    const own = await tokenOf('staffA')
    const system = await tokenOf('superAdmin', {}, 'tokens', { user_id: world.people.staffA })
    const { endSessions } = await import('#features/people/auth/sessions.server.ts')
    await endSessions(world.db, world.people.staffA, 'password', new Date())
    expect([await status(own.ask), await status(system.ask)]).toEqual([401, 200])
    await endSessions(world.db, world.people.staffA, 'administrator', new Date())
    expect(await status(system.ask)).toBe(401)
    await world.enter('staffA', world.people.staffA)
    const { rows } =
      await sql`select ended_by from api_tokens where uuid in (${own.uuid}, ${system.uuid}) order by id`.execute(
        world.db,
      )
    expect(rows).toEqual([{ ended_by: 'password' }, { ended_by: 'account' }])
  })

  test('history names the token that wrote', async () => {
    const scopes = ['attendance-types.store', 'attendance-types.show', 'attendance-types.historico']
    const { ask } = await tokenOf('superAdmin', { scopes })
    const made = await ask('POST', 'attendance-types', { name: 'Feita por planilha' })
    expect(made).toMatchObject({ status: 201 })
    const history = await ask('GET', `attendance-types/${String(Object(made.body.data).uuid)}/historico`)
    expect(Object(history.body.data)[0].author).toContain(' · token “Planilha”')
  })

  test('tells when it was last used, without a write for each use', async () => {
    const { ask, uuid } = await tokenOf('staffA')
    await status(ask)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ ip: string }>`select s.ip from api_token_uses s
          join api_tokens k on k.id = s.token_id where k.uuid = ${uuid}`.execute(world.db)
        return rows[0]?.ip
      })
      .toBe('127.0.0.1')
    // The transaction that wrote the use: the same one as long as nothing writes it again.
    const written = async () =>
      (
        await sql<{ by: string }>`select s.xmin::text as by from api_token_uses s join api_tokens k on k.id = s.token_id
          where k.uuid = ${uuid}`.execute(world.db)
      ).rows
    const before = await written()
    for (let times = 0; times < 5; times++) await status(ask)
    expect(await written()).toEqual(before)
  })

  test('twelve at once pass the limit of a person by none', async () => {
    await sql`update api_tokens set ended_at = now(), ended_by = 'owner' where ended_at is null`.execute(world.db)
    await sql`insert into api_tokens (user_id, kind, name, hash, hint, scopes, starts_at, ends_at, created_by)
      select ${world.people.staffA}, 'pessoal', 'n', sha256(n::text::bytea), 'abcd', '{}', now(), now() + interval '1 day',
        ${world.people.staffA} from generate_series(1, 45) n`.execute(world.db)
    const replies = await Promise.all(Array.from({ length: 12 }, () => create('staffA')))
    expect(replies.map(reply => reply.status).toSorted()).toEqual([...Array(5).fill(201), ...Array(7).fill(409)])
  })
})

describe('requests by a token', () => {
  test('are counted by token, and not with its owner’s', async () => {
    const world = await openWorld({ env: { TOKEN_REQUESTS_PER_MINUTE: '3' } })
    const body = { name: 'Rápida', scopes: ['clients.index'], ends_on: dayAfter(today, 2) }
    const make = async () =>
      String(Object((await world.call('staffA', 'POST', 'users/me/tokens', { body })).body.data).token)
    const ask = async (token: string) =>
      (await world.call('nobody', 'GET', 'clients', { headers: { authorization: `Bearer ${token}` } })).status
    const [one, other] = [await make(), await make()]
    const answers = []
    for (let times = 0; times < 5; times++) answers.push(await ask(one))
    expect(answers).toEqual([200, 200, 200, 429, 429])
    expect(await ask(other)).toBe(200)
    expect((await world.call('staffA', 'GET', 'clients')).status).toBe(200)
    await world.close()
  })
})
