import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { directoryGrant } from '#features/people/auth/directory.ts'
import { grantTypes } from '#features/people/factor/factors.ts'
import { provesFactor } from '#features/people/auth/directory-provider.server.ts'
import { readConfig } from '#settings.server.ts'
import { directoryOf } from '#features/people/auth/directory-settings.server.ts'
import { openDirectory, signInAt } from '#test/support/directory.ts'
import { addUser, openDesk, type Desk } from './desk.ts'

// Sign-in by the directory of the office, a certified OpenID provider on this machine.

const url = 'https://outorga.example'
const maria = { name: 'Maria Aparecida', email: 'maria@casa.example', email_verified: true, groups: ['operacao'] }

let directory: Awaited<ReturnType<typeof openDirectory>>
beforeAll(async () => {
  directory = await openDirectory(() => url)
})
afterAll(() => directory?.close())

const settings = (more: Readonly<Record<string, string>> = {}) => ({
  ...directory.env,
  SECRETS_KEY: randomBytes(32).toString('base64'),
  OIDC_PROFILES: 'chefia=administrador, operacao=colaborador',
  ...more,
})
async function openWith(more: Readonly<Record<string, string>> = {}) {
  const desk = await openDesk(settings(more))
  await addUser(desk, { email: 'dona@casa.example', slug: 'administrador' })
  await addUser(desk, { email: 'outro@casa.example', slug: 'colaborador' })
  return desk
}
async function begin(desk: Desk) {
  const { body } = await desk.call('POST', '/api/v1/entrar-pelo-diretorio', { body: {} })
  return { url: String(body.data.url), ticket: String(body.data.ticket) }
}
/** What the browser of a person brings back from the directory. */
async function answerOf(desk: Desk, who: string) {
  directory.sit(who)
  const { url: there, ticket } = await begin(desk)
  return { grant_type: directoryGrant, ticket, answer: await signInAt(there) }
}
const arrive = async (desk: Desk, who: string) => desk.grant(await answerOf(desk, who))
const personOf = async (desk: Desk, email: string) => {
  const { rows } = await sql<{ id: number; slug: string; active: boolean }>`
    select u.id::int as id, p.slug, u.active from users u join profiles p on p.id = u.profile_id
    where u.email = ${email} and u.deleted_at is null`.execute(desk.db)
  return rows
}

