import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedProfiles } from '#features/people/profiles/seed.server.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

describe('permissions that new versions bring', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const made = async (name: string, audience = 'equipe') =>
    dataOf(
      await world.call('superAdmin', 'POST', 'profiles', {
        body: { name, audience, profile_roles: [{ role: 'clients.index' }] },
      }),
    )
  const read = async (uuid: unknown) => dataOf(await world.call('superAdmin', 'GET', `profiles/${uuid}`))
  const decide = (uuid: unknown, roles: readonly string[], who = 'superAdmin') =>
    world.call(who, 'PUT', `profiles/${uuid}/permissoes-novas`, { body: { roles } })
  /** A release that knows these as nobody knew them before. */
  async function release(...names: readonly string[]) {
    await sql`delete from permissions where name = any(${[...names]}::text[])`.execute(world.db)
    await sql`delete from profiles_profile_roles where role = any(${[...names]}::text[])`.execute(world.db)
    await seedProfiles(world.db, world.house.operations)
  }

  test('are told and given to no profile of the house by themselves', async () => {
    const own = await made('Atendimento')
    expect(own).toMatchObject({ undecided_roles: [], offered_roles: [] })
    await release('incoming-mails.index', 'mails.index')
    expect(await read(own.uuid)).toMatchObject({
      selected_profile_roles: ['clients.index'],
      undecided_roles: ['incoming-mails.index', 'mails.index'],
      offered_roles: ['incoming-mails.index'],
    })
    // A new name decides nothing; other permissions do.
    await world.call('superAdmin', 'PUT', `profiles/${own.uuid}`, { body: { name: 'Atendimento 2' } })
    expect((await read(own.uuid)).undecided_roles).toHaveLength(2)
    const { rows } = await sql`
      select 1 from profiles p join profiles_profile_roles r on r.parent_id = p.id and r.role = 'incoming-mails.index'
      where p.slug = 'colaborador'`.execute(world.db)
    expect(rows).toHaveLength(1)
  })

  test('are given by one act of who may, or by none, and only those', async () => {
    const [own, other, outside] = [await made('Um'), await made('Outro'), await made('De fora', 'clientes')]
    await release('incoming-mails.index', 'mails.index')
    expect(await read(outside.uuid)).toMatchObject({ offered_roles: [] })
    for (const who of ['staffA', 'clientA', 'withoutRoutes'])
      expect([who, (await decide(own.uuid, ['incoming-mails.index'], who)).status]).toEqual([who, 403])
    expect((await decide(own.uuid, ['clients.store'])).status).toBe(422)
    expect((await read(own.uuid)).undecided_roles).toHaveLength(2)
    const replies = await Promise.all(Array.from({ length: 12 }, () => decide(own.uuid, ['incoming-mails.index'])))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect(await read(own.uuid)).toMatchObject({
      selected_profile_roles: ['clients.index', 'incoming-mails.index'],
      undecided_roles: [],
    })
    expect((await decide(other.uuid, [])).status).toBe(200)
    expect(await read(other.uuid)).toMatchObject({ selected_profile_roles: ['clients.index'], undecided_roles: [] })
    // What is decided stays so until something else comes.
    await release('incoming-mails.csv')
    expect((await read(other.uuid)).undecided_roles).toEqual(['incoming-mails.csv'])
  })
})
