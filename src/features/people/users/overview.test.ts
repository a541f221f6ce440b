import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { listOf } from '#features/people/team/kinds.ts'
import { absences } from '#features/people/team/absences.ts'
import { users } from '#features/people/users/users.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { dataOf, openWorld, type Row, type World } from '#test/support/world.ts'

// The page of a person: each part is a right of its own, and none of them shows a row the reader does not see.

interface Work {
  readonly kinds: readonly { kind: string; open: number; rows: readonly { uuid: string; name: string }[] }[]
}
interface Acts {
  readonly data: readonly {
    id: number
    title: string
    thing: string
    path: string | null
    changes: readonly object[]
  }[]
  readonly next: number | null
  readonly kinds: readonly { path: string }[]
}

describe('the overview of a person', () => {
  let world: World
  /** Somebody of all companies, who answers for a client and a ticket of each of two companies. */
  let person: Row
  const ofA: Row[] = []
  const ofB: Row[] = []
  let frontDesk = 0
  let roles: readonly string[] = []

  beforeAll(async () => {
    world = await openWorld()
    const { rows } = await sql<{
      id: number
    }>`select profile_id as id from users where id = ${world.people.frontDeskA}`.execute(world.db)
    frontDesk = rows[0]?.id ?? 0
    roles = (
      await sql<{
        role: string
      }>`select role from profiles_profile_roles where parent_id = ${frontDesk} order by position`.execute(world.db)
    ).rows.map(({ role }) => role)
    person = await world.make(users, 'A1', {
      profile_id: await profileAt('colaborador'),
      empresa_id: world.companies.A,
    })
    for (const [owner, made] of [
      ['A1', ofA],
      ['B1', ofB],
    ] as const) {
      made.push(await world.make(clients, owner), await world.make(tickets, owner))
      const [client, ticket] = made
      await sql`update clients set responsible_id = ${person.id} where id = ${client?.id}`.execute(world.db)
      await sql`update tickets set owner_id = ${person.id}, status_id = (
        select id from statuses where model = 'Ticket' and slug <> 'finalizado' order by id limit 1) where id = ${ticket?.id}`.execute(
        world.db,
      )
    }
  })
  beforeEach(() => holds(...roles))
  afterAll(() => world?.close())

  const profileAt = async (slug: string) => {
    const { rows } = await sql<{ id: number }>`select id from profiles where slug = ${slug}`.execute(world.db)
    return rows[0]?.id ?? 0
  }
  /** Gives the profile of the front desk these rights, and no others. */
  const holds = async (...names: readonly string[]) => {
    const body = { profile_roles: names.map(role => ({ role })) }
    expect((await world.call('superAdmin', 'PUT', `profiles/${frontDesk}`, { body })).status).toBe(200)
  }
  const ask = (who: string, part: string, of: { readonly uuid: string } = person) =>
    world.call(who, 'GET', `users/${of.uuid}/${part}`)
  const workOf = async (who: string, of = person): Promise<Work> => {
    const answer = await ask(who, 'trabalho', of)
    expect(answer.status).toBe(200)
    return Object(answer.body.data)
  }
  const actsOf = async (who: string, query = '', of: { readonly uuid: string } = person): Promise<Acts> => {
    const { status, body } = await ask(who, `atos${query}`, of)
    expect(status).toBe(200)
    return Object(body)
  }
  const uuids = (rows: readonly Row[]) => rows.map(({ uuid }) => uuid).toSorted()

  test('names the work they have, of every company to who sees all, of one to who works for it', async () => {
    const named = ({ kinds }: Work) => kinds.flatMap(({ rows }) => rows.map(({ uuid }) => uuid)).toSorted()
    expect(named(await workOf('superAdmin'))).toEqual(uuids([...ofA, ...ofB]))
    const ofAdmin = await workOf('adminA')
    expect(named(ofAdmin)).toEqual(uuids(ofA))
    expect(ofAdmin.kinds.map(({ kind, open }) => [kind, open])).toEqual(
      expect.arrayContaining([
        ['clients', 1],
        ['tickets', 1],
      ]),
    )
  })

  test('every kind leads to a list that shows the rows it names', async () => {
    const { kinds } = await workOf('superAdmin')
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['clients', 'tickets']))
    for (const { kind, rows } of kinds) {
      const { status, body } = await world.call(
        'superAdmin',
        'GET',
        `${listOf(kind, person.id).slice(1)}&pagination=false`,
      )
      const listed: readonly Row[] = Object(body).data ?? []
      expect([kind, status, listed.map(({ uuid }) => uuid).toSorted()]).toEqual([
        kind,
        200,
        rows.map(({ uuid }) => uuid).toSorted(),
      ])
    }
  })

  test('counts only the kinds the reader may list, and is of the team alone', async () => {
    const kindsOf = async () => (await workOf('frontDeskA')).kinds.map(({ kind }) => kind).toSorted()
    await holds('users.trabalho')
    expect(await kindsOf()).toEqual([])
    await holds('users.trabalho', 'tickets.index')
    expect(await kindsOf()).toEqual(['tickets'])
    await holds('users.trabalho', 'tickets.index', 'clients.index')
    expect(await kindsOf()).toEqual(['clients', 'tickets'])
    const outside = await world.make(users, 'A1', {
      profile_id: await profileAt('cliente'),
      clientUser: [{ client_id: ofA[0]?.id }],
    })
    await sql`update clients set responsible_id = ${outside.id} where id = ${ofA[0]?.id}`.execute(world.db)
    expect((await workOf('superAdmin', outside)).kinds).toEqual([])
    await sql`update clients set responsible_id = ${person.id} where id = ${ofA[0]?.id}`.execute(world.db)
  })

  test('is refused part by part: each right opens its own and no other', async () => {
    const parts = ['trabalho', 'acessos', 'atos'] as const
    for (const held of parts) {
      await holds('users.show', `users.${held}`)
      for (const part of parts)
        expect([part, (await ask('frontDeskA', part)).status]).toEqual([part, part === held ? 200 : 403])
    }
    for (const part of parts) {
      expect((await ask('staffA', part)).status).toBe(403)
      expect((await ask('clientA', part)).status).toBe(403)
      expect((await ask('anonymous', part)).status).toBe(401)
      // Somebody of another company is not there.
      await holds(`users.${part}`)
      const staffB = await uuidOf(world.people.staffB)
      expect((await ask('frontDeskA', part, { uuid: staffB })).status).toBe(404)
      expect((await ask('frontDeskA', part, { uuid: staffB.replace(/^./, '0') })).status).toBe(404)
    }
  })
  const uuidOf = async (id: number) => {
    const { rows } = await sql<{ uuid: string }>`select uuid from users where id = ${id}`.execute(world.db)
    return rows[0]?.uuid ?? ''
  }

  test('says when they signed in and where they are, without devices of who may do more', async () => {
    interface Access {
      readonly last_sign_in: string | null
      readonly last_used_at: string | null
      readonly has_password: boolean
      readonly devices: readonly { ip: string; using: boolean }[] | null
    }
    const accessOf = async (who: string, id: number): Promise<Access> => {
      const { status, body } = await ask(who, 'acessos', { uuid: await uuidOf(id) })
      expect(status).toBe(200)
      return Object(body.data)
    }
    const never = await accessOf('superAdmin', person.id)
    expect(never).toMatchObject({ last_sign_in: null, last_used_at: null, devices: [] })

    await world.enter('another device', world.people.staffA)
    await sql`insert into audit_events (request_id, user_id, event, resource, row_id, changes)
      values ('one', ${world.people.staffA}, 'users.login', 'users', ${world.people.staffA}, '{}')`.execute(world.db)
    const seen = await accessOf('adminA', world.people.staffA)
    expect(seen.last_sign_in).not.toBeNull()
    expect(seen.devices?.length).toBeGreaterThan(1)
    expect(seen.devices?.some(({ using }) => using)).toBe(true)
    expect(JSON.stringify(seen)).not.toMatch(/token|hash|generation/)

    await sql`update sessions set ended_at = now(), ended_by = 'user' where user_id = ${world.people.clientB}`.execute(
      world.db,
    )
    expect(await accessOf('superAdmin', world.people.clientB)).toMatchObject({ last_used_at: null, devices: [] })

    // The front desk may do less than a collaborator.
    await holds('users.acessos')
    expect((await accessOf('frontDeskA', world.people.staffA)).devices).toBeNull()
    expect((await accessOf('frontDeskA', world.people.staffA)).last_sign_in).not.toBeNull()
    expect((await accessOf('frontDeskA', world.people.frontDeskA)).devices).not.toBeNull()
  })

  test('lists what they did, the latest first and page by page, on rows the reader sees', async () => {
    const staff = { uuid: await uuidOf(world.people.superAdmin) }
    const made = await world.call('superAdmin', 'POST', 'tickets', {
      body: { ...world.draft(tickets, 'A1'), name: 'Torre sem energia' },
    })
    expect(made.status).toBe(201)
    const other = await world.call('superAdmin', 'POST', 'tickets', {
      body: { ...world.draft(tickets, 'B1'), name: 'Da outra empresa' },
    })
    expect(other.status).toBe(201)
    const all = await actsOf('superAdmin', '?kind=tickets&per_page=50', staff)
    expect(all.data.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Torre sem energia', 'Da outra empresa']),
    )
    const ids = all.data.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))

    const paged: number[] = []
    let before: number | null = null
    do {
      const page: Acts = await actsOf(
        'superAdmin',
        `?kind=tickets&per_page=2${before === null ? '' : `&before=${before}`}`,
        staff,
      )
      paged.push(...page.data.map(({ id }) => id))
      before = page.next
    } while (before !== null && paged.length < ids.length)
    expect(paged.slice(0, ids.length)).toEqual(ids)

    const narrowed = await actsOf('superAdmin', '?kind=tickets&per_page=50', staff)
    expect(new Set(narrowed.data.map(({ thing }) => thing))).toEqual(new Set(['o chamado']))
    expect((await actsOf('superAdmin', '?to=2020-01-01', staff)).data).toEqual([])
    expect((await ask('superAdmin', 'atos?kind=nada', staff)).status).toBe(422)
    expect((await ask('superAdmin', 'atos?from=ontem', staff)).status).toBe(422)
  })

  test('of acts on another company nothing is shown, nor the changes without the right to a history', async () => {
    const { uuid } = dataOf(
      await world.call('superAdmin', 'POST', 'tickets', {
        body: { ...world.draft(tickets, 'B1'), name: 'Segredo de B' },
      }),
    )
    await sql`update audit_events set user_id = ${person.id} where resource = 'tickets'
      and row_id = (select id from tickets where uuid = ${String(uuid)})`.execute(world.db)
    await sql`insert into audit_events (request_id, user_id, event, resource, row_id, changes)
      values ('two', ${person.id}, 'clients.update', 'clients', ${ofA[0]?.id}, '{"phone_name": ["Marta", "Otávio"]}')`.execute(
      world.db,
    )
    expect((await actsOf('superAdmin')).data.map(({ title }) => title)).toContain('Segredo de B')
    const seen = await actsOf('adminA')
    expect(seen.data.map(({ title }) => title)).not.toContain('Segredo de B')
    expect(seen.data.flatMap(({ changes }) => changes)).toHaveLength(1)

    await holds('users.atos')
    expect(await actsOf('frontDeskA')).toMatchObject({ data: [], kinds: [] })
    await holds('users.atos', 'clients.index')
    const less = await actsOf('frontDeskA')
    expect(less.data).toHaveLength(1)
    expect(less.data[0]).toMatchObject({ changes: [], path: null })
    await holds('users.atos', 'clients.index', 'clients.show', 'clients.historico')
    expect((await actsOf('frontDeskA')).data[0]?.changes).toHaveLength(1)
    expect((await actsOf('frontDeskA')).data[0]?.path).toBe(`/clients/${ofA[0]?.uuid}`)
  })

  test('what somebody may see little of comes in short pages, and none is lost', async () => {
    await sql`insert into audit_events (request_id, user_id, event, resource, row_id, changes)
      select 'many', ${person.id}, 'tickets.update', 'tickets', ${ofB[1]?.id}, '{}' from generate_series(1, 2500)`.execute(
      world.db,
    )
    const first = await actsOf('adminA')
    expect(first.data).toEqual([])
    expect(first.next).not.toBeNull()
    const second = await actsOf('adminA', `?before=${first.next}`)
    expect(second.data.length).toBeGreaterThan(0)
  })

  test('whether somebody is outside the office is answered, and may be filtered by', async () => {
    const ids = async (outside: boolean) => {
      const { body } = await world.call('superAdmin', 'GET', `users?filter[outside]=${outside}&pagination=false`)
      return (Object(body).data as readonly Row[]).map(({ id }) => id)
    }
    expect(await ids(false)).toContain(person.id)
    expect(await ids(true)).toContain(world.people.clientA)
    expect(await ids(true)).not.toContain(person.id)
  })

  test('absences ahead come by the list everybody of the team reads', async () => {
    const stand_in = await world.make(users, 'A1', {
      profile_id: await profileAt('colaborador'),
      empresa_id: world.companies.A,
    })
    const made = await world.make(absences, 'A1', {
      person_id: person.id,
      stand_in_id: stand_in.id,
      since: '2091-01-01',
      until: '2091-01-20',
    })
    const { body } = await world.call(
      'staffA',
      'GET',
      `absences?filter[person_id]=${person.id}&filter[until][gte]=2090-01-01`,
    )
    expect((Object(body).data as readonly Row[]).map(({ uuid }) => uuid)).toEqual([made.uuid])
    expect(Object((await world.call('staffB', 'GET', `absences?filter[person_id]=${person.id}`)).body).data).toEqual([])
  })
})