describe('the directory of the office', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openWith()
  })
  afterAll(() => desk?.close())
  beforeEach(() => {
    directory.people.clear()
    directory.people.set('m-1', maria)
    directory.fallSilent(false)
  })

  test('who is in a group comes in, is made once with its profile, and works with an ordinary session', async () => {
    const first = await arrive(desk, 'm-1')
    expect(first.status).toBe(200)
    const me = await desk.call('GET', '/api/v1/users/me', { token: String(first.body.access_token) })
    expect(me.body.data).toMatchObject({ name: maria.name, email: maria.email, profile: { slug: 'colaborador' } })
    expect((await arrive(desk, 'm-1')).status).toBe(200)
    expect(await personOf(desk, maria.email)).toHaveLength(1)
  })

  test('an e-mail that changes hands leads to nobody else’s account: people are known by their subject', async () => {
    await arrive(desk, 'm-1')
    directory.people.set('m-2', { ...maria, name: 'Outra Maria' })
    const other = await arrive(desk, 'm-2')
    expect(other).toMatchObject({ status: 403, body: { message: expect.stringContaining(maria.email) } })
    directory.people.set('m-1', { ...maria, email: 'maria.nova@casa.example' })
    expect((await arrive(desk, 'm-1')).status).toBe(200)
    expect(await personOf(desk, 'maria.nova@casa.example')).toEqual([])
  })

  test.each([
    ['no group of ours', { ...maria, groups: ['portaria'] }, /nenhum dos grupos/],
    ['no groups at all', { name: 'Sem', email: 'sem@casa.example', email_verified: true }, /nenhum dos grupos/],
    ['an e-mail nobody verified', { ...maria, email: 'a@casa.example', email_verified: false }, /e-mail verificado/],
    ['the e-mail of an account from before', { ...maria, email: 'outro@casa.example' }, /Já há aqui uma conta/],
  ])('with %s one is refused in words, and nothing is made', async (_why, person, words) => {
    const before = await personOf(desk, person.email)
    directory.people.set('x', person)
    const answer = await arrive(desk, 'x')
    expect(answer.status).toBe(403)
    expect(answer.body.message).toMatch(words)
    expect(await personOf(desk, person.email)).toEqual(before)
    const { rows } = await sql`select from directory_links where subject = 'x'`.execute(desk.db)
    expect(rows).toEqual([])
  })

  test('the groups decide over the profile at each sign-in, but the last administrator stays one', async () => {
    await arrive(desk, 'm-1')
    directory.people.set('m-1', { ...maria, groups: ['operacao', 'chefia'] })
    await arrive(desk, 'm-1')
    expect(await personOf(desk, maria.email)).toMatchObject([{ slug: 'administrador' }])
    await sql`update users set active = false where email = 'dona@casa.example'`.execute(desk.db)
    directory.people.set('m-1', maria)
    await arrive(desk, 'm-1')
    expect(await personOf(desk, maria.email)).toMatchObject([{ slug: 'administrador' }])
    await sql`update users set active = true where email = 'dona@casa.example'`.execute(desk.db)
    await arrive(desk, 'm-1')
    expect(await personOf(desk, maria.email)).toMatchObject([{ slug: 'colaborador' }])
  })

  test('who is inactive here stays out, whatever the directory says', async () => {
    await arrive(desk, 'm-1')
    await sql`update users set active = false where email = ${maria.email}`.execute(desk.db)
    expect(await arrive(desk, 'm-1')).toMatchObject({ status: 403 })
    await sql`update users set active = true where email = ${maria.email}`.execute(desk.db)
  })

  test('a ticket is good once, in the browser that has it, with its own answer and for a quarter of an hour', async () => {
    directory.sit('m-1')
    const [one, two] = [await begin(desk), await begin(desk)]
    const [answer, other] = [await signInAt(one.url), await signInAt(two.url)]
    const bring = (ticket: string, given: string) => desk.grant({ grant_type: directoryGrant, ticket, answer: given })
    // The answer of another challenge, and an answer without the ticket.
    expect(await bring(two.ticket, answer)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await bring(two.ticket, other)).status).toBe(400)
    expect((await bring('x'.repeat(43), answer)).status).toBe(400)
    const twelve = await Promise.all(Array.from({ length: 12 }, () => bring(one.ticket, answer)))
    expect(twelve.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 400)])
    const late = await begin(desk)
    const kept = await signInAt(late.url)
    desk.clock.forward(901)
    expect((await bring(late.ticket, kept)).status).toBe(400)
  })

  test('who is taken out of the directory is out here as soon as the access is renewed', async () => {
    const { body } = await arrive(desk, 'm-1')
    desk.clock.forward(60)
    const renewed = await desk.refresh(String(body.refresh_token))
    expect(renewed.status).toBe(200)
    directory.people.delete('m-1')
    desk.clock.forward(60)
    const out = await desk.refresh(String(renewed.body.refresh_token))
    expect(out).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await desk.call('GET', '/api/v1/users/me', { token: String(renewed.body.access_token) })).status).toBe(401)
  })

  test('who loses the groups is out likewise, and who changes them works with other rights', async () => {
    const { body } = await arrive(desk, 'm-1')
    directory.people.set('m-1', { ...maria, groups: ['chefia'] })
    desk.clock.forward(60)
    const renewed = await desk.refresh(String(body.refresh_token))
    expect(renewed.status).toBe(200)
    expect(await personOf(desk, maria.email)).toMatchObject([{ slug: 'administrador' }])
    directory.people.set('m-1', { ...maria, groups: [] })
    desk.clock.forward(60)
    expect((await desk.refresh(String(renewed.body.refresh_token))).status).toBe(400)
  })

  test('a silent directory ends no session: one is asked to try again, and goes on when it is back', async () => {
    const { body } = await arrive(desk, 'm-1')
    desk.clock.forward(60)
    directory.fallSilent(true)
    const waits = await desk.refresh(String(body.refresh_token))
    expect(waits).toMatchObject({ status: 503, headers: { 'retry-after': expect.anything() } })
    directory.fallSilent(false)
    expect((await desk.refresh(String(body.refresh_token))).status).toBe(200)
  })

  test('two tabs that renew at once ask the directory once, and both go on', async () => {
    const { body } = await arrive(desk, 'm-1')
    desk.clock.forward(60)
    const tab = async () => {
      for (;;) {
        const answer = await desk.refresh(String(body.refresh_token))
        if (answer.status !== 503) return answer.status
        await new Promise(done => setTimeout(done, 50))
      }
    }
    expect(await Promise.all([tab(), tab()])).toEqual([200, 200])
  })

  test('what lies in the tables opens nothing at the directory', async () => {
    await arrive(desk, 'm-1')
    const { rows } = await sql<{ proof: string }>`select proof from directory_sessions where proof is not null`.execute(
      desk.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { proof } of rows) expect(proof).toMatch(/^[A-Za-z0-9+/]{60,}={0,2}$/)
    expect((await desk.signIn(maria.email, '')).status).toBe(400)
  })
})

