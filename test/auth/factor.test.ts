import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantTypes } from '#features/people/factor/factors.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { addUser, goodPassword, openDesk, type Desk } from './desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ SECRETS_KEY: randomBytes(32).toString('base64'), REQUESTS_PER_MINUTE: '1000000' })
})
afterAll(() => desk.close())

const codeAt = (secret: string, moment: Date) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: moment.getTime() })
const wrongCode = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map(seconds => codeAt(secret, new Date(desk.clock.now.getTime() + seconds * 1000)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(code => !near.includes(code)) ?? ''
}

let people = 0
/** Somebody with a device that makes codes; a minute passes, so that the code of the registration is spent and gone. */
async function withCodes() {
  const email = `fator${++people}@casa.com.br`
  const id = await addUser(desk, { email })
  const { access_token: token } = await desk.enter(email)
  const begun = await desk.call('POST', '/api/v1/users/me/totp', { token, body: { name: 'Celular' } })
  expect(begun.status).toBe(200)
  const { uuid, secret } = begun.body.data as { uuid: string; secret: string }
  const proved = await desk.call('PUT', `/api/v1/users/me/totp/${uuid}`, {
    token,
    body: { code: codeAt(secret, desk.clock.now) },
  })
  expect(proved.status).toBe(200)
  desk.clock.forward(60)
  const codes = proved.body.data.recovery_codes as readonly string[]
  return { id, email, token, uuid, secret, codes }
}

const stepOf = async (email: string, more: object = {}, given: Parameters<Desk['grant']>[1] = {}) => {
  const { status, body } = await desk.grant(
    { grant_type: 'password', username: email, password: goodPassword, ...more },
    given,
  )
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'mfa_required' })
  return String(body.data.mfa_token)
}
const finish = (mfa_token: string, shown: object, given: Parameters<Desk['grant']>[1] = {}) =>
  desk.grant({ grant_type: grantTypes.secondFactor, mfa_token, ...shown }, given)
const now = (secret: string) => ({ otp: codeAt(secret, desk.clock.now) })

