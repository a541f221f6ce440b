import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepSignIn } from '#features/people/auth/sweep.server.ts'
import { dataOf, openWorld, type Reply, type World } from '../support/world.ts'
import { addUser, goodPassword, openDesk, type Desk } from './desk.ts'

interface Line {
  readonly row_id: number
  readonly reason: string
  readonly tallied: number
}

describe('refused sign-ins', () => {
  let desk: Desk
  let maria: number
  beforeAll(async () => {
    desk = await openDesk()
    maria = await addUser(desk, { email: 'maria@casa.com.br' })
  })
  afterAll(() => desk.close())

  const linesOf = async (address: string) => {
    const { rows } = await sql<Line>`
      select row_id, reason, tallied from audit_events
      where event = 'users.login-refused' and reason like ${`%De ${address},%`} order by id`.execute(desk.db)
    return rows
  }
  const guess = (email: string, ip: string) => desk.signIn(email, 'um chute qualquer', { ip })

  test('wrong passwords are counted in one line of the person they were meant for, and so are those not heard', async () => {
    for (let i = 0; i < 9; i++) await guess('Maria@casa.com.br', '10.6.0.1')
    expect(await linesOf('10.6.0.1')).toEqual([
      { row_id: maria, tallied: 6, reason: 'Entrada recusada: senha errada. De 10.6.0.1, 6 vezes nesta hora.' },
      {
        row_id: maria,
        tallied: 3,
        reason: 'Entrada recusada: tentativas demais, e a senha nem foi conferida. De 10.6.0.1, 3 vezes nesta hora.',
      },
    ])
    desk.clock.forward(3_600)
    await guess('maria@casa.com.br', '10.6.0.1')
    expect((await linesOf('10.6.0.1')).at(-1)).toMatchObject({ tallied: 1, reason: expect.stringContaining('1 vez ') })
  })

  test('twelve at once are twelve', async () => {
    await Promise.all(Array.from({ length: 12 }, () => guess('maria@casa.com.br', '10.6.0.2')))
    const lines = await linesOf('10.6.0.2')
    expect(lines.map(({ tallied }) => tallied).toSorted()).toEqual([6, 6])
  })

  test('what is typed as an account nobody has is never kept, and however many are made up are one line', async () => {
    for (let i = 0; i < 8; i++) await guess(`minha senha secreta ${i}`, '10.6.0.3')
    const lines = await linesOf('10.6.0.3')
    expect(lines).toEqual([
      {
        row_id: 0,
        tallied: 8,
        reason: expect.stringMatching(/conta não cadastrada \(marca [\da-f]{8}\)\. De 10\.6\.0\.3, 8 vezes/),
      },
    ])
    const { rows } = await sql<{ kept: string }>`select audit_events::text as kept from audit_events`.execute(desk.db)
    expect(rows.filter(({ kept }) => kept.includes('secreta'))).toEqual([])
  })

  test('who may not come in any more is told apart, and who comes in leaves no refusal', async () => {
    const id = await addUser(desk, { email: 'fora@casa.com.br' })
    await sql`update users set active = false where id = ${id}`.execute(desk.db)
    await desk.signIn('fora@casa.com.br', goodPassword, { ip: '10.6.0.4' })
    expect(await linesOf('10.6.0.4')).toMatchObject([
      { row_id: id, reason: expect.stringContaining('pessoa inativa ou excluída') },
    ])
    await desk.enter('maria@casa.com.br', { ip: '10.6.0.5' })
    expect(await linesOf('10.6.0.5')).toEqual([])
  })

  test('a flood of addresses fills an hour with five hundred lines and no more, and all are counted', async () => {
    desk.clock.forward(3_600)
    for (let i = 0; i < 520; i++) await guess('ninguem@casa.com.br', `10.7.${Math.floor(i / 250)}.${i % 250}`)
    const { rows } = await sql<{ lines: number; counted: number; rest: number }>`
      select count(*)::int as lines, sum(tallied)::int as counted,
        sum(tallied) filter (where reason like '%demais para contar%')::int as rest
      from audit_events where event = 'users.login-refused' and at = ${desk.clock.now.toISOString()}::timestamptz`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ lines: 501, counted: 520, rest: 20 }])
  })

  test('they are forgotten after six months', async () => {
    await sweepSignIn(desk.db, new Date(desk.clock.now.getTime() + 179 * 86_400_000))
    expect((await linesOf('10.6.0.3')).length).toBe(1)
    await sweepSignIn(desk.db, new Date(desk.clock.now.getTime() + 181 * 86_400_000))
    const { rows } = await sql`select 1 from audit_events where event = 'users.login-refused'`.execute(desk.db)
    expect(rows).toEqual([])
  })
})