describe('what the directory proved', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openWith({ OIDC_LINK_EMAIL: '1', OIDC_PROFILES: 'operacao=colaborador' })
    // The directory lives now, and says when it asked.
    desk.clock.now = new Date()
  })
  afterAll(() => desk?.close())
  beforeEach(() => directory.people.clear())

  let people = 0
  /** Somebody from before the directory, with a device that makes codes. */
  async function withCodes(amr?: readonly string[]) {
    const email = `codigos${++people}@casa.example`
    await addUser(desk, { email, slug: 'colaborador' })
    const { access_token: token } = await desk.enter(email)
    const begun = await desk.call('POST', '/api/v1/users/me/totp', { token, body: { name: 'Celular' } })
    const { uuid, secret } = begun.body.data as { uuid: string; secret: string }
    const code = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: desk.clock.now.getTime() })
    await desk.call('PUT', `/api/v1/users/me/totp/${uuid}`, { token, body: { code: code() } })
    desk.clock.forward(60)
    const subject = `c-${people}`
    directory.people.set(subject, { ...maria, email, ...(amr && { amr }) })
    return { email, subject, code }
  }
  const me = async (token: unknown) => (await desk.call('GET', '/api/v1/users/me', { token: String(token) })).body.data

  test.each([[undefined], [['pwd']], [['pwd', 'sms']]])(
    'with %j our second step follows, and the session it gives is still the directory’s',
    async amr => {
      const { email, subject, code } = await withCodes(amr)
      const first = await arrive(desk, subject)
      expect(first).toMatchObject({
        status: 400,
        body: { error: 'mfa_required', data: { methods: ['totp', 'recovery'] } },
      })
      const mfa_token = String(first.body.data.mfa_token)
      const end = (otp: string) => desk.grant({ grant_type: grantTypes.secondFactor, mfa_token, otp })
      expect((await end('000000')).status).toBe(400)
      const { status, body } = await end(code())
      expect(status).toBe(200)
      expect(await me(body.access_token)).toMatchObject({ email })
      directory.people.delete(subject)
      desk.clock.forward(60)
      expect((await desk.refresh(String(body.refresh_token))).status).toBe(400)
      expect((await desk.call('GET', '/api/v1/users/me', { token: String(body.access_token) })).status).toBe(401)
    },
  )

  test('with more than a password nothing is asked here, and it opens what a factor opens', async () => {
    const { subject } = await withCodes(['pwd', 'otp', 'mfa'])
    const { status, body } = await arrive(desk, subject)
    expect(status).toBe(200)
    const token = String(body.access_token)
    expect((await desk.call('POST', '/api/v1/users/me/codigos', { token })).status).toBe(200)
  })

  test('a profile that demands a second factor takes the directory’s, and else has one registered', async () => {
    await sql`update profiles set second_factor_days = 0, second_factor_since = now() - interval '1 year'
      where slug = 'colaborador'`.execute(desk.db)
    directory.people.set('forte', { ...maria, email: 'forte@casa.example', amr: ['hwk'] })
    directory.people.set('fraca', { ...maria, email: 'fraca@casa.example', amr: ['pwd'] })
    const [strong, weak] = [await arrive(desk, 'forte'), await arrive(desk, 'fraca')]
    expect(await me(strong.body.access_token)).toMatchObject({
      segundo_fator_ate: null,
      cadastrar_segundo_fator: false,
    })
    expect(await me(weak.body.access_token)).toMatchObject({ cadastrar_segundo_fator: true })
    const calls = async ({ body }: typeof weak) =>
      (await desk.call('GET', '/api/v1/users/me/sessions', { token: String(body.access_token) })).status
    expect([await calls(strong), await calls(weak)]).toEqual([200, 403])
    await sql`update profiles set second_factor_days = null, second_factor_since = null where slug = 'colaborador'`.execute(
      desk.db,
    )
  })

  test('a guarded act counts from when the directory asked who it is, not from when it let them pass', async () => {
    directory.people.set('g-1', { ...maria, email: 'guardada@casa.example' })
    const register = async (token: unknown) =>
      desk.call('POST', '/api/v1/users/me/totp', { token: String(token), body: { name: 'Celular' } })
    expect((await register((await arrive(desk, 'g-1')).body.access_token)).status).toBe(200)
    const was = desk.clock.now
    desk.clock.forward(3_600)
    const late = await arrive(desk, 'g-1')
    expect(await register(late.body.access_token)).toMatchObject({ status: 403, body: { code: 'unproven' } })
    const token = String(late.body.access_token)
    const { data } = (await desk.call('GET', '/api/v1/users/me/seguranca', { token })).body
    expect(data.methods).toEqual(['directory'])
    desk.clock.now = was
  })

  test('to prove it again the directory is told to ask', async () => {
    const { body } = await desk.call('POST', '/api/v1/entrar-pelo-diretorio', { body: { again: true } })
    const { searchParams } = new URL(String(body.data.url))
    expect([searchParams.get('max_age'), searchParams.get('prompt')]).toEqual(['0', 'login'])
  })

  test('who came in by the directory comes in past it no more, by a password or in a session from before', async () => {
    const { subject, email, code } = await withCodes(['mfa'])
    const { body: step } = await desk.signIn(email)
    const otp = code()
    const before = await desk.grant({ grant_type: grantTypes.secondFactor, mfa_token: step.data.mfa_token, otp })
    expect(before.status).toBe(200)
    expect((await arrive(desk, subject)).status).toBe(200)
    expect((await desk.signIn(email)).body).toMatchObject({ error: 'invalid_grant' })
    desk.clock.forward(60)
    expect((await desk.refresh(String(before.body.refresh_token))).status).toBe(400)
  })
})

