import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ensureAdministrator, oauthClient } from '#features/people/auth/installation.server.ts'
import { readConfig } from '#settings.server.ts'
import { addUser, goodPassword, openDesk, passwords, type Desk } from './desk.ts'

const plainConfig = readConfig({ OUTORGA_URL: 'https://outorga.example/' })
const given = readConfig({ ADMIN_EMAIL: 'chefe@casa.com.br', ADMIN_PASSWORD: goodPassword })
const newPassword = 'outro tempo, outra chave'

const start = ({ db, clock }: Desk, config = plainConfig) =>
  ensureAdministrator(db, config, { passwords, now: clock.now })

describe('the first start', () => {
  const withDesk = async (work: (desk: Desk) => Promise<void>) => {
    const desk = await openDesk()
    await work(desk).finally(() => desk.close())
  }

  test('the administrator of the settings signs in with the password of the settings', () =>
    withDesk(async desk => {
      expect(await start(desk, given)).toBeNull()
      const { access_token: token } = await desk.enter('chefe@casa.com.br')
      expect((await desk.call('GET', '/api/v1/users/me', { token })).body.data).toMatchObject({
        is_admin: true,
        profile: { slug: 'administrador' },
      })
    }))

  test.each(['flamengo2024', 'abcdefghijkl', 'chefe@casa.com.br'])(
    'the password %s of the settings is refused as anybody’s would be, and nobody is made',
    password =>
      withDesk(async desk => {
        const weak = readConfig({ ADMIN_EMAIL: 'chefe@casa.com.br', ADMIN_PASSWORD: password })
        await expect(start(desk, weak)).rejects.toThrow(/Configuração inválida:\n {2}- ADMIN_PASSWORD não serve\. .+\./)
        const { rows } = await sql`select email from users`.execute(desk.db)
        expect(rows).toEqual([])
        // Once there is an administrator the setting is not looked at again.
        expect(await start(desk, given)).toBeNull()
        expect(await start(desk, weak)).toBeNull()
      }),
  )

  test('that administrator is made once, whatever becomes of it', () =>
    withDesk(async desk => {
      await start(desk, given)
      await addUser(desk, { email: 'other@casa.com.br' })
      await sql`update users set email = 'novo@casa.com.br' where email = 'chefe@casa.com.br'`.execute(desk.db)
      expect(await start(desk, given)).toBeNull()
      const { rows } = await sql`select email from users order by email`.execute(desk.db)
      expect(rows).toEqual([{ email: 'novo@casa.com.br' }, { email: 'other@casa.com.br' }])
    }))

  test('without settings a one-time link is answered, and there is no password before it is used', () =>
    withDesk(async desk => {
      const link = await start(desk)
      expect(link).toMatch(/^https:\/\/outorga\.example\/account\/reset\?token=[\w-]{43}$/)
      const token = new URL(link ?? '').searchParams.get('token')
      for (const guess of ['', 'admin', 'outorga'])
        expect(await desk.signIn('admin@localhost', guess)).toMatchObject({ status: 400 })
      const body = { token, password: newPassword, password_confirmation: newPassword }
      expect(await desk.call('POST', '/api/v1/reset-password', { body })).toMatchObject({ status: 200 })
      expect(await desk.signIn('admin@localhost', newPassword)).toMatchObject({ status: 200 })
      expect(await start(desk)).toBeNull()
    }))

  test('a start after a lost link answers another, and the lost one is dead', () =>
    withDesk(async desk => {
      const lost = new URL((await start(desk)) ?? '').searchParams.get('token')
      const link = await start(desk)
      expect(link).not.toBeNull()
      const body = { token: lost, password: newPassword, password_confirmation: newPassword }
      expect(await desk.call('POST', '/api/v1/reset-password', { body })).toMatchObject({ status: 422 })
      const { rows } = await sql`select email from users`.execute(desk.db)
      expect(rows).toEqual([{ email: 'admin@localhost' }])
    }))

  test('nothing is printed where somebody can already sign in', () =>
    withDesk(async desk => {
      await addUser(desk, { email: 'demo@casa.com.br' })
      expect(await start(desk)).toBeNull()
    }))

  test('several processes that start at once make one administrator and share one client', () =>
    withDesk(async desk => {
      await Promise.all([start(desk, given), start(desk, given), start(desk, given)])
      const { rows } = await sql`select id from users`.execute(desk.db)
      expect(rows).toHaveLength(1)
      const clients = await Promise.all([1, 2, 3].map(() => oauthClient(desk.db, plainConfig)))
      expect(new Set(clients.map(({ secret }) => secret)).size).toBe(1)
      expect(clients[0]?.secret).toMatch(/^[\w-]{43}$/)
    }))

  test('the client of the settings comes before the one of the installation', () =>
    withDesk(async desk => {
      const config = readConfig({ OAUTH_CLIENT_ID: 'ours', OAUTH_CLIENT_SECRET: 'secret' })
      expect(await oauthClient(desk.db, config)).toEqual({ id: 'ours', secret: 'secret' })
    }))
})
