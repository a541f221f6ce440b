import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitAfter } from '#features/people/auth/throttle.ts'
import { neighbourhoodOf, networkOf } from '#server/network.ts'
import { addUser, goodPassword, openDesk, type Desk } from './desk.ts'

test('the wait grows from nothing to a minute, and no further', () => {
  expect([1, 5, 6, 7, 8, 11, 12, 13, 1_000_000].map(failures => waitAfter(failures, 5))).toEqual([
    0, 0, 1, 2, 4, 32, 60, 60, 60,
  ])
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::203.0.113.7', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['2001:0DB8:1::5', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, address) => {
  expect(networkOf(ip)).toBe(address)
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
])('%s is of the network %s', (ip, network) => {
  expect(neighbourhoodOf(ip)).toBe(network)
})

describe('guessing', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
      await addUser(desk, { email: `${name}@casa.com.br` })
  })
  afterAll(() => desk.close())

  const guess = async (email: string, ip: string) => (await desk.signIn(email, 'um chute qualquer', { ip })).status

  test('after five failures the sixth is the last before waiting, and the wait is told', async () => {
    for (let i = 0; i < 6; i++) expect(await guess('a@casa.com.br', '10.2.0.1')).toBe(400)
    const { status, headers, body } = await desk.signIn('a@casa.com.br', goodPassword, { ip: '10.2.0.1' })
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('1')
    expect(body.type).toBe('error')
    desk.clock.forward(1)
    expect(await desk.signIn('a@casa.com.br', goodPassword, { ip: '10.2.0.1' })).toMatchObject({ status: 200 })
    expect(await guess('a@casa.com.br', '10.2.0.1')).toBe(400)
  })

  test('a thousand guesses at once are counted one by one', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => guess('b@casa.com.br', '10.2.0.2')))
    expect(statuses.filter(status => status === 400)).toHaveLength(6)
    expect(statuses.filter(status => status === 429)).toHaveLength(14)
  })

  test('a stranger who keeps failing elsewhere does not keep the owner out', async () => {
    await desk.enter('c@casa.com.br', { ip: '10.2.1.1' })
    for (let host = 0; host < 60; host++) await guess('c@casa.com.br', `10.3.0.${host}`)
    expect(await desk.signIn('c@casa.com.br', goodPassword, { ip: '10.2.1.1' })).toMatchObject({ status: 200 })
  })

  test('nor does the stranger keep them out of a place they have never been to', async () => {
    for (let host = 0; host < 60; host++) await guess('f@casa.com.br', `10.4.0.${host}`)
    expect(await desk.signIn('f@casa.com.br', goodPassword, { ip: '198.51.100.7' })).toMatchObject({ status: 200 })
    // Who mistypes first is heard again too, and only their own mistakes make them wait.
    expect(await guess('f@casa.com.br', '198.51.100.8')).toBe(400)
    expect(await desk.signIn('f@casa.com.br', goodPassword, { ip: '198.51.100.8' })).toMatchObject({ status: 200 })
  })

  test('while strangers try one account, each new address has one mistake instead of five', async () => {
    for (let host = 0; host < 51; host++) await guess('g@casa.com.br', `10.5.0.${host}`)
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push(await guess('g@casa.com.br', '198.51.100.9'))
    expect(statuses).toEqual([400, 400, 429, 429])
    expect(await guess('h@casa.com.br', '198.51.100.9')).toBe(400)
  })

  test('a network full of addresses is heard in turn, and a right password from it is let in', async () => {
    for (let i = 0; i < 125; i++) await guess(`spray${i}@casa.com.br`, `2001:db8:7:${i.toString(16)}::1`)
    const fresh = '2001:db8:7:ffff::1'
    expect([await guess('i@casa.com.br', fresh), await guess('i@casa.com.br', fresh)]).toEqual([400, 400])
    expect(await guess('i@casa.com.br', fresh)).toBe(429)
    expect(await desk.signIn('f@casa.com.br', goodPassword, { ip: '2001:db8:7:fffe::1' })).toMatchObject({
      status: 200,
    })
  })

  test('one address that tries many accounts is slowed, but for who signed in there before', async () => {
    await desk.enter('d@casa.com.br', { ip: '10.2.2.2' })
    for (let i = 0; i < 31; i++) await guess(`guess${i}@casa.com.br`, '10.2.2.2')
    expect(await guess('another@casa.com.br', '10.2.2.2')).toBe(429)
    expect(await desk.signIn('d@casa.com.br', goodPassword, { ip: '10.2.2.2' })).toMatchObject({ status: 200 })
  })

  test('right and wrong passwords at once from one office never trip over each other', async () => {
    const people = ['a', 'b', 'c', 'd', 'e'].map(name => `${name}@casa.com.br`)
    desk.clock.forward(3_601)
    const rounds = await Promise.all(
      people.flatMap(email =>
        [goodPassword, 'um chute qualquer', goodPassword].map(word => desk.signIn(email, word, { ip: '10.2.5.1' })),
      ),
    )
    expect(rounds.map(({ status }) => status)).toEqual(people.flatMap(() => [200, 400, 200]))
  })

  test('failures are forgotten after an hour', async () => {
    for (let i = 0; i < 6; i++) await guess('e@casa.com.br', '10.2.3.1')
    desk.clock.forward(3_601)
    for (let i = 0; i < 5; i++) expect(await guess('e@casa.com.br', '10.2.3.1')).toBe(400)
    expect(await desk.signIn('e@casa.com.br', goodPassword, { ip: '10.2.3.1' })).toMatchObject({ status: 200 })
  })

  test('asking for links is slowed alike for e-mails that are known and that are not', async () => {
    for (const email of ['a@casa.com.br', 'nobody@casa.com.br']) {
      const statuses = []
      for (let i = 0; i < 5; i++)
        statuses.push(
          (await desk.call('POST', '/api/v1/password-recovery', { body: { email }, ip: '10.2.4.1' })).status,
        )
      expect(statuses).toEqual([200, 200, 200, 200, 429])
    }
  })
})