test.each([
  [{ amr: ['pwd'] }, false],
  [{ amr: ['sms', 'tel', 'kba', 'pin'] }, false],
  [{ amr: 'otp' }, true],
  [{ amr: ['hwk'] }, true],
  [{ acr: 'phr' }, true],
  [{ acr: '1' }, false],
  [{}, false],
])('an ID token with %j speaks of more than a password: %s', (claims, more) => {
  expect(provesFactor({ sub: 'x', ...claims })).toBe(more)
})

test('an account from before is taken over by a verified e-mail where the settings say so, once, and none of a client', async () => {
  const desk = await openWith({ OIDC_LINK_EMAIL: '1' })
  directory.people.set('o-1', { ...maria, email: 'outro@casa.example' })
  expect((await arrive(desk, 'o-1')).status).toBe(200)
  expect(await personOf(desk, 'outro@casa.example')).toHaveLength(1)
  directory.people.set('o-2', { ...maria, email: 'outro@casa.example' })
  expect((await arrive(desk, 'o-2')).status).toBe(403)
  await addUser(desk, { email: 'fora@provedor.example', slug: 'cliente' })
  directory.people.set('o-3', { ...maria, email: 'fora@provedor.example' })
  expect((await arrive(desk, 'o-3')).status).toBe(403)
  directory.people.set('o-4', { ...maria, email: 'dona@casa.example', email_verified: false })
  expect((await arrive(desk, 'o-4')).status).toBe(403)
  await desk.close()
})

