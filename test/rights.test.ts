import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientObservations } from '#features/clients/clients/observations.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { tags } from '#features/lookups.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { stationLinkPropertyConnections } from '#features/network/stations/stations.ts'
import { ticketMessages } from '#features/support/tickets/ticket/tickets.ts'
import { users } from '#features/people/users/users.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { dataOf, openWorld, rowsOf, type World } from './support/world.ts'

// Rights are handed on, never made: not over somebody else, not by bringing back what was deleted, not beyond one's company.

describe('rights', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const one = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(world.db)).rows[0]?.n ?? 0
  const profileAt = (slug: string) => one(sql`select id::int as n from profiles where slug = ${slug}`)
  const grant = (profile: number, ...roles: readonly string[]) =>
    sql`insert into profiles_profile_roles (parent_id, position, role)
      select ${profile}, 900, role from unnest(${[...roles]}::text[]) role`.execute(world.db)
  /** A profile like another and a bit more. */
  async function likeness(slug: string, of: string, audience: string, ...more: readonly string[]) {
    const id = await one(sql`
      insert into profiles (name, slug, audience) values (${slug}, ${slug}, ${audience}) returning id::int as n`)
    await sql`insert into profiles_profile_roles (parent_id, position, role)
      select ${id}, position, role from profiles_profile_roles where parent_id = ${await profileAt(of)}`.execute(
      world.db,
    )
    await grant(id, ...more)
    return id
  }
  let n = 0
  const person = (profile_id: number, more: object = {}) =>
    world.make(users, 'A1', {
      email: `quem${++n}@exemplo.com.br`,
      profile_id,
      redefinir_senha_apos_login: false,
      ...more,
    })
  const put = (who: string, url: string, body: object = {}) => world.call(who, 'PUT', url, { body })
  test('looking after the system is for people of the house, and no profile of clients is given it', async () => {
    const given = [{ role: 'manutencao.index' }, { role: 'manutencao.executar' }]
    for (const role of given) {
      const body = { name: `Cliente que cuida ${role.role}`, audience: 'clientes', profile_roles: [role] }
      const { status, body: said } = await world.call('superAdmin', 'POST', 'profiles', { body })
      expect([status, Object.keys(said.errors ?? {})]).toEqual([422, ['profile_roles']])
    }
    const made = dataOf(
      await world.call('superAdmin', 'POST', 'profiles', {
        body: { name: 'Cuida da casa', audience: 'equipe', profile_roles: given },
      }),
    )
    const turned = await put('superAdmin', `profiles/${made.uuid}`, { audience: 'clientes' })
    expect([turned.status, Object.keys(turned.body.errors ?? {})]).toEqual([422, ['profile_roles']])
    // One that had them before, by whatever way, may do nothing by them.
    const id = await likeness('cliente-que-cuida', 'cliente', 'clientes', 'manutencao.index', 'manutencao.executar')
    const caretaker = dataOf(
      await world.call('superAdmin', 'POST', 'users', {
        body: {
          name: 'Cuida',
          email: 'cuida@exemplo.com.br',
          profile_id: id,
          empresa_id: world.companies.A,
          redefinir_senha_apos_login: false,
          clientUser: [{ client_id: world.target('clients', 'A1')?.id }],
        },
      }),
    )
    await world.enter('caretaker', caretaker.id)
    expect((await world.call('caretaker', 'GET', 'manutencao')).status).toBe(403)
    expect((await put('caretaker', 'manutencao/respostas/executar')).status).toBe(403)
    await world.enter('keeper', (await person(made.id)).id)
    expect((await world.call('keeper', 'GET', 'manutencao')).status).toBe(200)
  })

  const remove = async (path: string, uuid: string) =>
    expect((await world.call('superAdmin', 'DELETE', `${path}/${uuid}`)).status).toBe(200)

  /** Every way to somebody's place, and what came of each. */
  async function assault(who: string, profile: number) {
    const [whole, asleep, gone, uninvited] = await Promise.all(
      [{}, {}, {}, { password: null }].map(each => person(profile, each)),
    )
    await put('superAdmin', 'users/disable', { ids: [asleep?.id] })
    await remove('users', gone?.uuid ?? '')
    await put('superAdmin', `users/${whole?.uuid}`, { birthday: '1990-01-01' })
    const event = await one(sql`select max(id)::int as n from audit_events where resource = 'users'`)
    const before = await world.fingerprint()
    const asked = [
      await put(who, `users/${whole?.uuid}`, { password: 'quinze gatos na varanda' }),
      await put(who, `users/${whole?.uuid}`, { email: `tomada${++n}@exemplo.com.br` }),
      await put(who, `users/${whole?.uuid}`, { profile_id: await profileAt('cliente') }),
      await put(who, `users/${whole?.uuid}/restaurar`, { event, fields: ['birthday'] }),
      await put(who, 'users/enable', { ids: [asleep?.id] }),
      await put(who, `users/${uninvited?.uuid}/convidar`),
      await put(who, `users/${uninvited?.uuid}/copiar-convite`),
      await put(who, `users/${gone?.uuid}/restaurar`),
      await put(who, 'users/disable', { ids: [whole?.id] }),
      await put(who, 'users/enable', { ids: [whole?.id] }),
      await world.call(who, 'DELETE', `users/${whole?.uuid}`),
    ]
    const still = (await world.fingerprint()) === before
    const body = {
      name: 'Quem vem',
      email: `vem${++n}@exemplo.com.br`,
      profile_id: profile,
      password: 'onze barcos ao mar',
      clientUser: [{ client_id: world.target('clients', 'A1')?.id }],
    }
    const made = await world.call(who, 'POST', 'users', { body })
    return { statuses: asked.map(({ status }) => status), made: made.status, still }
  }

  test('nobody takes the place of who may more: not by password, e-mail, invitation or return', async () => {
    const stronger = await likeness('mais-forte', 'balcao', 'equipe', 'configurations.index')
    await world.enter('stronger', (await person(stronger)).id)
    const may = { statuses: Array(11).fill(200), made: 201, still: false }
    // Whoever may not touch a row is not told how it stands either.
    const mayNot = { statuses: Array(11).fill(403), made: 422, still: true }
    const weaker = await likeness('mais-fraco', 'cliente', 'clientes')
    const equal = await profileAt('balcao')
    const admin = await profileAt('administrador')
    expect(await assault('frontDeskA', weaker)).toEqual(may)
    expect(await assault('frontDeskA', equal)).toEqual(may)
    for (const above of [stronger, admin]) {
      const { statuses, ...rest } = await assault('frontDeskA', above)
      // To enable who is enabled is to do nothing.
      expect({ ...rest, statuses: statuses.with(9, 403) }).toEqual(mayNot)
    }
    expect(await assault('stronger', equal)).toEqual(may)
    expect(await assault('superAdmin', admin)).toEqual(may)
  })

  test('who sees as a client does makes nobody of the house, whatever both may call', async () => {
    const outside = await likeness('fora', 'balcao', 'clientes')
    await world.enter('outsider', (await person(outside)).id)
    const body = { name: 'De dentro', email: 'dentro@exemplo.com.br', profile_id: await profileAt('balcao') }
    const made = await world.call('outsider', 'POST', 'users', { body })
    expect([made.status, Object.keys(made.body.errors ?? {})]).toEqual([422, ['profile_id']])
    expect(rowsOf(await world.call('outsider', 'GET', 'users'))).toHaveLength(1)
  })

  test('people of a profile that the house made for itself see what its colaboradores see', async () => {
    const profile = await likeness('financeiro', 'colaborador', 'equipe', 'users.index', 'users.me.empresa')
    await world.enter('free', (await person(profile, { empresa_id: null })).id)
    await world.enter('bound', (await person(profile)).id)
    const seen = async (who: string, path: string) => (await world.call(who, 'GET', path)).body.total
    for (const path of ['clients', 'collects', 'tickets', 'client-observations', 'documents', 'exports']) {
      expect([path, await seen('bound', path)]).toEqual([path, await seen('staffA', path)])
      expect([path, await seen('free', path)]).toEqual([path, await seen('superAdmin', path)])
      expect(await seen('free', path)).toBeGreaterThan(0)
    }
    expect(await seen('free', 'users')).toBe(await seen('superAdmin', 'users'))
    const me = dataOf(await world.call('bound', 'GET', 'users/me'))
    expect(me).toMatchObject({ profile: { slug: 'financeiro', audience: 'equipe' } })
    // Who works for every company, and may, looks at one of them.
    const look = (who: string) =>
      put(who, 'users/me/empresa-visualizacao-id', { empresa_visualizacao_id: world.companies.B })
    expect([(await look('bound')).status, (await look('free')).status]).toEqual([403, 200])
    expect(await seen('free', 'clients')).toBe(await seen('staffB', 'clients'))
  })

  test('a profile with people linked to clients does not become one of the house', async () => {
    const profile = await likeness('provedores', 'cliente', 'clientes')
    const linked = await person(profile)
    const turn = (who = 'superAdmin') => put(who, `profiles/${profile}`, { audience: 'equipe' })
    const refused = await turn()
    expect([refused.status, refused.body.errors?.audience]).toEqual([422, [expect.stringContaining('1 pessoa ligada')]])
    await put('superAdmin', `users/${linked.uuid}`, { profile_id: await profileAt('cliente') })
    expect((await turn()).status).toBe(200)
    expect((await put('superAdmin', `profiles/${profile}`, { audience: 'todos' })).status).toBe(422)
  })

  test("profiles are a super-admin's alone, brought back ones too", async () => {
    const made = await world.make(profiles, 'A1', { name: 'Perfil que se foi' })
    await remove('profiles', made.uuid)
    const keeper = await profileAt('balcao')
    const all = ['store', 'update', 'destroy', 'enable', 'disable', 'restaurar'].map(verb => `profiles.${verb}`)
    await grant(keeper, ...all)
    await sql`update users set empresa_id = null where id = ${world.people.frontDeskA}`.execute(world.db)
    const before = await world.fingerprint()
    const body = { name: 'Novo', profile_roles: [{ role: 'configurations.index' }] }
    const asked = [
      await world.call('frontDeskA', 'POST', 'profiles', { body }),
      await put('frontDeskA', `profiles/${keeper}`, body),
      await put('frontDeskA', `profiles/${keeper}`, { audience: 'clientes' }),
      await put('frontDeskA', 'profiles/disable', { ids: [keeper] }),
      await put('frontDeskA', `profiles/${made.uuid}/restaurar`),
      await world.call('frontDeskA', 'DELETE', `profiles/${keeper}`),
    ]
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 403))
    expect(await world.fingerprint()).toBe(before)
    await sql`update users set empresa_id = ${world.companies.A} where id = ${world.people.frontDeskA}`.execute(
      world.db,
    )
    await sql`delete from profiles_profile_roles where parent_id = ${keeper} and role like 'profiles.%'`.execute(
      world.db,
    )
    const admin = await profileAt('administrador')
    for (const [method, url, given] of [
      ['PUT', `profiles/${admin}`, { name: 'Outro' }],
      ['PUT', 'profiles/disable', { ids: [admin] }],
      ['DELETE', `profiles/${admin}`, undefined],
    ] as const)
      expect((await world.call('superAdmin', method, url, { body: given })).status).toBe(409)
    expect((await put('superAdmin', `profiles/${made.uuid}/restaurar`)).status).toBe(200)
  })

  describe('what was deleted comes back under the rules by which a new one comes', () => {
    const back = (who: string, path: string, uuid: string) => put(who, `${path}/${uuid}/restaurar`)
    const refused = (message: string) => ({ status: 409, body: { message: expect.stringContaining(message) } })

    test.each([clientObservations, ticketMessages] as readonly AnyResource[])(
      'of $path, only their author brings back, turns off or deletes',
      async resource => {
        const { path } = resource
        const [gone, stays] = [await world.make(resource, 'A1'), await world.make(resource, 'A1')]
        await remove(path, gone.uuid)
        for (const who of ['staffA', 'adminA']) {
          expect(await back(who, path, gone.uuid)).toMatchObject(refused('Só quem escreveu'))
          expect(await put(who, `${path}/disable`, { ids: [stays.id] })).toMatchObject(refused('Só quem escreveu'))
        }
        expect((await back('superAdmin', path, gone.uuid)).status).toBe(200)
      },
    )

    test('a message waits until its ticket is open, whatever is asked of it', async () => {
      const [gone, stays] = [await world.make(ticketMessages, 'A1'), await world.make(ticketMessages, 'A1')]
      await remove('ticket-messages', gone.uuid)
      const ticket = `tickets/${world.target('tickets', 'A1')?.uuid}`
      expect((await put('superAdmin', `${ticket}/finalizar`)).status).toBe(200)
      const closed = refused('O chamado está fechado')
      expect(await back('superAdmin', 'ticket-messages', gone.uuid)).toMatchObject(closed)
      expect(await put('superAdmin', `ticket-messages/${stays.uuid}`, { content: 'Depois' })).toMatchObject(closed)
      expect(await put('superAdmin', 'ticket-messages/disable', { ids: [stays.id] })).toMatchObject(closed)
      expect(await world.call('superAdmin', 'DELETE', `ticket-messages/${stays.uuid}`)).toMatchObject(closed)
      expect((await put('superAdmin', `${ticket}/reabrir`)).status).toBe(200)
      expect((await back('superAdmin', 'ticket-messages', gone.uuid)).status).toBe(200)
    })

    test('a document neither twice nor beyond what a client may keep, however many come at once', async () => {
      const client = await world.make(clients, 'A1')
      const gone: string[] = []
      for (const i of [1, 2, 3]) {
        const sent = await world.call('superAdmin', 'POST', `clients/${client.uuid}/documents?name=${i}.txt`, {
          body: `papel ${i}`,
          headers: { 'content-type': 'application/octet-stream' },
        })
        gone.push(dataOf(sent).uuid)
        await remove('documents', dataOf(sent).uuid)
      }
      const [first = '', second = ''] = gone
      await sql`update documents set sha256 = repeat('a', 64) where uuid = any(${[first, second]}::uuid[])`.execute(
        world.db,
      )
      const twins = await Promise.all([first, second].map(uuid => back('staffA', 'documents', uuid)))
      expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(twins.find(({ status }) => status === 409)?.body.message).toContain('já está entre os documentos')
      await sql`update documents set sha256 = uuid::text, size = 900000000, deleted_at = now() where client_id = ${client.id}`.execute(
        world.db,
      )
      const all = await Promise.all(gone.map(uuid => back('staffA', 'documents', uuid)))
      expect(all.filter(({ status }) => status === 409).every(({ body }) => body.message.includes('já ocupam'))).toBe(
        true,
      )
      expect(all.filter(({ status }) => status === 200)).toHaveLength(
        await one(sql`select count(*)::int as n from documents where client_id = ${client.id} and deleted_at is null`),
      )
      expect(all.some(({ status }) => status === 409)).toBe(true)
    })

    test('a coleta not beside the one that took its month', async () => {
      const gone = await world.make(collects, 'A1')
      await remove('collects', gone.uuid)
      const { fistel_id, client_id, year, month } = gone
      const again = await world.call('staffA', 'POST', 'collects', { body: { fistel_id, client_id, year, month } })
      expect(again.status).toBe(201)
      expect(await back('staffA', 'collects', gone.uuid)).toMatchObject(refused('Já existe uma coleta'))
      expect(again.body.data).toMatchObject({ year, month })
    })

    test('a connection not in a property that was closed meanwhile', async () => {
      const gone = await world.make(stationLinkPropertyConnections, 'A1')
      const path = 'station-link-property-connections'
      await remove(path, gone.uuid)
      await sql`update station_link_properties set status_closed = true where id = ${Number(gone.station_link_property_id)}`.execute(
        world.db,
      )
      expect(await back('staffA', path, gone.uuid)).toMatchObject(refused('reabra antes'))
    })

    test('what somebody out of sight wrote is no less there for it', async () => {
      const written = await world.make(clientObservations, 'A1')
      const ticket = dataOf(
        await world.call('superAdmin', 'POST', 'tickets', {
          body: { name: 'De outra mesa', client_id: written.client_id, module_id: 1, type_id: 1 },
        }),
      )
      await remove('tickets', ticket.uuid)
      expect((await back('staffA', 'tickets', ticket.uuid)).status).toBe(200)
    })
  })

  test('an export is changed, deleted and brought back by who asked for it, or a super-admin', async () => {
    const ask = async (who: string) =>
      dataOf(await world.call(who, 'POST', 'exports', { body: { name: who, resource: 'clients', format: 'csv' } })).uuid
    const [own, other] = [await ask('staffA'), await ask('adminA')]
    for (const uuid of [own, other]) {
      const expected = uuid === own ? 200 : 403
      const { id } = dataOf(await world.call('staffA', 'GET', `exports/${uuid}`))
      expect((await put('staffA', `exports/${uuid}`, { name: 'Outro nome' })).status).toBe(expected)
      expect((await put('staffA', 'exports/disable', { ids: [id] })).status).toBe(expected)
      expect((await put('superAdmin', 'exports/enable', { ids: [id] })).status).toBe(200)
      expect((await world.call('staffA', 'DELETE', `exports/${uuid}`)).status).toBe(expected)
    }
    await remove('exports', other)
    expect((await put('staffA', `exports/${other}/restaurar`)).status).toBe(403)
    expect((await put('staffA', `exports/${own}/restaurar`)).status).toBe(200)
    await remove('exports', own)
  })

  describe('who works for one company', () => {
    beforeEach(() => world.enter('superAdmin', world.people.superAdmin))

    test('changes nothing that all of them have alike, and is not offered to', async () => {
      const [kept, gone] = [await world.make(tags, 'A1'), await world.make(tags, 'A1')]
      await remove('tags', gone.uuid)
      const before = await world.fingerprint()
      const asked = [
        await world.call('staffA', 'POST', 'plans', { body: { name: 'Só da Meridiano' } }),
        await put('staffA', `tags/${kept.uuid}`, { name: 'Outra' }),
        await put('staffA', 'tags/disable', { ids: [kept.id] }),
        await put('staffA', 'tags/enable', { ids: [kept.id] }),
        await put('staffA', `tags/${gone.uuid}/restaurar`),
        await world.call('staffA', 'DELETE', `tags/${kept.uuid}`),
      ]
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 403))
      expect(new Set(asked.map(({ body }) => body.message))).toEqual(
        new Set(['Isto vale para todas as empresas, e você trabalha em uma só.']),
      )
      expect(await world.fingerprint()).toBe(before)
      const me = (await world.call('staffA', 'GET', 'users/me')).body.data
      expect(Object(me).allow_routes).toEqual(expect.arrayContaining(['tags.index', 'clients.store', 'tickets.store']))
      expect(Object(me).allow_routes).not.toContain('tags.update')
      expect(Object(me).menus).not.toContain('tags')
      // Colleagues who work for all of them do.
      await sql`update users set empresa_id = null where id = ${world.people.staffA}`.execute(world.db)
      expect((await put('staffA', `tags/${kept.uuid}`, { name: 'Outra' })).status).toBe(200)
      expect(Object((await world.call('staffA', 'GET', 'users/me')).body.data).menus).toContain('tags')
      await sql`update users set empresa_id = ${world.companies.A} where id = ${world.people.staffA}`.execute(world.db)
    })

    test('super-admins among them edit no profile either', async () => {
      const { id } = await person(await profileAt('administrador'))
      await world.enter('local', id)
      expect((await put('local', `profiles/${await profileAt('balcao')}`, { name: 'Outro' })).status).toBe(403)
    })
  })

  test("the maps of columns are no entry of a client's menu", async () => {
    const menus = async (who: string) => Object((await world.call(who, 'GET', 'users/me')).body.data).menus
    expect(await menus('clientA')).toContain('collects')
    expect(await menus('clientA')).not.toContain('mappings')
    expect(await menus('staffA')).toContain('mappings')
  })

  test("who takes somebody's personal data away is on the record", async () => {
    const { id, uuid } = await person(await profileAt('cliente'))
    const told = await world.call('superAdmin', 'GET', `users/${uuid}/dados-pessoais`)
    expect(told.status).toBe(200)
    const { rows } = await sql<{ user_id: number; event: string }>`
      select user_id, event from audit_events where resource = 'users' and row_id = ${id} order by id desc limit 1`.execute(
      world.db,
    )
    expect(rows).toEqual([{ user_id: world.people.superAdmin, event: 'users.dados-pessoais' }])
    const history = await world.call('superAdmin', 'GET', `users/${uuid}/historico`)
    expect(history.text).toContain('Dados pessoais baixados')
  })
})
