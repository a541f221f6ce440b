import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { profiles } from '#features/people/profiles/profiles.ts'
import { users } from '#features/people/users/users.ts'
import { dataOf, openWorld, rowsOf, type Reply, type Row, type World } from '#test/support/world.ts'

// People of clients have a client as long as they are there: without one they would sign in and see nothing.

describe('people of clients', () => {
  let world: World
  const profile = { staff: 0, client: 0 }
  beforeAll(async () => {
    world = await openWorld()
    const { rows } = await sql<{ id: number; slug: string }>`select id, slug from profiles`.execute(world.db)
    const at = (slug: string) => rows.find(each => each.slug === slug)?.id ?? 0
    Object.assign(profile, { staff: at('colaborador'), client: at('cliente') })
  })
  afterAll(() => world?.close())

  const put = (url: string, body: object) => world.call('superAdmin', 'PUT', url, { body })
  const remove = (url: string) => world.call('superAdmin', 'DELETE', url)
  const client = () => world.make(clients, 'A1', { client_users: [] })
  const to = (...some: readonly Row[]) => some.map(({ id }) => ({ client_id: id }))
  const person = (of: readonly Row[], profile_id = profile.client) =>
    world.make(users, 'A1', { profile_id, clientUser: to(...of) })
  const at = (field: string) => ({ status: 422, body: { errors: { [field]: [expect.stringContaining('cliente')] } } })
  const peopleOf = async ({ uuid }: Row) =>
    rowsOf(await world.call('superAdmin', 'GET', `clients/${uuid}/users`)).map(each => each.uuid)
  /** Those of these people who are of clients, and of none. */
  const clientless = async (...people: readonly Row[]) => {
    const { rows } = await sql<{ id: number }>`
      select u.id from users u join profiles p on p.id = u.profile_id and p.audience = 'clientes'
      where u.id = any(${people.map(({ id }) => id)}::bigint[]) and u.deleted_at is null
        and not exists (select 1 from clients_client_users l where l.user_id = u.id)`.execute(world.db)
    return rows
  }

  test('are not stored without one, and people of the house are', async () => {
    const body = { ...world.draft(users, 'A1'), clientUser: [] }
    expect(await world.call('superAdmin', 'POST', 'users', { body })).toMatchObject(at('clientUser'))
    const { clientUser: _, ...silent } = body
    expect(await world.call('superAdmin', 'POST', 'users', { body: silent })).toMatchObject(at('clientUser'))
    expect((await person([], profile.staff)).uuid).toBeTruthy()
  })

  test('lose none to the last, from either side, nor become such without one', async () => {
    const [one, other] = [await client(), await client()]
    const linked = await person([one, other])
    expect((await put(`users/${linked.uuid}`, { clientUser: to(other) })).status).toBe(200)
    expect(await put(`users/${linked.uuid}`, { clientUser: [] })).toMatchObject(at('clientUser'))
    expect(await put(`clients/${other.uuid}`, { client_users: [] })).toMatchObject(at('client_users'))
    // Another in their place takes them away too.
    const [line] = [dataOf(await world.call('superAdmin', 'GET', `clients/${other.uuid}`)).client_users].flat()
    const staff = await person([], profile.staff)
    const swapped = [{ id: Object(line).id, user_id: staff.id }]
    expect(await put(`clients/${other.uuid}`, { client_users: swapped })).toMatchObject(at('client_users'))

    expect(await put(`users/${staff.uuid}`, { profile_id: profile.client })).toMatchObject(at('clientUser'))
    const moved = { profile_id: profile.client, clientUser: to(one) }
    expect((await put(`users/${staff.uuid}`, moved)).status).toBe(200)
    // As people of the house they may be nobody's.
    expect((await put(`users/${linked.uuid}`, { profile_id: profile.staff, clientUser: [] })).status).toBe(200)
    expect(await clientless(linked, staff)).toEqual([])
  })

  test('are not made by a word of their profile', async () => {
    const made = await world.make(profiles, 'A1', { audience: 'equipe', profile_roles: [] })
    const alone = await person([], made.id)
    const turn = () => put(`profiles/${made.uuid}`, { audience: 'clientes' })
    expect(await turn()).toMatchObject(at('audience'))
    await put(`users/${alone.uuid}`, { clientUser: to(await client()) })
    expect((await turn()).status).toBe(200)
  })

  test.each(['the two of them are taken away at once', 'the last goes as the profile changes', 'the profile turns'])(
    'keep one where %s',
    async how => {
      for (let n = 0; n < 8; n++) {
        const [one, other] = [await client(), await client()]
        const empty = (each: Row) => put(`clients/${each.uuid}`, { client_users: [] })
        const made = how === 'the profile turns' ? await world.make(profiles, 'A1', { audience: 'equipe' }) : null
        const both = how === 'the two of them are taken away at once'
        const linked = await person(both ? [one, other] : [one], both ? profile.client : (made?.id ?? profile.staff))
        const acts: readonly Promise<Reply>[] = both
          ? [empty(one), empty(other)]
          : [
              n % 2 ? empty(one) : put(`users/${linked.uuid}`, { clientUser: [] }),
              made
                ? put(`profiles/${made.uuid}`, { audience: 'clientes' })
                : put(`users/${linked.uuid}`, { profile_id: profile.client }),
            ]
        const statuses = (await Promise.all(acts)).map(({ status }) => status)
        expect([statuses.toSorted(), await clientless(linked)]).toEqual([[200, 422], []])
      }
    },
  )

  test('are deleted with their clients, and come back with those that are still there', async () => {
    const [stays, goes] = [await client(), await client()]
    const linked = await person([stays, goes])
    expect((await remove(`users/${linked.uuid}`)).status).toBe(200)
    expect([await peopleOf(stays), await peopleOf(goes)]).toEqual([[], []])
    expect((await remove(`clients/${goes.uuid}`)).status).toBe(200)
    const back = dataOf(await put(`users/${linked.uuid}/restaurar`, {}))
    expect(back.clientUser).toEqual([expect.objectContaining({ client_id: stays.id })])
    expect(await peopleOf(stays)).toEqual([linked.uuid])

    // What they had before an earlier return is not brought back again.
    await put(`users/${linked.uuid}`, { profile_id: profile.staff, clientUser: [] })
    await remove(`users/${linked.uuid}`)
    expect(dataOf(await put(`users/${linked.uuid}/restaurar`, {})).clientUser).toEqual([])
  })

  test('do not come back to no client, nor to one of another company', async () => {
    const [gone, moved] = [await client(), await client()]
    const people = [await person([gone]), await person([moved])]
    for (const { uuid } of people) await remove(`users/${uuid}`)
    await remove(`clients/${gone.uuid}`)
    await sql`update clients set empresa_responsavel_id = ${world.companies.B} where id = ${moved.id}`.execute(world.db)
    for (const { uuid } of people) {
      const refused = await put(`users/${uuid}/restaurar`, {})
      expect([refused.status, refused.body.message]).toEqual([
        409,
        expect.stringContaining('Registre a pessoa de novo'),
      ])
    }
    expect(await peopleOf(moved)).toEqual([])
  })
})
