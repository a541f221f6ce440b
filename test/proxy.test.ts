import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { readTrust } from '#server/proxy.ts'
import { addUser, client, goodPassword, openDesk, type Desk } from './auth/desk.ts'

test.each([
  ['0', '203.0.113.1', 0, false],
  ['false', '127.0.0.1', 0, false],
  ['1', '203.0.113.1', 0, true],
  ['1', '203.0.113.1', 1, false],
  ['2', '203.0.113.1', 1, true],
  ['loopback', '127.0.0.9', 3, true],
  ['loopback', '::ffff:127.0.0.1', 0, true],
  ['loopback', '::1', 0, true],
  ['loopback', '10.0.0.1', 0, false],
  ['loopback, uniquelocal', '10.0.0.1', 0, true],
  ['203.0.113.0/24', '203.0.113.77', 0, true],
  ['203.0.113.0/24', '203.0.114.77', 0, false],
  ['2001:db8::/32', '2001:db8:1::7', 0, true],
  ['192.0.2.7', '192.0.2.7', 0, true],
  ['192.0.2.7', 'unknown', 0, false],
])('TRUST_PROXY=%s asked of %s, %i hops away: %s', (setting, address, hop, believed) => {
  expect(readTrust(setting)?.(address, hop)).toBe(believed)
})

test.each(['true', 'sim', '-1', '1.5', '99', '', '10.0.0.0/33', '::/129', 'proxy.local', '127.0.0.1;10.0.0.1'])(
  'TRUST_PROXY=%s is no number of hops and no network',
  setting => {
    expect(readTrust(setting)).toBeNull()
  },
)

describe('behind a proxy', () => {
  const behind = async (TRUST_PROXY: string, work: (desk: Desk) => Promise<void>) => {
    const desk = await openDesk({ TRUST_PROXY })
    await work(desk).finally(() => desk.close())
  }
  /** As a proxy hands it on: it appends who connected to what the caller wrote. */
  const from = (invented: string, real: string) => ({
    ip: '127.0.0.1',
    headers: { 'x-forwarded-for': `${invented}, ${real}` },
  })
  const guess = async (desk: Desk, invented: string, real: string) =>
    (await desk.signIn('maria@casa.com.br', 'um chute qualquer', from(invented, real))).status

  test.each(['1', 'loopback'])(
    'with TRUST_PROXY=%s an address the caller invents frees nobody of the brakes',
    setting =>
      behind(setting, async desk => {
        await addUser(desk, { email: 'maria@casa.com.br' })
        const statuses: number[] = []
        for (let i = 0; i < 12; i++) statuses.push(await guess(desk, `8.8.8.${i}`, '203.0.113.9'))
        expect(statuses).toEqual([...Array.from({ length: 6 }, () => 400), ...Array.from({ length: 6 }, () => 429)])
        const { rows } = await sql<{ key: string }>`select key from login_attempts`.execute(desk.db)
        expect(rows.filter(({ key }) => key.includes('8.8.8'))).toEqual([])
        expect(rows.some(({ key }) => key.endsWith('203.0.113.9'))).toBe(true)
      }),
  )

  test('the session keeps the address the proxy saw, and each caller has their own brakes', () =>
    behind('1', async desk => {
      await addUser(desk, { email: 'maria@casa.com.br' })
      for (let i = 0; i < 7; i++) await guess(desk, '198.51.100.5', '203.0.113.9')
      const { status } = await desk.signIn('maria@casa.com.br', goodPassword, from('203.0.113.9', '198.51.100.5'))
      expect(status).toBe(200)
      const { rows } = await sql<{ ip: string }>`select ip from sessions`.execute(desk.db)
      expect(rows).toEqual([{ ip: '198.51.100.5' }])
    }))

  test('two hops are two, and without the setting nothing is believed', async () => {
    const ipWith = async (setting: string) => {
      let ip = ''
      await behind(setting, async desk => {
        await addUser(desk, { email: 'maria@casa.com.br' })
        await desk.enter('maria@casa.com.br', {
          ip: '127.0.0.1',
          headers: { 'x-forwarded-for': '8.8.8.8, 198.51.100.5, 10.0.0.3' },
        })
        const { rows } = await sql<{ ip: string }>`select ip from sessions`.execute(desk.db)
        ip = rows[0]?.ip ?? ''
      })
      return ip
    }
    expect(await ipWith('2')).toBe('198.51.100.5')
    expect(await ipWith('loopback,uniquelocal')).toBe('198.51.100.5')
    expect(await ipWith('0')).toBe('127.0.0.1')
  })

  test('a forged host or scheme changes no link and no answer', () =>
    behind('1', async desk => {
      await addUser(desk, { email: 'maria@casa.com.br' })
      const { headers } = await desk.call('POST', '/api/v1/password-recovery', {
        body: { email: 'maria@casa.com.br' },
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', host: 'evil.example' },
      })
      expect(headers['strict-transport-security']).toBeDefined()
      expect(await desk.mails()).toEqual([expect.stringContaining('https://outorga.example/account/reset')])
      expect((await desk.mails()).join()).not.toContain('evil.example')
    }))

  test('a token nobody holds counts on the address; who holds one counts by themselves, however many they hold', async () => {
    const desk = await openDesk({ REQUESTS_PER_MINUTE: '20' })
    await addUser(desk, { email: 'maria@casa.com.br' })
    const me = async (token: string, ip: string) => (await desk.call('GET', '/api/v1/users/me', { token, ip })).status
    const invented: number[] = []
    for (let i = 0; i < 22; i++) invented.push(await me(`${'x'.repeat(30)}${i}`, '10.9.0.1'))
    expect(invented).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429])

    const first = await desk.enter('maria@casa.com.br', { ip: '10.9.0.2' })
    const { body } = await desk.call('POST', '/oauth/token', {
      ip: '10.9.0.3',
      body: { ...client, grant_type: 'refresh_token', refresh_token: first.refresh_token },
    })
    const tokens = [first.access_token, String(body.access_token)]
    const held: number[] = []
    for (let i = 0; i < 22; i++) held.push(await me(tokens[i % 2] ?? '', `10.9.1.${i}`))
    expect(held).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
    // The neighbour's inventions did not cost the person anything, nor theirs the neighbour.
    expect(await me('y'.repeat(30), '10.9.1.1')).toBe(401)
    await desk.close()
  })
})