test('an account from before is taken over by one of those who come in at once, and by no other', async () => {
  const desk = await openWith({ OIDC_LINK_EMAIL: '1' })
  const email = 'outro@casa.example'
  for (const who of ['a-1', 'a-2']) directory.people.set(who, { ...maria, email })
  const answers: Awaited<ReturnType<typeof answerOf>>[] = []
  for (let n = 0; n < 12; n++) answers.push(await answerOf(desk, n % 2 ? 'a-1' : 'a-2'))
  const replies = await Promise.all(answers.map(answer => desk.grant(answer)))
  const statuses = replies.map(({ status }) => status)
  const { rows } = await sql<{ subject: string }>`
    select subject from directory_links where user_id = (select id from users where email = ${email})`.execute(desk.db)
  expect(rows).toHaveLength(1)
  const of = (subject: string) => statuses.filter((_, n) => (n % 2 ? 'a-1' : 'a-2') === subject)
  for (const subject of ['a-1', 'a-2'])
    expect([subject, of(subject)]).toEqual([subject, Array(6).fill(subject === rows[0]?.subject ? 200 : 403)])
  await desk.close()
})

test('by the directory alone, the staff’s passwords open nothing, but for the last administrator’s and those of clients', async () => {
  const desk = await openWith({ OIDC_ONLY: '1', OIDC_LINK_EMAIL: '1' })
  await addUser(desk, { email: 'fora@provedor.example', slug: 'cliente' })
  await addUser(desk, { email: 'dono@casa.example', slug: 'administrador' })
  const enters = async (email: string) => (await desk.signIn(email)).status
  expect(await enters('outro@casa.example')).toBe(400)
  expect(await enters('fora@provedor.example')).toBe(200)
  // No administrator came in by the directory yet: it may be misconfigured.
  expect([await enters('dona@casa.example'), await enters('dono@casa.example')]).toEqual([200, 200])
  directory.people.set('d-1', { ...maria, email: 'dona@casa.example', groups: ['chefia'] })
  expect((await arrive(desk, 'd-1')).status).toBe(200)
  // She can always be reached by the directory; if it fails, hers is the password that opens.
  expect([await enters('dona@casa.example'), await enters('dono@casa.example')]).toEqual([200, 400])
  await sql`update users set active = false where email = 'dona@casa.example'`.execute(desk.db)
  expect(await enters('dono@casa.example')).toBe(200)
  await desk.close()
})

test.each([
  [{ OIDC_ISSUER: 'https://login.example' }, /OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, SECRETS_KEY/],
  [{ OIDC_ONLY: '1' }, /OIDC_ONLY precisa de OIDC_ISSUER/],
])('half of a directory is refused at the start: %o', (env, words) => {
  expect(() => directoryOf(readConfig(env))).toThrow(words)
})

test('a group without a profile is refused in the settings', () => {
  expect(() => readConfig({ OIDC_PROFILES: 'chefia' })).toThrow(/grupo=perfil/)
})

test('without a directory nobody begins there', async () => {
  const desk = await openDesk()
  expect((await desk.call('POST', '/api/v1/entrar-pelo-diretorio', { body: {} })).status).toBe(404)
  expect((await desk.grant({ grant_type: directoryGrant, ticket: 'x', answer: '?code=x' })).status).toBe(400)
  await desk.close()
})
