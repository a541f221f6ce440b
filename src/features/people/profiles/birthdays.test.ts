import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

const right = 'users.upcoming-birthdays'
const [, migration = ''] = readFileSync(
  new URL('../../../../migrations/0100-since-and-birthdays.sql', import.meta.url),
  'utf8',
).split('-- Birthdays of the team')

describe('birthdays of the team', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const holders = async () => {
    const { rows } = await sql<{ slug: string }>`
      select p.slug from profiles p join profiles_profile_roles r on r.parent_id = p.id
      where r.role = ${right} and p.slug in ('administrador', 'colaborador', 'cliente') order by p.slug`.execute(
      world.db,
    )
    return rows.map(({ slug }) => slug)
  }

  test('are read by everybody of the team from the first day, and by nobody of a client', async () => {
    expect(await holders()).toEqual(['administrador', 'colaborador'])
    const reply = await world.call('staffA', 'GET', 'users/upcoming-birthdays')
    expect(reply.status).toBe(200)
    expect(await world.call('clientA', 'GET', 'users/upcoming-birthdays')).toMatchObject({ status: 403 })
    // The list of people stays with those who manage them.
    expect(await world.call('staffA', 'GET', 'users')).toMatchObject({ status: 403 })
  })

  test('reach an installation of before once, and its own profiles are asked', async () => {
    const body = { name: 'Atendimento', audience: 'equipe', profile_roles: [{ role: 'clients.index' }] }
    const own = dataOf(await world.call('superAdmin', 'POST', 'profiles', { body }))
    await sql`delete from profiles_profile_roles where role = ${right} and parent_id = (
      select id from profiles where slug = 'colaborador' and deleted_at is null)`.execute(world.db)
    const statements = `--${migration}`.split(/;\n/).filter(each => /^(insert|update)/m.test(each))
    expect(statements).toHaveLength(2)
    for (const each of [...statements, ...statements]) await sql.raw(each).execute(world.db)
    expect(await holders()).toEqual(['administrador', 'colaborador'])
    expect(dataOf(await world.call('superAdmin', 'GET', `profiles/${own.uuid}`))).toMatchObject({
      selected_profile_roles: ['clients.index'],
      undecided_roles: [right],
      offered_roles: [right],
    })
  })
})
