import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser, client, goodPassword, openDesk, type Desk } from './desk.ts'

describe('signing in', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
    await addUser(desk, { email: 'maria@casa.com.br' })
  })
  afterAll(() => desk.close())

  test('a right password is answered with tokens nobody may keep', async () => {
    const { status, body, headers } = await desk.signIn('Maria@Casa.com.br ')
    expect(status).toBe(200)
    expect(body).toEqual({
      token_type: 'Bearer',
      expires_in: 900,
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('the credentials of the interface travel in a form or in the Authorization header too', async () => {
    const person = `grant_type=password&username=maria%40casa.com.br&password=${encodeURIComponent(goodPassword)}`
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const secret = encodeURIComponent(client.client_secret)
    const inBody = { body: `${person}&client_id=${client.client_id}&client_secret=${secret}`, headers: form }
    expect(await desk.call('POST', '/oauth/token', inBody)).toMatchObject({ status: 200 })
    const basic = `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`
    const inHeader = { body: person, headers: { ...form, authorization: basic } }
    expect(await desk.call('POST', '/oauth/token', inHeader)).toMatchObject({ status: 200 })
  })

  test('a wrong password, an unknown e-mail and a disabled user get the same words', async () => {
    const disabled = await addUser(desk, { email: 'disabled@casa.com.br' })
    await sql`update users set active = false where id = ${disabled}`.execute(desk.db)
    const answers = [
      await desk.signIn('maria@casa.com.br', 'uma senha errada', { ip: '10.0.1.1' }),
      await desk.signIn('ninguem@casa.com.br', goodPassword, { ip: '10.0.1.2' }),
      await desk.signIn('disabled@casa.com.br', goodPassword, { ip: '10.0.1.3' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body).toMatchObject({ error: 'invalid_grant', message: 'E-mail ou senha não conferem.', type: 'error' })
    }
  })

  test.each([
    [{ grant_type: 'password' }, 400, 'invalid_request'],
    [{}, 400, 'invalid_request'],
    [{ grant_type: ['password'] }, 400, 'invalid_request'],
    [{ grant_type: 'password', username: 'a\0', password: 'b' }, 400, 'invalid_request'],
    [{ grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token', refresh_token: 'unknown' }, 400, 'invalid_grant'],
    [{ grant_type: 'password', client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ grant_type: 'password', client_id: 'wrong' }, 401, 'invalid_client'],
  ])('the request %j is refused with %i %s', async (given, status, error) => {
    expect(await desk.grant(given, { ip: '10.0.2.1' })).toMatchObject({ status, body: { error, status } })
  })

  test('the tables hold no token, only what can be compared with one', async () => {
    const { access_token, refresh_token } = await desk.enter('maria@casa.com.br')
    const { rows } = await sql<{ kept: string }>`
      select encode(hash, 'escape') as kept from access_tokens union all select encode(hash, 'escape') from refresh_tokens
      union all select sessions::text from sessions`.execute(desk.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { kept } of rows) for (const token of [access_token, refresh_token]) expect(kept).not.toContain(token)
  })

  test('signing in leaves a line of history', async () => {
    const user_id = await addUser(desk, { email: 'history@casa.com.br' })
    await desk.enter('history@casa.com.br')
    const { rows } = await sql`select event, resource, row_id from audit_events where user_id = ${user_id}`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ event: 'users.login', resource: 'users', row_id: user_id }])
  })

  test('the eleventh session ends the first', async () => {
    await addUser(desk, { email: 'many@casa.com.br' })
    const all = []
    for (let i = 0; i < 11; i++) {
      desk.clock.forward(1)
      all.push(await desk.enter('many@casa.com.br', { ip: '10.0.3.1' }))
    }
    const statuses = await Promise.all(
      all.map(({ access_token }) => desk.call('GET', '/api/v1/users/me', { token: access_token })),
    )
    expect(statuses.map(({ status }) => status)).toEqual([401, ...Array.from({ length: 10 }, () => 200)])
  })

  test.each([
    ['the user is disabled', 'update users set active = false where id = $id'],
    ['the user is deleted', 'update users set deleted_at = now() where id = $id'],
    [
      'the profile is disabled',
      'update profiles set active = false where id = (select profile_id from users where id = $id)',
    ],
    [
      'the profile is deleted',
      'update profiles set deleted_at = now() where id = (select profile_id from users where id = $id)',
    ],
  ])('the very next request fails once %s, and no refresh helps', async (_what, statement) => {
    const slug = `gone-${statement.length}`
    const id = await addUser(desk, { email: `${slug}@casa.com.br`, slug })
    const { access_token, refresh_token } = await desk.enter(`${slug}@casa.com.br`)
    expect(await desk.call('GET', '/api/v1/users/me', { token: access_token })).toMatchObject({ status: 200 })
    await sql.raw(statement.replace('$id', String(id))).execute(desk.db)
    expect(await desk.call('GET', '/api/v1/users/me', { token: access_token })).toMatchObject({ status: 401 })
    expect(await desk.refresh(refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('a permission taken away is gone on the very next request', async () => {
    const slug = 'fickle'
    await addUser(desk, { email: 'fickle@casa.com.br', slug, roles: ['users.upcoming-birthdays'] })
    const { access_token: token } = await desk.enter('fickle@casa.com.br')
    expect(await desk.call('GET', '/api/v1/users/upcoming-birthdays', { token })).toMatchObject({ status: 200 })
    await sql`delete from profiles_profile_roles where parent_id = (select id from profiles where slug = ${slug})`.execute(
      desk.db,
    )
    expect(await desk.call('GET', '/api/v1/users/upcoming-birthdays', { token })).toMatchObject({ status: 403 })
  })

  test('leaving ends the session for both of its tokens', async () => {
    const { access_token: token, refresh_token } = await desk.enter('maria@casa.com.br')
    const left = await desk.call('POST', '/api/v1/logout', { token })
    expect(left).toMatchObject({
      status: 200,
      body: { type: 'success', route: '/account/login', data: { message: 'Você saiu.' } },
    })
    expect(await desk.call('GET', '/api/v1/users/me', { token })).toMatchObject({ status: 401 })
    expect(await desk.refresh(refresh_token)).toMatchObject({ status: 400 })
  })
})
