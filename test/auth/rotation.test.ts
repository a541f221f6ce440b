import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepSignIn } from '#features/people/auth/sweep.server.ts'
import { addUser, openDesk, type Desk } from './desk.ts'

const tokenOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => String(body.refresh_token)

describe('refreshing', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
    await addUser(desk, { email: 'maria@casa.com.br' })
  })
  afterAll(() => desk.close())

  test('a refresh token is traded once, and its copy ends the session after the grace', async () => {
    const first = await desk.enter('maria@casa.com.br')
    const second = await desk.refresh(first.refresh_token)
    expect(second.status).toBe(200)
    desk.clock.forward(11)
    expect(await desk.refresh(first.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await desk.refresh(tokenOf(second))).toMatchObject({ status: 400 })
    expect(await desk.call('GET', '/api/v1/users/me', { token: first.access_token })).toMatchObject({ status: 401 })
    const { rows } = await sql`select ended_by from sessions order by id desc limit 1`.execute(desk.db)
    expect(rows).toEqual([{ ended_by: 'reuse' }])
  })

  test('two tabs that refresh at the same moment both stay signed in', async () => {
    const { refresh_token } = await desk.enter('maria@casa.com.br')
    const tabs = await Promise.all([desk.refresh(refresh_token), desk.refresh(refresh_token)])
    expect(tabs.map(({ status }) => status)).toEqual([200, 200])
    for (const tab of tabs) expect(await desk.refresh(tokenOf(tab))).toMatchObject({ status: 200 })
  })

  test('the third use of the predecessor is a theft, even at once', async () => {
    const { refresh_token } = await desk.enter('maria@casa.com.br')
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await desk.refresh(refresh_token))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400])
  })

  test('only the immediate predecessor is graced', async () => {
    const first = await desk.enter('maria@casa.com.br')
    const second = await desk.refresh(first.refresh_token)
    const third = await desk.refresh(tokenOf(second))
    expect(await desk.refresh(first.refresh_token)).toMatchObject({ status: 400 })
    expect(await desk.refresh(tokenOf(third))).toMatchObject({ status: 400 })
  })

  test('a server that dies in the middle of a rotation leaves the old token good', async () => {
    const { refresh_token } = await desk.enter('maria@casa.com.br')
    await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`.execute(
      desk.db,
    )
    await sql`create trigger die before insert on refresh_tokens execute function die()`.execute(desk.db)
    expect((await desk.refresh(refresh_token)).status).toBeGreaterThanOrEqual(500)
    await sql`drop trigger die on refresh_tokens`.execute(desk.db)
    desk.clock.forward(60)
    expect(await desk.refresh(refresh_token)).toMatchObject({ status: 200 })
  })

  test('an access token lasts a quarter of an hour', async () => {
    const { access_token: token } = await desk.enter('maria@casa.com.br')
    desk.clock.forward(899)
    expect(await desk.call('GET', '/api/v1/users/me', { token })).toMatchObject({ status: 200 })
    desk.clock.forward(1)
    expect(await desk.call('GET', '/api/v1/users/me', { token })).toMatchObject({ status: 401 })
  })

  test('a session unused for a day ends', async () => {
    const { refresh_token } = await desk.enter('maria@casa.com.br')
    desk.clock.forward(86_400)
    expect(await desk.refresh(refresh_token)).toMatchObject({ status: 400 })
  })

  test('a session in daily use ends after a week', async () => {
    let { refresh_token } = await desk.enter('maria@casa.com.br')
    for (let day = 0; day < 7; day++) {
      desk.clock.forward(86_000)
      refresh_token = tokenOf(await desk.refresh(refresh_token))
    }
    desk.clock.forward(604_800 - 7 * 86_000 - 60)
    const last = await desk.refresh(refresh_token)
    expect(last.body.expires_in).toBe(60)
    desk.clock.forward(60)
    expect(await desk.refresh(tokenOf(last))).toMatchObject({ status: 400 })
  })

  test('sweeping spares what is alive', async () => {
    const { access_token: token, refresh_token } = await desk.enter('maria@casa.com.br')
    await sweepSignIn(desk.db, desk.clock.now)
    expect(await desk.call('GET', '/api/v1/users/me', { token })).toMatchObject({ status: 200 })
    expect(await desk.refresh(refresh_token)).toMatchObject({ status: 200 })
    desk.clock.forward(91 * 86_400)
    await sweepSignIn(desk.db, desk.clock.now)
    const { rows } = await sql`select id from sessions union all select session_id from access_tokens
      union all select session_id from refresh_tokens`.execute(desk.db)
    expect(rows).toEqual([])
  })
})
