import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import type { AnyOperation } from '#server/operation.ts'
import { dataOf, marksIn, openWorld, rowsOf, type Method, type World } from './support/world.ts'

// Through a client's eyes: what they see of what the viewer may see, and not a letter changed.

const leaving = ['users.me.ver-como.destroy', 'logout']
const over = 'A visão do cliente terminou.'

describe('through a client’s eyes', () => {
  let world: World
  let later = 0
  beforeAll(async () => {
    world = await openWorld({ fittings: { now: () => new Date(Date.now() + later) } })
  })
  afterAll(() => world?.close())

  const uuidOf = async (id: number) => {
    const { rows } = await sql<{ uuid: string }>`select uuid from users where id = ${id}`.execute(world.db)
    return rows[0]?.uuid ?? ''
  }
  const client = (owner: 'A1' | 'A2' | 'B1') => world.target('clients', owner) ?? { id: 0, uuid: '' }
  const begin = (who: string, uuid: string, user: string | null) =>
    world.call(who, 'POST', `clients/${uuid}/ver-como`, { body: { user } })
  /** Looks as clientA, or as whoever stands for a client's people; answers how to ask through those eyes. */
  async function look(who = 'staffA', owner: 'A1' | 'A2' = 'A1') {
    const user = owner === 'A1' ? await uuidOf(world.people.clientA) : null
    const reply = await begin(who, client(owner).uuid, user)
    expect(reply).toMatchObject({ status: 200 })
    const seen = {
      'x-ver-como': dataOf({ ...reply, body: { ...reply.body, data: { id: 0, ...Object(reply.body.data) } } }).uuid,
    }
    const ask = (method: Method, url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      world.call(who, method, url, { ...(body !== undefined && { body }), headers: { ...seen, ...headers } })
    return { seen, ask }
  }
  const told = async (id: number) => {
    const { rows } = await sql<{ event: string; user_id: number; reason: string }>`
      select event, user_id, reason from audit_events where resource = 'clients' and row_id = ${id} order by id`.execute(
      world.db,
    )
    return rows.filter(({ event }) => /ver-como|visao/.test(event))
  }

  test('staff see what a person of a client sees, and themselves again without it', async () => {
    await sql`update users set birthday = '1990-05-05' where id = ${world.people.clientA}`.execute(world.db)
    const { ask } = await look()
    const me = dataOf(await ask('GET', 'users/me'))
    expect(me).toMatchObject({ id: world.people.clientA, birthday: null, profile: { audience: 'clientes' } })
    expect(rowsOf(await ask('GET', 'clients')).map(({ id }) => id)).toEqual([client('A1').id])
    const own = await world.call('clientA', 'GET', 'clients')
    expect((await ask('GET', 'clients')).body.data).toEqual(own.body.data)
    expect((await ask('GET', `clients/${client('A2').uuid}`)).status).toBe(404)
    expect(dataOf(await world.call('staffA', 'GET', 'users/me')).id).toBe(world.people.staffA)
  })

  test('every operation of the catalogue: only reads and leaving are answered, and nothing is written', async () => {
    const { ask } = await look()
    const { operations } = world.house
    expect(operations.length).toBeGreaterThan(100)
    const wrong: string[] = []
    let [reads, writes] = [0, 0]
    const before = await world.fingerprint()
    for (const operation of operations) {
      if (leaving.includes(operation.id)) continue
      for (const owner of ['A1', 'B1'] as const) {
        const reply = await ask(
          operation.method,
          addressOf(world, operation, owner),
          bodyOf(operation),
          mediaOf(operation),
        )
        const written = (await world.fingerprint()) !== before
        if (written) wrong.push(`${operation.id} wrote something`)
        if (operation.method !== 'GET') {
          writes++
          if (reply.status !== 403 || !reply.body.message.startsWith('Você está vendo como o cliente vê'))
            wrong.push(`${operation.id} was answered ${reply.status} ${reply.body.message}`)
          continue
        }
        reads++
        if (reply.status >= 500) wrong.push(`${operation.id} was answered ${reply.status}`)
        const strange = [...marksIn(reply.text)].filter(mark => !['ALL', 'A', 'A1', 'ADMINA'].includes(mark))
        if (strange.length && operation.access !== 'public') wrong.push(`${operation.id} shows ${strange.join(', ')}`)
        // What was written once shows in every look after it.
        if (written) break
      }
    }
    expect(wrong).toEqual([])
    expect(reads).toBeGreaterThan(100)
    expect(writes).toBeGreaterThan(100)
  }, 300_000)

  test('what is a person’s alone stays theirs: sessions, the link to their calendar, work not saved', async () => {
    const { ask } = await look()
    for (const url of ['users/me/sessions', 'users/me/calendario'])
      expect([url, (await ask('GET', url)).status]).toEqual([url, 403])
    const collect = world.target('collects', 'A1')?.uuid ?? ''
    const place = { resource: 'collects', row: collect, address: `/collects/${collect}` }
    const work = { version: 1, at: '2026-03-04T17:32:00Z', device: 'a', before: {}, changed: { locations: [] } }
    const form = 'users/me/rascunhos/formulario'
    const body = { user: await uuidOf(world.people.clientA), over: null, ...place, ...work }
    expect((await world.call('clientA', 'PUT', form, { body })).status).toBe(200)
    const url = `${form}?${new URLSearchParams(place).toString()}`
    expect(Object((await world.call('clientA', 'GET', url)).body.data).draft).not.toBeNull()
    const shown = await ask('GET', url)
    expect([shown.status, shown.body.data]).toEqual([200, { draft: null, editors: [], version: null }])
    expect((await ask('GET', 'users/me/rascunhos')).body.data).toEqual([])
  })

  test('nobody looks as staff, as a stranger to the client, as who may not come in, or into another company', async () => {
    const a = client('A1')
    const link = (user: number) =>
      sql`insert into clients_client_users (parent_id, position, user_id) values (${a.id}, 9, ${user})`.execute(
        world.db,
      )
    await link(world.people.frontDeskA)
    const refused = [world.people.frontDeskA, world.people.clientB, world.people.inactive, world.people.superAdmin]
    for (const id of refused)
      expect([id, (await begin('superAdmin', a.uuid, await uuidOf(id))).status]).toEqual([id, 422])
    await sql`delete from clients_client_users where user_id = ${world.people.frontDeskA}`.execute(world.db)
    expect((await begin('superAdmin', a.uuid, null)).status, 'somebody enters for it').toBe(422)
    expect((await begin('staffA', client('B1').uuid, await uuidOf(world.people.clientB))).status).toBe(404)
    expect((await begin('staffB', a.uuid, await uuidOf(world.people.clientA))).status).toBe(404)
    expect((await begin('clientA', a.uuid, await uuidOf(world.people.clientA))).status).toBe(403)
    // A profile of clients that holds the permission makes no staff of anybody.
    await sql`insert into profiles_profile_roles (parent_id, position, role)
      select profile_id, 999, 'clients.ver-como' from users where id = ${world.people.clientA}`.execute(world.db)
    expect((await begin('clientA', a.uuid, await uuidOf(world.people.clientA))).status).toBe(403)
    await sql`delete from profiles_profile_roles where role = 'clients.ver-como'
      and parent_id = (select profile_id from users where id = ${world.people.clientA})`.execute(world.db)
    const { ask } = await look()
    expect((await ask('POST', `clients/${a.uuid}/ver-como`, { user: null })).status, 'nested').toBe(403)
  })

  test('it never shows more than the viewer may see: not a permission, not a company', async () => {
    // One of their people works for both companies' clients.
    await sql`update users set empresa_id = null where id = ${world.people.clientA}`.execute(world.db)
    await sql`insert into clients_client_users (parent_id, position, user_id)
      values (${client('B1').id}, 9, ${world.people.clientA})`.execute(world.db)
    const both = await look('superAdmin')
    expect(rowsOf(await both.ask('GET', 'clients')).length).toBe(2)
    const narrow = await look('staffA')
    expect(rowsOf(await narrow.ask('GET', 'clients')).map(({ id }) => id)).toEqual([client('A1').id])
    expect((await narrow.ask('GET', `collects/${world.target('collects', 'B1')?.uuid}`)).status).toBe(404)
    await sql`delete from clients_client_users where parent_id = ${client('B1').id} and user_id = ${world.people.clientA}`.execute(
      world.db,
    )
    await sql`update users set empresa_id = ${world.companies.A} where id = ${world.people.clientA}`.execute(world.db)

    // What another company shares with their client is the client's to see, and not the viewer's.
    const shared = world.target('stations', 'B1')
    await sql`insert into stations_client_shared_stations (parent_id, position, client_id)
      values (${shared?.id}, 1, ${client('A1').id})`.execute(world.db)
    expect((await world.call('clientA', 'GET', `stations/${shared?.uuid}`)).status).toBe(200)
    expect((await narrow.ask('GET', `stations/${shared?.uuid}`)).status).toBe(404)
    await sql`delete from stations_client_shared_stations where parent_id = ${shared?.id}`.execute(world.db)

    const without = async (role: string) =>
      sql`delete from profiles_profile_roles where role = ${role}
        and parent_id = (select profile_id from users where id = ${world.people.staffA})`.execute(world.db)
    await without('tickets.index')
    expect((await world.call('clientA', 'GET', 'tickets')).status).toBe(200)
    expect((await narrow.ask('GET', 'tickets')).status).toBe(403)
    await grant('tickets.index')
  })
  const grant = (role: string) =>
    sql`insert into profiles_profile_roles (parent_id, position, role)
      select profile_id, 900, ${role} from users where id = ${world.people.staffA}`.execute(world.db)

  test('it ends at the very next request, and never falls back to the viewer’s own sight', async () => {
    const ends = async (about: string, end: () => Promise<unknown>, back: () => Promise<unknown>, status = 403) => {
      const { ask } = await look()
      expect([about, (await ask('GET', 'clients')).status]).toEqual([about, 200])
      await end()
      const reply = await ask('GET', 'clients')
      expect([about, reply.status, marksIn(reply.text).size]).toEqual([about, status, 0])
      expect([about, status !== 403 || reply.body.message === over]).toEqual([about, true])
      await back()
    }
    const { clientA, staffA } = world.people
    const set = (what: ReturnType<typeof sql>) => () => what.execute(world.db)
    await ends(
      'the permission is taken',
      set(sql`delete from profiles_profile_roles where role = 'clients.ver-como'
        and parent_id = (select profile_id from users where id = ${staffA})`),
      () => grant('clients.ver-como'),
    )
    await ends(
      'the viewer is blocked',
      set(sql`update users set active = false where id = ${staffA}`),
      set(sql`update users set active = true where id = ${staffA}`),
      401,
    )
    await ends(
      'the viewer must choose a password',
      set(sql`update users set redefinir_senha_apos_login = true where id = ${staffA}`),
      set(sql`update users set redefinir_senha_apos_login = false where id = ${staffA}`),
    )
    await ends(
      'the viewer works for another company now',
      set(sql`update users set empresa_id = ${world.companies.B} where id = ${staffA}`),
      set(sql`update users set empresa_id = ${world.companies.A} where id = ${staffA}`),
    )
    await ends(
      'the person is blocked',
      set(sql`update users set active = false where id = ${clientA}`),
      set(sql`update users set active = true where id = ${clientA}`),
    )
    const profile = (
      await sql<{ id: number }>`select profile_id as id from users where id = ${clientA}`.execute(world.db)
    ).rows[0]?.id
    await ends(
      'the person became staff',
      set(sql`update users set profile_id = (select profile_id from users where id = ${staffA}) where id = ${clientA}`),
      set(sql`update users set profile_id = ${profile} where id = ${clientA}`),
    )
    await ends(
      'the person left the client',
      set(sql`delete from clients_client_users where user_id = ${clientA}`),
      set(
        sql`insert into clients_client_users (parent_id, position, user_id) values (${client('A1').id}, 1, ${clientA})`,
      ),
    )
    await ends(
      'the client went to another company',
      set(sql`update clients set empresa_responsavel_id = ${world.companies.B} where id = ${client('A1').id}`),
      set(sql`update clients set empresa_responsavel_id = ${world.companies.A} where id = ${client('A1').id}`),
    )
    await ends(
      'the client is gone',
      set(sql`update clients set deleted_at = now() where id = ${client('A1').id}`),
      set(sql`update clients set deleted_at = null where id = ${client('A1').id}`),
    )
    await ends(
      'its time is up',
      async () => void (later = 30 * 60_000),
      async () => void (later = 0),
    )
    await ends(
      'they left',
      async () => {
        const { rows } = await sql<{ uuid: string }>`select uuid from viewings order by id desc limit 1`.execute(
          world.db,
        )
        const headers = { 'x-ver-como': rows[0]?.uuid ?? '' }
        expect((await world.call('staffA', 'DELETE', 'users/me/ver-como', { headers })).status).toBe(200)
      },
      async () => undefined,
    )
    await ends(
      'they signed out',
      () => world.call('staffA', 'POST', 'logout'),
      () => world.enter('staffA', staffA),
      401,
    )
  })

  test('it is of the session it began in: no other, of theirs or of somebody else, looks through it', async () => {
    const { seen } = await look()
    await world.enter('another device', world.people.staffA)
    for (const who of ['another device', 'adminA', 'superAdmin', 'clientA', 'staffB']) {
      const reply = await world.call(who, 'GET', 'clients', { headers: seen })
      expect([who, reply.status, reply.body.message]).toEqual([who, 403, over])
    }
    expect((await world.call('anonymous', 'GET', 'clients', { headers: seen })).status).toBe(401)
    for (const invented of ['', 'x', '00000000-0000-0000-0000-000000000000', `${seen['x-ver-como']}' or true`])
      expect([
        invented,
        (await world.call('staffA', 'GET', 'clients', { headers: { 'x-ver-como': invented } })).status,
      ]).toEqual([invented, 403])
    expect((await world.call('staffA', 'DELETE', 'users/me/ver-como')).status).toBe(404)
  })

  test('history tells who looked, as whom, since when and until when; signing out from inside is the viewer’s', async () => {
    const { id } = client('A1')
    const already = (await told(id)).length
    const { ask } = await look()
    expect((await ask('DELETE', 'users/me/ver-como')).status).toBe(200)
    const lines = (await told(id)).slice(already)
    expect(lines.map(({ event, user_id }) => [event, user_id])).toEqual([
      ['clients.ver-como', world.people.staffA],
      ['clients.sair-da-visao', world.people.staffA],
    ])
    expect(lines[0]?.reason).toMatch(/^Como .*clientA, até \d\d\/\d\d\/\d{4} \d\d:\d\d no máximo$/)
    expect(lines[1]?.reason).toMatch(/^Como .*clientA, de \d\d\/\d\d\/\d{4} \d\d:\d\d a \d\d\/\d\d\/\d{4} \d\d:\d\d$/)

    const { ask: again } = await look()
    expect((await again('POST', 'logout')).status).toBe(200)
    const { rows } = await sql<{ user_id: number }>`
      select user_id from audit_events where event = 'users.logout' order by id desc limit 1`.execute(world.db)
    expect(rows[0]?.user_id).toBe(world.people.staffA)
    expect((await world.call('clientA', 'GET', 'users/me')).status).toBe(200)
    await world.enter('staffA', world.people.staffA)
  })

  test('of a client nobody enters for, one sees what somebody with the usual profile would', async () => {
    await sql`delete from clients_client_users where parent_id = ${client('A2').id}`.execute(world.db)
    const { ask } = await look('staffA', 'A2')
    expect(dataOf(await ask('GET', 'users/me'))).toMatchObject({ id: 0, name: 'Cliente', profile: { slug: 'cliente' } })
    for (const path of ['clients', 'collects', 'fistels', 'stations']) {
      const rows = rowsOf(await ask('GET', path))
      expect([path, rows.length > 0]).toEqual([path, true])
      const of = rows.map(row => (path === 'clients' ? row.id : row.client_id))
      expect([path, ...new Set(of)]).toEqual([path, client('A2').id])
    }
    const reply = await ask('GET', 'informative')
    expect(reply.status).toBe(200)
  })

  test('the stream of changes is the person’s, and ends with the sight', async () => {
    const { ask } = await look()
    const stream = ask('GET', 'events?seconds=5')
    const begun = performance.now()
    setTimeout(() => void ask('DELETE', 'users/me/ver-como'), 200)
    setTimeout(() => {
      const of = features.find(({ path }) => path === 'exports')
      if (of) world.house.events.tell({ of, uuid: client('A1').uuid })
    }, 600)
    expect((await stream).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(4_000)
  })
})

/** Its address with what it names filled in, from the rows of one owner. */
function addressOf(world: World, { url, id }: AnyOperation, owner: 'A1' | 'B1') {
  const [path = ''] = id.split('.')
  const keys: Readonly<Record<string, string | undefined>> = {
    client: world.target('clients', owner)?.uuid,
    id: (world.target(path, owner) ?? world.target(path, 'A1') ?? world.target('clients', owner))?.uuid,
    list: 'clients',
    code: '3550308',
    owner: world.target('clients', owner)?.uuid,
    station: world.target(stations.path, owner)?.uuid,
    link: world.target(stationLinks.path, owner)?.uuid,
  }
  const filled = url.replace(/:(\w+)/g, (_, key: string) => keys[key] ?? world.target('clients', owner)?.uuid ?? '')
  return id === 'events' ? `${filled}?seconds=0` : filled
}
/** A type it takes besides JSON, and something of that type. */
const mediaOf = ({ media = [] }: AnyOperation): Readonly<Record<string, string>> => {
  const other = media.find(each => each !== 'application/json')
  return other ? { 'content-type': other } : {}
}
const bodyOf = (operation: AnyOperation) =>
  operation.method === 'GET' || operation.method === 'DELETE'
    ? undefined
    : mediaOf(operation)['content-type']
      ? 'x'
      : {}