describe('a device that makes codes', () => {
  test('is worth nothing before its first code was shown, and is then asked for after the password', async () => {
    const email = 'comeca@casa.com.br'
    await addUser(desk, { email })
    const { access_token: token } = await desk.enter(email)
    const { body } = await desk.call('POST', '/api/v1/users/me/totp', { token, body: { name: 'Celular' } })
    expect(body.data).toMatchObject({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Outorga:comeca%40casa\.com\.br\?issuer=Outorga&secret=/),
    })
    expect((await desk.signIn(email)).status).toBe(200)
    const { uuid, secret } = body.data as { uuid: string; secret: string }
    const url = `/api/v1/users/me/totp/${uuid}`
    expect(await desk.call('PUT', url, { token, body: { code: wrongCode(secret) } })).toMatchObject({ status: 422 })
    const code = codeAt(secret, desk.clock.now)
    const all = await Promise.all(Array.from({ length: 12 }, () => desk.call('PUT', url, { token, body: { code } })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const confirmed = all.find(({ status }) => status === 200)
    expect(confirmed?.body.data.recovery_codes).toHaveLength(10)
    const step = await stepOf(email)
    // The code that proved the registration opens nothing.
    expect(await finish(step, { otp: code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    desk.clock.forward(30)
    expect(await finish(step, now(secret))).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  })

  test('a clock may be off by one step, and not by two', async () => {
    const { email, secret } = await withCodes()
    const at = (seconds: number) => codeAt(secret, new Date(desk.clock.now.getTime() + seconds * 1000))
    expect((await finish(await stepOf(email), { otp: at(-90) })).status).toBe(400)
    expect((await finish(await stepOf(email), { otp: at(90) })).status).toBe(400)
    expect((await finish(await stepOf(email), { otp: at(-30) })).status).toBe(200)
    expect((await finish(await stepOf(email), { otp: at(30) })).status).toBe(200)
    // Of steps that are past, one was already used after them.
    expect((await finish(await stepOf(email), { otp: at(0) })).status).toBe(400)
  })

  test('of twelve at once with one code one signs in, in one sign-in and in twelve', async () => {
    const { email, secret } = await withCodes()
    const step = await stepOf(email)
    const one = await Promise.all(Array.from({ length: 12 }, () => finish(step, now(secret))))
    expect(one.filter(({ status }) => status === 200)).toHaveLength(1)
    desk.clock.forward(90)
    const steps = []
    for (let n = 0; n < 12; n++) steps.push(await stepOf(email, {}, { ip: `10.9.${n}.1` }))
    const each = await Promise.all(steps.map((mine, n) => finish(mine, now(secret), { ip: `10.9.${n}.1` })))
    expect(each.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a stolen table gives no secret, no step and no recovery code', async () => {
    const { email, secret, codes } = await withCodes()
    const step = await stepOf(email)
    const { rows } = await sql<{ stored: string }>`
      select user_factors::text as stored from user_factors union all select recovery_codes::text from recovery_codes
      union all select sign_in_steps::text from sign_in_steps union all select sign_in_devices::text from sign_in_devices
      union all select letter::text from mails union all select changes::text from audit_events
      union all select idempotency_keys::text from idempotency_keys`.execute(desk.db)
    expect(rows.length).toBeGreaterThan(5)
    for (const { stored } of rows)
      for (const kept of [secret, step, codes[0] ?? '', (codes[0] ?? '').replaceAll('-', '')])
        expect(stored).not.toContain(kept)
  })
})

describe('the second step', () => {
  test('takes five attempts, and ends after ten minutes; then the password is asked for again', async () => {
    const { email, secret } = await withCodes()
    const step = await stepOf(email)
    for (let left = 4; left >= 0; left--) {
      desk.clock.forward(61)
      expect(await finish(step, { otp: wrongCode(secret) })).toMatchObject({
        status: 400,
        body: { data: { attempts_left: left } },
      })
    }
    desk.clock.forward(61)
    expect(await finish(step, now(secret))).toMatchObject({ status: 400, body: { data: { step: 'over' } } })
    const late = await stepOf(email)
    desk.clock.forward(601)
    expect(await finish(late, now(secret))).toMatchObject({ status: 400, body: { data: { step: 'over' } } })
    expect((await finish(await stepOf(email), now(secret))).status).toBe(200)
  })

  test('guesses from everywhere wait together, and the owner does not where they sign in', async () => {
    const { email, secret } = await withCodes()
    let judged = 0
    for (let n = 0; n < 40; n++) {
      const ip = `10.7.${n}.1`
      const { status } = await finish(await stepOf(email, {}, { ip }), { otp: wrongCode(secret) }, { ip })
      if (status !== 429) judged++
    }
    expect(judged).toBe(21)
    expect((await finish(await stepOf(email), now(secret))).status).toBe(200)
  })

  test('nothing but a factor of the same person ends it', async () => {
    const [one, other] = [await withCodes(), await withCodes()]
    const step = await stepOf(one.email)
    for (const shown of [
      {},
      { otp: '' },
      now(other.secret),
      { recovery_code: other.codes[0] },
      { passkey: '{}' },
      { passkey: 'x' },
    ])
      expect(await finish(step, shown, { ip: '10.0.0.1' })).toMatchObject({ status: 400 })
    expect((await finish('x'.repeat(43), now(one.secret))).body.data).toMatchObject({ step: 'over' })
  })

  test('a changed password ends the steps that were begun with the old one', async () => {
    const { email, token, secret } = await withCodes()
    const step = await stepOf(email)
    const password = 'sete barcos na garoa fria'
    const body = { current_password: goodPassword, password, password_confirmation: password }
    expect((await desk.call('PUT', '/api/v1/users/me', { token, body })).status).toBe(200)
    expect(await finish(step, now(secret))).toMatchObject({ status: 400, body: { data: { step: 'over' } } })
  })
})

describe('a recovery code', () => {
  test('opens once, however it is typed, and of twelve at once one', async () => {
    const { id, email, codes } = await withCodes()
    const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ')
    const steps = []
    for (let n = 0; n < 12; n++) steps.push(await stepOf(email, {}, { ip: `10.8.${n}.1` }))
    const all = await Promise.all(steps.map((mine, n) => finish(mine, { recovery_code: typed }, { ip: `10.8.${n}.1` })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const mails = await desk.mails()
    expect(mails.filter(text => text.includes(`To: ${email}`) && /Restam 9/.test(text))).toHaveLength(1)
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from recovery_codes where user_id = ${id} and used_at is null`.execute(desk.db)
    expect(rows).toEqual([{ left: 9 }])
  })

  test('of a set that was replaced opens nothing', async () => {
    const { email, token, codes } = await withCodes()
    const { status, body } = await desk.call('POST', '/api/v1/users/me/codigos', { token })
    expect(status).toBe(200)
    const fresh = body.data.recovery_codes as readonly string[]
    expect(fresh).toHaveLength(10)
    expect((await finish(await stepOf(email), { recovery_code: codes[1] })).status).toBe(400)
    expect((await finish(await stepOf(email), { recovery_code: fresh[1] })).status).toBe(200)
  })
})

describe('a remembered browser', () => {
  const device = 'a'.repeat(43)
  test('asks for no second factor for thirty days, and nowhere else', async () => {
    const { email, secret } = await withCodes()
    expect((await finish(await stepOf(email, { device }), { ...now(secret), device, remember: '1' })).status).toBe(200)
    const enter = (word?: string) =>
      desk.grant({ grant_type: 'password', username: email, password: goodPassword, ...(word && { device: word }) })
    expect((await enter(device)).status).toBe(200)
    expect((await enter()).body.error).toBe('mfa_required')
    expect((await enter('b'.repeat(43))).body.error).toBe('mfa_required')
    desk.clock.forward(30 * 86_400 + 1)
    expect((await enter(device)).body.error).toBe('mfa_required')
  })

  test('is forgotten by its owner, and by a new password', async () => {
    const { email, secret } = await withCodes()
    const remembered = async () => {
      desk.clock.forward(90)
      const word = randomBytes(32).toString('base64url')
      const { body } = await finish(await stepOf(email, { device: word }), {
        ...now(secret),
        device: word,
        remember: '1',
      })
      return { word, token: String(body.access_token) }
    }
    const asks = async (word: string, password = goodPassword) =>
      (await desk.grant({ grant_type: 'password', username: email, password, device: word })).body.error ===
      'mfa_required'
    const first = await remembered()
    expect(await asks(first.word)).toBe(false)
    const { body } = await desk.call('GET', '/api/v1/users/me/seguranca', { token: first.token })
    const [listed] = body.data.devices as readonly { uuid: string }[]
    expect(
      (await desk.call('DELETE', `/api/v1/users/me/aparelhos/${listed?.uuid}`, { token: first.token })).status,
    ).toBe(200)
    expect(await asks(first.word)).toBe(true)
    const second = await remembered()
    expect(await asks(second.word)).toBe(false)
    const password = 'sete barcos na garoa fria'
    const change = { current_password: goodPassword, password, password_confirmation: password }
    expect((await desk.call('PUT', '/api/v1/users/me', { token: second.token, body: change })).status).toBe(200)
    expect(await asks(second.word, password)).toBe(true)
  })
})

describe('doors that give a session', () => {
  test('a mailed link changes the password, and the factor is asked for as before', async () => {
    const { email, secret, id } = await withCodes()
    const token = 'r'.repeat(43)
    await sql`insert into password_resets (hash, user_id, created_at, expires_at)
      values (${hashOf(token)}, ${id}, ${desk.clock.now.toISOString()}::timestamptz,
        ${desk.clock.now.toISOString()}::timestamptz + interval '30 minutes')`.execute(desk.db)
    const password = 'oito pontes sobre o rio'
    const reset = await desk.call('POST', '/api/v1/reset-password', {
      body: { token, password, password_confirmation: password },
    })
    expect(reset.status).toBe(200)
    const { body } = await desk.signIn(email, password)
    expect(body.error).toBe('mfa_required')
    expect((await finish(String(body.data.mfa_token), now(secret))).status).toBe(200)
  })

  test('a profile that demands a factor lets in for days, and then to register one alone', async () => {
    const email = 'exigida@casa.com.br'
    await addUser(desk, { email, slug: 'exigente', audience: 'equipe' })
    await sql`update users set profile_since = ${desk.clock.now.toISOString()}::timestamptz where email = ${email}`.execute(
      desk.db,
    )
    await sql`update profiles set second_factor_days = 7, second_factor_since = ${desk.clock.now.toISOString()}::timestamptz
      where slug = 'exigente'`.execute(desk.db)
    const me = async () => {
      const { access_token: token } = await desk.enter(email)
      return { token, ...(await desk.call('GET', '/api/v1/users/me', { token })).body.data }
    }
    const before: Record<string, unknown> = await me()
    expect(before).toMatchObject({ cadastrar_segundo_fator: false, segundo_fator_ate: expect.any(String) })
    desk.clock.forward(7 * 86_400)
    const after: Record<string, unknown> = await me()
    expect(after).toMatchObject({ cadastrar_segundo_fator: true })
    const token = String(after.token)
    expect(await desk.call('GET', '/api/v1/users/me/sessions', { token })).toMatchObject({
      status: 403,
      body: { route: '/seguranca' },
    })
    const begun = await desk.call('POST', '/api/v1/users/me/totp', { token, body: { name: 'Celular' } })
    const { uuid, secret } = begun.body.data as { uuid: string; secret: string }
    const code = codeAt(secret, desk.clock.now)
    expect((await desk.call('PUT', `/api/v1/users/me/totp/${uuid}`, { token, body: { code } })).status).toBe(200)
    expect((await desk.call('GET', '/api/v1/users/me/sessions', { token })).status).toBe(200)
    expect(await desk.call('DELETE', `/api/v1/users/me/segundo-fator/${uuid}`, { token })).toMatchObject({
      status: 409,
    })
  })

  test('a sign-in in a new place is reported once', async () => {
    const email = 'viaja@casa.com.br'
    await addUser(desk, { email })
    const mails = async () => (await desk.mails()).filter(text => text.includes(`To: ${email}`)).length
    await desk.enter(email)
    expect(await mails()).toBe(0)
    await desk.enter(email, { ip: '10.50.0.1' })
    expect(await mails()).toBe(1)
    await desk.enter(email, { ip: '10.50.0.1' })
    expect(await mails()).toBe(1)
  })
})

describe('guarded acts', () => {
  const remove = (token: string, uuid: string) =>
    desk.call('DELETE', `/api/v1/users/me/segundo-fator/${uuid}`, { token })
  const prove = (token: string, body: object) => desk.call('POST', '/api/v1/users/me/prova', { token, body })

  test('ask for a proof after ten minutes; who has a factor proves changes of factors by it', async () => {
    const { token, uuid, secret } = await withCodes()
    desk.clock.forward(600)
    const refused = await remove(token, uuid)
    expect(refused).toMatchObject({ status: 403, body: { code: 'unproven', data: { proof: 'factor' } } })
    expect(await prove(token, { password: 'uma senha errada' })).toMatchObject({ status: 422 })
    expect((await prove(token, { password: goodPassword })).status).toBe(200)
    expect(await remove(token, uuid)).toMatchObject({ status: 403, body: { code: 'unproven' } })
    expect((await prove(token, now(secret))).status).toBe(200)
    // A code that proved is spent.
    expect(await prove(token, now(secret))).toMatchObject({ status: 422 })
    expect((await remove(token, uuid)).status).toBe(200)
  })

  test('a proof is of one session alone', async () => {
    const { email, token, uuid, secret } = await withCodes()
    desk.clock.forward(600)
    const { body } = await finish(await stepOf(email), now(secret))
    expect(await remove(token, uuid)).toMatchObject({ status: 403 })
    expect((await remove(String(body.access_token), uuid)).status).toBe(200)
  })

  test('one by a remembered browser opens no change of factors', async () => {
    const device = randomBytes(32).toString('base64url')
    const { email, uuid, secret } = await withCodes()
    await finish(await stepOf(email, { device }), { ...now(secret), device, remember: '1' })
    const { body } = await desk.grant({ grant_type: 'password', username: email, password: goodPassword, device })
    expect(await remove(String(body.access_token), uuid)).toMatchObject({ status: 403, body: { code: 'unproven' } })
  })
})