describe('a refused sign-in and its person', () => {
  let world: World
  let client: object
  beforeAll(async () => {
    world = await openWorld()
    const { client_id, client_secret } = (await world.call('anonymous', 'GET', '/config.json')).body
    client = { client_id, client_secret }
  })
  afterAll(() => world?.close())

  test('an administrator finds it by words in the history of everything, and in the person’s own', async () => {
    const person = dataOf(await world.call('superAdmin', 'GET', `users/${world.people.staffA}`))
    await sql`update users set password = null where id = ${person.id}`.execute(world.db)
    for (const username of [String(person.email), 'ninguem@exemplo.com.br']) {
      const refused = await world.call('anonymous', 'POST', '/oauth/token', {
        body: { grant_type: 'password', ...client, username, password: 'um chute qualquer' },
      })
      expect([username, refused.body.error]).toEqual([expect.stringContaining('@'), 'invalid_grant'])
    }
    const found = await world.call('superAdmin', 'GET', 'historico?search=entrada%20RECUSADA')
    expect(found.body.data).toMatchObject([
      { event: 'Entrada recusada', title: 'Conta não cadastrada', author: null, section: 'Usuários' },
      { event: 'Entrada recusada', title: person.name, reason: expect.stringContaining('senha errada') },
    ])
    const own = await world.call('superAdmin', 'GET', `users/${world.people.staffA}/historico`)
    expect(own.body.data).toMatchObject([{ event: 'Entrada recusada' }])
    expect((await world.call('staffA', 'GET', 'historico?search=recusada')).status).toBe(403)
  })

  const link = async (): Promise<{ url: string; id: number }> => {
    const token = await world.enter('holder', world.people.staffA)
    expect(token).toBeDefined()
    const { text } = await world.call('holder', 'PUT', 'users/me/calendario')
    return { url: /\/calendar\/[\w-]{43}\.ics/.exec(text)?.[0] ?? '', id: world.people.staffA }
  }
  const reads = async (url: string) => (await world.call('anonymous', 'GET', url)).status

  test.each([
    [
      'a password an administrator sets',
      (id: number): Promise<Reply> =>
        world.call('superAdmin', 'PUT', `users/${id}`, { body: { password: 'outros cavalos no telhado' } }),
    ],
    [
      'being disabled and enabled again',
      async (id: number): Promise<Reply> => {
        await world.call('superAdmin', 'PUT', 'users/disable', { body: { ids: [id] } })
        return world.call('superAdmin', 'PUT', 'users/enable', { body: { ids: [id] } })
      },
    ],
    [
      'being deleted and restored',
      async (id: number): Promise<Reply> => {
        await world.call('superAdmin', 'DELETE', `users/${id}`)
        return world.call('superAdmin', 'PUT', `users/${id}/restaurar`, { body: {} })
      },
    ],
  ])('the private link to a calendar ends with %s, and stays so', async (_what, happens) => {
    const { url, id } = await link()
    expect(await reads(url)).toBe(200)
    expect((await happens(id)).status).toBe(200)
    expect(await reads(url)).toBe(404)
    await world.enter('holder', id)
    const shown = await world.call('holder', 'GET', 'users/me/calendario')
    expect(shown.body).toMatchObject({ data: { created_at: null } })
  })
})
