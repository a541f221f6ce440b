import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openWorld, rowsOf, type Method, type Row, type World } from '#test/support/world.ts'

const day = 86_400_000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()
const readers = ['clientA', 'clientB', 'frontDeskA', 'staffA', 'staffB'] as const
type NewsReader = (typeof readers)[number]

interface Bell {
  readonly data: readonly { readonly uuid: string; readonly read: boolean; readonly acknowledged: boolean }[]
  readonly total: number
  readonly total_read_informative: number
  readonly pending: number
}

interface Readings {
  readonly meant: number
  readonly acknowledged: number
  readonly unknown: number
  readonly people: readonly { readonly id: number; readonly acknowledged_at: string | null }[]
}

describe('news', () => {
  let world: World
  let types: { readonly one: number; readonly other: number }
  let profiles: Readonly<Record<string, number>>
  beforeAll(async () => {
    world = await openWorld()
    const { rows: slugs } = await sql<{ slug: string; id: number }>`select slug, id from profiles`.execute(world.db)
    profiles = Object.fromEntries(slugs.map(({ slug, id }) => [slug, id]))
    const { rows } = await sql<{ id: number }>`
      select id from client_types where deleted_at is null order by id limit 2`.execute(world.db)
    types = { one: rows[0]?.id ?? 0, other: rows[1]?.id ?? 0 }
    await sql`update clients set client_type_id = ${types.one} where id = ${world.target('clients', 'A1')?.id}`.execute(
      world.db,
    )
    await sql`update clients set client_type_id = ${types.other} where id = ${world.target('clients', 'B1')?.id}`.execute(
      world.db,
    )
    await sql`delete from informative`.execute(world.db)
    // Staff who write news see all of it: here they only read.
    await sql`delete from profiles_profile_roles r using profiles p where p.id = r.parent_id and p.slug = 'colaborador'
      and r.role in ('informative.store', 'informative.update')`.execute(world.db)
  })
  afterAll(() => world?.close())

  const call = (who: string, method: Method, path: string, body?: unknown) =>
    world.call(who, method, path, body === undefined ? {} : { body })
  async function news(more: object): Promise<Row> {
    const made = await call('superAdmin', 'POST', 'informative', { title: 'CANARIO', content: '<p>Texto</p>', ...more })
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    return dataOf(made)
  }
  const bellOf = async (who: string) => (await call(who, 'GET', 'users/me/sino')).body as unknown as Bell
  const readingsOf = async (uuid: string, who = 'superAdmin') =>
    (await call(who, 'GET', `informative/${uuid}/leituras`)).body.data as unknown as Readings
  /** Whoever may read it, by every way there is to read. */
  async function readersOf({ uuid }: Row): Promise<readonly NewsReader[]> {
    const found: NewsReader[] = []
    for (const who of readers) {
      const shown = (await call(who, 'GET', `informative/${uuid}`)).status === 200
      const ways = [
        rowsOf(await call(who, 'GET', 'informative?pagination=false')).some(row => row.uuid === uuid),
        rowsOf(await call(who, 'GET', 'informative?search=CANARIO')).some(row => row.uuid === uuid),
        (await bellOf(who)).data.some(row => row.uuid === uuid),
        (await call(who, 'GET', `users/me/informativos/${uuid}/leitura`)).status === 200,
      ]
      expect([who, ...ways]).toEqual([who, ...ways.map(() => shown)])
      // Who may not take the list away gets none of it.
      const sheet = await call(who, 'GET', 'informative/csv')
      expect([who, !shown && sheet.text.includes('CANARIO')]).toEqual([who, false])
      if (shown) found.push(who)
    }
    return found
  }
  afterEach(() => sql`delete from informative`.execute(world.db))

  const line = (name: string, ...ids: readonly number[]) => ids.map(id => ({ [name]: id }))
  test.each<readonly [string, () => object, readonly NewsReader[]]>([
    ['the team', () => ({}), ['frontDeskA', 'staffA', 'staffB']],
    ['clients', () => ({ audience: 'clientes' }), ['clientA', 'clientB']],
    ['everybody', () => ({ audience: 'todos' }), readers],
    [
      'everybody of one company',
      () => ({ audience: 'todos', empresa_id: world.companies.A }),
      ['clientA', 'frontDeskA', 'staffA'],
    ],
    [
      'one profile of the team',
      () => ({ profiles: line('profile_id', profiles.colaborador ?? 0) }),
      ['staffA', 'staffB'],
    ],
    [
      'two profiles, of a company',
      () => ({
        audience: 'todos',
        empresa_id: world.companies.B,
        profiles: line('profile_id', profiles.colaborador ?? 0, profiles.cliente ?? 0),
      }),
      ['clientB', 'staffB'],
    ],
    [
      'one type of client',
      () => ({ audience: 'clientes', client_types: line('client_type_id', types.one) }),
      ['clientA'],
    ],
    [
      'the team, and one type of client',
      () => ({ audience: 'todos', client_types: line('client_type_id', types.other) }),
      ['clientB', 'frontDeskA', 'staffA', 'staffB'],
    ],
    [
      'a type no client of the company has',
      () => ({
        audience: 'clientes',
        empresa_id: world.companies.A,
        client_types: line('client_type_id', types.other),
      }),
      [],
    ],
    ['nobody, while it is a draft', () => ({ audience: 'todos', draft: true }), []],
    ['nobody, before it is published', () => ({ audience: 'todos', publish_at: at(1) }), []],
    ['everybody, once it is', () => ({ audience: 'todos', publish_at: at(-1) }), readers],
    ['everybody, until it ends', () => ({ audience: 'todos', expires_at: at(1) }), readers],
    ['nobody, once it has', () => ({ audience: 'todos', publish_at: at(-2), expires_at: at(-1) }), []],
  ])('for %s is read by them and by nobody else', async (title, more, whom) => {
    const made = await news(more())
    expect(await readersOf(made)).toEqual(whom)
    // Whoever writes sees all of it, and where it is.
    expect((await call('superAdmin', 'GET', `informative/${made.uuid}`)).status).toBe(200)
    // Of what is not there yet it is known already who will read it.
    const known = new Set((await readingsOf(made.uuid)).people.map(({ id }) => id))
    const meant = title.startsWith('nobody') ? readers : whom
    expect(readers.filter(who => known.has(world.people[who]))).toEqual(meant)
    await call('superAdmin', 'PUT', 'informative/disable', { ids: [made.id] })
    expect(await readersOf(made)).toEqual([])
  })

  test('says where it is, by its dates', async () => {
    const stages = [{ draft: true }, { publish_at: at(1) }, {}, { publish_at: at(-2), expires_at: at(-1) }]
    const told: unknown[] = []
    for (const more of stages) told.push((await news(more)).stage)
    expect(told).toEqual(['rascunho', 'agendado', 'publicado', 'encerrado'])
    const draft = { title: 'a', content: '<p>a</p>', publish_at: at(2), expires_at: at(1) }
    expect((await call('superAdmin', 'POST', 'informative', draft)).body.errors).toHaveProperty('expires_at')
  })

  test('what one computer read, the other knows; one gone and one new is one unread', async () => {
    const first = await news({ audience: 'todos' })
    await news({ audience: 'todos' })
    await world.enter('staffA at home', world.people.staffA)
    const unread = async (who: string) => {
      const { total, total_read_informative } = await bellOf(who)
      return total - total_read_informative
    }
    expect(await unread('staffA')).toBe(2)
    expect((await call('staffA', 'PUT', 'users/me/informativos/lidos', {})).body.data).toEqual({ changed: 2 })
    expect([await unread('staffA at home'), await unread('staffB')]).toEqual([0, 2])
    await call('superAdmin', 'DELETE', `informative/${first.uuid}`)
    await news({ audience: 'todos' })
    expect(await unread('staffA at home')).toBe(1)
  })

  test('twelve at once mark and confirm once', async () => {
    const { uuid, id } = await news({ audience: 'todos', mandatory: true })
    const path = `users/me/informativos/${uuid}/ciente`
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 2 ? call('staffA', 'PUT', path) : call('staffA', 'PUT', 'users/me/informativos/lidos', {}),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const { rows } = await sql`
      select 1 from informative_readings where informative_id = ${id} and acknowledged_at is not null`.execute(world.db)
    expect(rows).toHaveLength(1)
  })

  describe('a mandatory one', () => {
    const missing = async (uuid: string) =>
      (await readingsOf(uuid)).people.filter(each => each.acknowledged_at === null).map(each => each.id)

    test('tells exactly whom it is meant for and who has not confirmed', async () => {
      const { rows: made } = await sql<{ id: number }>`
        insert into profiles (name, slug, audience) values ('Leitores', 'leitores', 'equipe') returning id`.execute(
        world.db,
      )
      const profile = made[0]?.id ?? 0
      await sql`insert into profiles_profile_roles (parent_id, position, role)
        values (${profile}, 1, 'informative.index'), (${profile}, 2, 'informative.show')`.execute(world.db)
      const { A, B } = world.companies
      const ids: number[] = []
      for (const [n, company, active] of [
        [1, B, true],
        [2, null, true],
        [3, A, true],
        [4, B, false],
      ] as const) {
        const { rows } = await sql<{ id: number }>`
          insert into users (name, email, profile_id, empresa_id, active, password)
          values (${`Leitor ${n}`}, ${`leitor.${n}@exemplo.com.br`}, ${profile}, ${company}, ${active}, 'x') returning id`.execute(
          world.db,
        )
        ids.push(rows[0]?.id ?? 0)
      }
      const [one, two] = ids.slice(0, 2)
      await world.enter('one', one ?? 0)
      await world.enter('two', two ?? 0)
      const { uuid } = await news({ empresa_id: B, mandatory: true, profiles: line('profile_id', profile) })
      expect(await missing(uuid)).toEqual([one, two])
      // Read is not confirmed.
      await call('one', 'PUT', 'users/me/informativos/lidos', {})
      expect(await missing(uuid)).toEqual([one, two])
      expect((await call('one', 'PUT', `users/me/informativos/${uuid}/ciente`)).status).toBe(200)
      expect(await missing(uuid)).toEqual([two])
      // Nobody confirms what is not asked of them, nor for another.
      expect((await call('staffA', 'PUT', `users/me/informativos/${uuid}/ciente`)).status).toBe(404)
      expect((await call('superAdmin', 'PUT', `users/me/informativos/${uuid}/ciente`)).status).toBe(409)
      await call('one', 'PUT', `users/me/informativos/${uuid}/ciente`, { user_id: two })
      expect(await missing(uuid)).toEqual([two])
      expect((await call('two', 'PUT', `users/me/informativos/${uuid}/ciente`)).status).toBe(200)
      expect(await readingsOf(uuid)).toMatchObject({ meant: 2, read: 2, acknowledged: 2, unknown: 0 })
    })

    test('of all companies tells those who work in one of their own people, and counts the others', async () => {
      const { uuid } = await news({ audience: 'todos', mandatory: true })
      const [all, ofA] = [await readingsOf(uuid), await readingsOf(uuid, 'staffA')]
      expect(ofA.meant).toBe(all.meant)
      expect(ofA.unknown).toBeGreaterThan(0)
      const told = ofA.people.map(({ id }) => id)
      expect(told).toEqual(expect.arrayContaining([world.people.clientA, world.people.staffA]))
      expect(told).not.toEqual(expect.arrayContaining([world.people.staffB]))
      expect(told).not.toEqual(expect.arrayContaining([world.people.clientB]))
    })

    test('asks, when its text changes, whether it is read again', async () => {
      const { uuid } = await news({ audience: 'todos', mandatory: true })
      const put = (body: object) => call('superAdmin', 'PUT', `informative/${uuid}`, body)
      // Nobody confirmed it yet: nothing to ask.
      expect((await put({ content: '<p>Outro</p>' })).status).toBe(200)
      await call('clientA', 'PUT', `users/me/informativos/${uuid}/ciente`)
      const asked = await put({ content: '<p>Ainda outro</p>' })
      expect([asked.status, String(asked.body.errors?.read_again)]).toEqual([
        422,
        'O texto mudou e 1 pessoa já confirmou que leu. Diga se deve ler de novo.',
      ])
      expect((await put({ content: '<p>Ainda outro</p>', read_again: 'nao' })).status).toBe(200)
      expect((await readingsOf(uuid)).acknowledged).toBe(1)
      expect((await put({ expires_at: at(3) })).status).toBe(200)
      expect((await put({ title: 'CANARIO novo', read_again: 'sim' })).status).toBe(200)
      expect((await readingsOf(uuid)).acknowledged).toBe(0)
      expect(await bellOf('clientA')).toMatchObject({ pending: 1, total_read_informative: 0 })
    })

    test('reminds those who have not confirmed, once for each time it is asked', async () => {
      const { uuid } = await news({ audience: 'clientes', mandatory: true })
      await call('clientA', 'PUT', `users/me/informativos/${uuid}/ciente`)
      const remind = () => call('superAdmin', 'POST', `informative/${uuid}/lembrar`)
      expect((await remind()).status).toBe(200)
      const told = async (who: string) => rowsOf(await call(who, 'GET', 'notices?filter[kind]=leitura'))
      expect(await told('clientB')).toEqual([expect.objectContaining({ title: 'Leia e confirme: CANARIO', times: 1 })])
      expect(await told('clientA')).toEqual([])
      await remind()
      expect(await told('clientB')).toEqual([expect.objectContaining({ times: 2 })])
      // It is told of for as long as it may be read.
      await call('superAdmin', 'PUT', `informative/${uuid}`, { draft: true })
      expect(await told('clientB')).toEqual([])
      expect((await remind()).status).toBe(409)
      for (const who of ['clientB', 'staffB'])
        expect([403, 404]).toContain((await call(who, 'POST', `informative/${uuid}/lembrar`)).status)
    })
  })
})
