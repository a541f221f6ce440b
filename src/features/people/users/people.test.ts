import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#features/people/users/users.ts'
import { dataOf, openWorld, type Reply, type World } from '#test/support/world.ts'

// People come by invitation, keep their place, and nobody lifts themselves.

describe('people', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const profileAt = async (slug: string) => {
    const { rows } = await sql<{ id: number }>`select id from profiles where slug = ${slug}`.execute(world.db)
    return rows[0]?.id ?? 0
  }
  const linkIn = (mail: string | undefined) => /reset\?token=([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
  const password = 'nove pipas no quintal'
  const choose = (token: string) =>
    world.call('anonymous', 'POST', 'reset-password', { body: { token, password, password_confirmation: password } })

  test('who is made without a password is invited by mail; the last invitation is the one that holds, once', async () => {
    const email = 'dora@exemplo.com.br'
    const body = { name: 'Dora Reis', email, profile_id: await profileAt('colaborador') }
    const made = dataOf(await world.call('superAdmin', 'POST', 'users', { body }))
    await world.runner.settled()
    expect(world.mailsTo(email)).toHaveLength(1)
    expect(world.mailsTo(email)[0]).toContain('Escolher a minha senha')
    expect((await world.call('superAdmin', 'PUT', `users/${made.uuid}/convidar`)).status).toBe(200)
    await world.runner.settled()
    const [first, second] = world.mailsTo(email).map(linkIn)
    expect((await choose(first ?? '')).status).toBe(422)
    expect((await choose(second ?? '')).status).toBe(200)
    expect((await choose(second ?? '')).status).toBe(422)
    expect((await world.call('superAdmin', 'PUT', `users/${made.uuid}/convidar`)).status).toBe(409)
  })

  test('the link of an invitation is answered once to who asks for it, and voids the earlier ones', async () => {
    const email = 'lia@exemplo.com.br'
    const body = { name: 'Lia Reis', email, profile_id: await profileAt('colaborador') }
    const made = dataOf(await world.call('superAdmin', 'POST', 'users', { body }))
    await world.runner.settled()
    const mailed = linkIn(world.mailsTo(email)[0])
    const copy = () => world.call('superAdmin', 'PUT', `users/${made.uuid}/copiar-convite`)
    const tokenIn = ({ body: { data } }: Reply) => linkIn(String(Object(data).url))
    const [one, other] = [tokenIn(await copy()), tokenIn(await copy())]
    expect([one.length, other.length, one === other]).toEqual([mailed.length, mailed.length, false])
    for (const token of [mailed, one]) expect((await choose(token)).status).toBe(422)

    // Nothing that is stored has it, and history tells only that there is one.
    const { rows } = await sql<{ changes: object; reason: string | null }>`
      select changes, reason from audit_events where row_id = ${made.id} and event = 'users.copiar-convite'`.execute(
      world.db,
    )
    expect(rows).toEqual(Array(2).fill({ changes: {}, reason: null }))
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db)
    expect(tables.length).toBeGreaterThan(50)
    for (const { name } of tables) {
      const { rows: found } = await sql`select 1 from ${sql.raw(name)} t where t::text like ${`%${other}%`}`.execute(
        world.db,
      )
      expect([name, found.length]).toEqual([name, 0])
    }

    expect((await choose(other)).status).toBe(200)
    expect((await copy()).status).toBe(409)
    const asleep = dataOf(
      await world.call('superAdmin', 'POST', 'users', { body: { ...body, email: 'dorme@exemplo.com.br' } }),
    )
    await world.call('superAdmin', 'PUT', 'users/disable', { body: { ids: [asleep.id] } })
    expect((await world.call('superAdmin', 'PUT', `users/${asleep.uuid}/copiar-convite`)).status).toBe(409)
  })

  test('nobody lifts themselves, nor hands on what they do not hold', async () => {
    const admin = await profileAt('administrador')
    const self = world.people.adminA
    const lower = await profileAt('colaborador')
    await sql`insert into profiles_profile_roles (parent_id, position, role) select ${lower}, 900 + row_number() over (), name
      from permissions where name like 'users.%'`.execute(world.db)
    const body = { name: 'Quem sobe', email: 'sobe@exemplo.com.br', password, profile_id: admin }
    expect((await world.call('staffA', 'POST', 'users', { body })).body.errors).toHaveProperty('profile_id')
    for (const [who, id] of [
      ['staffA', world.people.staffA],
      ['adminA', self],
    ] as const) {
      const { status, body: said } = await world.call(who, 'PUT', `users/${id}`, {
        body: { profile_id: who === 'adminA' ? lower : admin },
      })
      expect([who, status, Object.keys(said.errors ?? {})]).toEqual([who, 422, ['profile_id']])
    }
    expect((await world.call('staffA', 'PUT', `users/${self}`, { body: { name: 'Outro nome' } })).status).toBe(404)
    await sql`delete from profiles_profile_roles where parent_id = ${lower} and position > 900`.execute(world.db)
  })

  test('the last super-admin stays, whichever way they would go', async () => {
    const root = world.people.superAdmin
    await sql`update users set active = false where id <> ${root} and profile_id = ${await profileAt('administrador')}`.execute(
      world.db,
    )
    const heir = dataOf(
      await world.call('superAdmin', 'POST', 'users', {
        body: {
          name: 'Herdeira',
          email: 'herdeira@exemplo.com.br',
          password,
          profile_id: await profileAt('administrador'),
        },
      }),
    )
    await world.enter('heir', heir.id)
    expect((await world.call('heir', 'PUT', 'users/disable', { body: { ids: [root] } })).status).toBe(200)
    const alone = await Promise.all([
      world.call('heir', 'PUT', 'users/disable', { body: { ids: [heir.id] } }),
      world.call('heir', 'DELETE', `users/${heir.id}`),
      world.call('heir', 'PUT', `users/${heir.id}`, { body: { profile_id: await profileAt('cliente') } }),
    ])
    expect(alone.map(({ status }) => status)).toEqual([409, 409, 422])
    expect((await world.call('heir', 'PUT', 'users/enable', { body: { ids: [root] } })).status).toBe(200)
    await world.enter('superAdmin', root)
  })

  test('two who take each other down at once leave one standing', async () => {
    const heirs = await Promise.all(
      [1, 2].map(async n => {
        const email = `irma${n}@exemplo.com.br`
        const body = { name: `Irmã ${n}`, email, password, profile_id: await profileAt('administrador') }
        const made = dataOf(await world.call('superAdmin', 'POST', 'users', { body }))
        await world.enter(email, made.id)
        return { email, id: made.id }
      }),
    )
    const [a, b] = heirs
    if (!a || !b) throw new Error('nobody was made')
    await sql`update users set active = false where profile_id = ${await profileAt('administrador')} and not (id = any(${[a.id, b.id]}))`.execute(
      world.db,
    )
    await Promise.all([
      world.call(a.email, 'PUT', 'users/disable', { body: { ids: [b.id] } }),
      world.call(b.email, 'PUT', 'users/disable', { body: { ids: [a.id] } }),
    ])
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from users u join profiles p on p.id = u.profile_id
      where p.is_admin and u.active and u.deleted_at is null`.execute(world.db)
    expect(rows[0]?.n).toBe(1)
  })

  test('the clients a person sees are the same lines from either side, and of their company alone', async () => {
    await sql`update users set active = true`.execute(world.db)
    await world.enter('superAdmin', world.people.superAdmin)
    const client = world.target('clients', 'A1')
    const other = world.target('clients', 'B1')
    const person = await world.make(users, 'A1', { clientUser: [], profile_id: await profileAt('colaborador') })
    const save = (clientUser: readonly object[]) =>
      world.call('superAdmin', 'PUT', `users/${person.id}`, { body: { clientUser } })
    const saved = dataOf(await save([{ client_id: client?.id }]))
    expect(saved.clientUser).toEqual([
      expect.objectContaining({ client: expect.objectContaining({ uuid: client?.uuid }) }),
    ])
    const seen = await world.call('superAdmin', 'GET', `clients/${client?.uuid}/users`)
    expect(JSON.stringify(seen.body)).toContain(person.uuid)
    expect((await save([{ client_id: other?.id }])).body.errors).toHaveProperty('clientUser')
    await save([])
    const gone = await world.call('superAdmin', 'GET', `clients/${client?.uuid}/users`)
    expect(JSON.stringify(gone.body)).not.toContain(person.uuid)
  })
})
