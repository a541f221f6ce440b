import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCompany, addUser, goodPassword, openDesk, type Desk } from './desk.ts'

const newPassword = 'outro tempo, outra chave'
const chosen = { password: newPassword, password_confirmation: newPassword }

describe('the own account', () => {
  let desk: Desk
  let north = 0
  let south = 0
  beforeAll(async () => {
    desk = await openDesk()
    north = await addCompany(desk, 'Norte')
    south = await addCompany(desk, 'Sul')
  })
  afterAll(() => desk.close())

  const recover = (email: string, ip = '10.1.0.1') =>
    desk.call('POST', '/api/v1/password-recovery', { body: { email }, ip })
  const reset = (token: string | undefined, body: object = chosen) =>
    desk.call('POST', '/api/v1/reset-password', { body: { token, ...body } })

  test('a known and an unknown e-mail are answered alike, and only one gets a link', async () => {
    await addUser(desk, { email: 'forgot@casa.com.br' })
    const known = await recover('Forgot@casa.com.br')
    const links = await desk.links()
    const unknown = await recover('nobody@casa.com.br')
    expect(known.status).toBe(200)
    expect(known.body).toEqual(unknown.body)
    expect(known.body).toMatchObject({ type: 'success', status: 200, route: '/account/login' })
    // Without a server for mails none is promised.
    expect(known.body.message).toContain('o link fica na pasta de dados do servidor')
    expect(links).toHaveLength(1)
    expect(await desk.links()).toEqual(links)
  })

  test('a link changes the password once, and ends every session', async () => {
    await addUser(desk, { email: 'link@casa.com.br' })
    const { access_token: token } = await desk.enter('link@casa.com.br')
    await recover('link@casa.com.br', '10.1.0.2')
    const link = (await desk.links()).at(-1)
    const answer = await reset(link)
    expect(answer).toMatchObject({ status: 200, body: { type: 'success', route: '/account/login' } })
    expect(await desk.call('GET', '/api/v1/users/me', { token })).toMatchObject({ status: 401 })
    expect(await desk.signIn('link@casa.com.br', newPassword)).toMatchObject({ status: 200 })
    expect(await reset(link)).toMatchObject({
      status: 422,
      body: { type: 'validation', errors: { token: [expect.any(String)] } },
    })
  })

  test('a newer link kills the older one', async () => {
    await addUser(desk, { email: 'twice@casa.com.br' })
    await recover('twice@casa.com.br', '10.1.0.3')
    const older = (await desk.links()).at(-1)
    await recover('twice@casa.com.br', '10.1.0.3')
    const newer = (await desk.links()).at(-1)
    expect(await reset(older)).toMatchObject({ status: 422 })
    expect(await reset(newer)).toMatchObject({ status: 200 })
  })

  test('a link lasts half an hour', async () => {
    await addUser(desk, { email: 'late@casa.com.br' })
    await recover('late@casa.com.br', '10.1.0.4')
    const link = (await desk.links()).at(-1)
    desk.clock.forward(30 * 60)
    expect(await reset(link)).toMatchObject({ status: 422 })
  })

  test('two uses of a link at once change the password once', async () => {
    await addUser(desk, { email: 'race@casa.com.br' })
    await recover('race@casa.com.br', '10.1.0.5')
    const link = (await desk.links()).at(-1)
    const both = await Promise.all([reset(link), reset(link)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('asking for links while using one leaves one password and no deadlock', async () => {
    await addUser(desk, { email: 'busy@casa.com.br' })
    await recover('busy@casa.com.br', '10.1.0.7')
    const link = (await desk.links()).at(-1)
    const answers = await Promise.all([
      recover('busy@casa.com.br', '10.1.0.8'),
      reset(link),
      recover('busy@casa.com.br', '10.1.0.9'),
    ])
    for (const { status } of answers) expect([200, 422]).toContain(status)
    await desk.settled()
    expect(desk.failures).toEqual([])
  })

  test('a link is kept when the new password is refused', async () => {
    await addUser(desk, { email: 'fussy@casa.com.br' })
    await recover('fussy@casa.com.br', '10.1.0.6')
    const link = (await desk.links()).at(-1)
    expect(await reset(link, { password: 'curta', password_confirmation: 'curta' })).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    })
    expect(await reset(link, { ...chosen, password_confirmation: 'outra coisa' })).toMatchObject({
      status: 422,
      body: { errors: { password_confirmation: ['A confirmação não é igual à senha.'] } },
    })
    expect(await reset(link)).toMatchObject({ status: 200 })
  })

  test('nobody floods a mailbox: after five links in an hour the last stays good', async () => {
    await addUser(desk, { email: 'flooded@casa.com.br' })
    const before = (await desk.links()).length
    for (let i = 0; i < 7; i++)
      expect(await recover('flooded@casa.com.br', `10.1.1.${i}`)).toMatchObject({ status: 200 })
    const links = await desk.links()
    expect(links).toHaveLength(before + 5)
    const statuses = await Promise.all(links.slice(before).map(link => reset(link)))
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('the current user is shown with rights and menus, and never the password', async () => {
    await addUser(desk, { email: 'me@casa.com.br', empresa_id: north, birthday: '1990-02-28' })
    const { access_token: token } = await desk.enter('me@casa.com.br')
    const { status, body } = await desk.call('GET', '/api/v1/users/me', { token })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: expect.any(Number),
      uuid: expect.any(String),
      name: 'Maria Aparecida',
      email: 'me@casa.com.br',
      birthday: '1990-02-28',
      empresa_id: north,
      empresa_visualizacao_id: null,
      redefinir_senha_apos_login: false,
      segundo_fator_ate: null,
      cadastrar_segundo_fator: false,
      profile: { uuid: expect.any(String), slug: 'colaborador', name: 'colaborador', audience: 'equipe' },
      is_admin: false,
      allow_routes: ['clients.index'],
      menus: ['home', 'clients'],
    })
    expect(await desk.call('GET', '/api/v1/inicializacao', { token })).toMatchObject({
      status: 200,
      // This office has no server for mails: a sender reads so.
      body: { usuario: { menus: { home: true, clients: true } }, mail_leaves: false },
    })
  })

  test('staff learn whom to ask for access; whose client one is knows the house alone', async () => {
    const house = await addCompany(desk, 'Casa do Acesso')
    const elsewhere = await addCompany(desk, 'Outra Casa')
    const administrator = { slug: 'administrador', roles: ['users.update'] }
    const gone = await addUser(desk, { email: 'gone@acesso.com.br', ...administrator, empresa_id: house })
    for (const [email, empresa_id] of [
      ['chief@acesso.com.br', house],
      ['stranger@acesso.com.br', elsewhere],
    ] as const)
      await addUser(desk, { email, ...administrator, empresa_id })
    await sql`update users set active = false where id = ${gone}`.execute(desk.db)
    await sql`update users set name = split_part(email, '@', 1) where email like '%@acesso.com.br'`.execute(desk.db)
    await addUser(desk, { email: 'asks@acesso.com.br', empresa_id: house })
    await addUser(desk, { email: 'client@acesso.com.br', slug: 'cliente', empresa_id: house })
    const asked = async (email: string) => {
      const { access_token: token } = await desk.enter(email)
      return (await desk.call('GET', '/api/v1/users/me/acesso', { token })).body.data
    }
    const told = await asked('asks@acesso.com.br')
    expect(told).toMatchObject({ house: 'Casa do Acesso' })
    const { people } = told
    expect(people).toContain('chief')
    expect(people).not.toContain('stranger')
    expect(people).not.toContain('gone')
    expect(await asked('client@acesso.com.br')).toEqual({ house: 'Casa do Acesso', people: [], others: 0 })
  })

  test('one changes the own name and birthday, and nothing else', async () => {
    await addUser(desk, { email: 'own@casa.com.br' })
    const { access_token: token } = await desk.enter('own@casa.com.br')
    const put = (body: object) => desk.call('PUT', '/api/v1/users/me', { token, body })
    expect(await put({ name: 'José', birthday: '1980-12-31' })).toMatchObject({
      status: 200,
      body: { data: { name: 'José', birthday: '1980-12-31' } },
    })
    expect((await desk.call('GET', '/api/v1/users/me', { token })).body.data).toMatchObject({
      name: 'José',
      birthday: '1980-12-31',
    })
    for (const body of [
      { profile_id: 1 },
      { email: 'x@y.z' },
      { empresa_id: null },
      { birthday: '2021-02-30' },
      { name: ' ' },
    ])
      expect(await put(body)).toMatchObject({
        status: 422,
        body: { errors: { [Object.keys(body)[0] ?? '']: [expect.any(String)] } },
      })
  })

  test('a new password takes the current one and ends the other sessions', async () => {
    await addUser(desk, { email: 'change@casa.com.br' })
    const { access_token: token } = await desk.enter('change@casa.com.br')
    const { access_token: other } = await desk.enter('change@casa.com.br')
    const put = (body: object) => desk.call('PUT', '/api/v1/users/me', { token, body })
    expect(await put(chosen)).toMatchObject({
      status: 422,
      body: { errors: { current_password: [expect.any(String)] } },
    })
    expect(await put({ ...chosen, current_password: 'não é esta senha' })).toMatchObject({
      status: 422,
      body: { errors: { current_password: ['A senha atual não confere.'] } },
    })
    const same = { current_password: goodPassword, password: goodPassword, password_confirmation: goodPassword }
    expect(await put(same)).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } })
    expect(await put({ ...chosen, current_password: goodPassword })).toMatchObject({ status: 200 })
    expect(await desk.call('GET', '/api/v1/users/me', { token })).toMatchObject({ status: 200 })
    expect(await desk.call('GET', '/api/v1/users/me', { token: other })).toMatchObject({ status: 401 })
    expect(await desk.signIn('change@casa.com.br', goodPassword)).toMatchObject({ status: 400 })
  })

  test('who must choose a password may do only that, and is free afterwards', async () => {
    const id = await addUser(desk, {
      email: 'forced@casa.com.br',
      slug: 'birthdays',
      roles: ['users.upcoming-birthdays'],
    })
    await sql`update users set redefinir_senha_apos_login = true where id = ${id}`.execute(desk.db)
    const { access_token: token } = await desk.enter('forced@casa.com.br')
    const get = (path: string) => desk.call('GET', `/api/v1/${path}`, { token })
    expect((await get('users/me')).body.data).toMatchObject({ redefinir_senha_apos_login: true })
    expect(await get('inicializacao')).toMatchObject({ status: 200 })
    expect(await get('users/upcoming-birthdays')).toMatchObject({ status: 403 })
    expect(await get('users/me/sessions')).toMatchObject({ status: 403 })
    const body = { ...chosen, current_password: goodPassword }
    expect(await desk.call('PUT', '/api/v1/users/me', { token, body })).toMatchObject({
      status: 200,
      body: { data: { redefinir_senha_apos_login: false } },
    })
    expect(await get('users/upcoming-birthdays')).toMatchObject({ status: 200 })
  })

  const chooser = ['users.me.empresa']
  test('who works for every company, and may, chooses which to see, or all of them', async () => {
    await addUser(desk, { email: 'boss@casa.com.br', slug: 'financeiro', audience: 'equipe', roles: chooser })
    const { access_token: token } = await desk.enter('boss@casa.com.br')
    const choose = (empresa_visualizacao_id: unknown) =>
      desk.call('PUT', '/api/v1/users/me/empresa-visualizacao-id', { token, body: { empresa_visualizacao_id } })
    expect(await choose(south)).toMatchObject({ status: 200, body: { data: { empresa_visualizacao_id: south } } })
    expect((await desk.call('GET', '/api/v1/users/me', { token })).body.data).toMatchObject({
      empresa_visualizacao_id: south,
    })
    expect(await choose('todos')).toMatchObject({ status: 200, body: { data: { empresa_visualizacao_id: null } } })
    expect(await choose(null)).toMatchObject({ status: 200 })
    for (const wrong of [999_999, 'outra', -1, true]) expect(await choose(wrong)).toMatchObject({ status: 422 })
    const closed = await addCompany(desk, 'Fechada')
    await sql`update empresas set deleted_at = now() where id = ${closed}`.execute(desk.db)
    expect(await choose(closed)).toMatchObject({ status: 422 })
  })

  test('who works for one company, or is no one of the house, or may not, chooses none', async () => {
    await addUser(desk, { email: 'local@casa.com.br', slug: 'administrador', roles: chooser, empresa_id: north })
    await addUser(desk, { email: 'outsider@casa.com.br', slug: 'fora', audience: 'clientes', roles: chooser })
    await addUser(desk, { email: 'worker@casa.com.br' })
    const choose = async (email: string, id: number) => {
      const { access_token: token } = await desk.enter(email)
      const body = { empresa_visualizacao_id: id }
      return (await desk.call('PUT', '/api/v1/users/me/empresa-visualizacao-id', { token, body })).status
    }
    for (const who of ['local', 'outsider', 'worker']) expect(await choose(`${who}@casa.com.br`, north)).toBe(403)
  })

  test('one sees the own sessions and ends them, never those of others', async () => {
    await addUser(desk, { email: 'here@casa.com.br' })
    await addUser(desk, { email: 'there@casa.com.br' })
    const { access_token: token } = await desk.enter('here@casa.com.br', { ip: '10.9.9.9' })
    const { access_token: phone } = await desk.enter('here@casa.com.br')
    const { access_token: stranger } = await desk.enter('there@casa.com.br')
    const listed = await desk.call('GET', '/api/v1/users/me/sessions', { token })
    const sessions = listed.body.data as unknown as readonly Readonly<Record<string, unknown>>[]
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toEqual([
      expect.objectContaining({ ip: '10.9.9.9', agent: 'Firefox', created_at: desk.clock.now.toISOString() }),
    ])
    const other = sessions.find(({ current }) => !current)
    const end = (as: string) => desk.call('DELETE', `/api/v1/users/me/sessions/${String(other?.uuid)}`, { token: as })
    expect(await end(stranger)).toMatchObject({ status: 404 })
    expect(await desk.call('GET', '/api/v1/users/me', { token: phone })).toMatchObject({ status: 200 })
    expect(await end(token)).toMatchObject({ status: 200 })
    expect(await desk.call('GET', '/api/v1/users/me', { token: phone })).toMatchObject({ status: 401 })
    expect(await end(token)).toMatchObject({ status: 404 })
  })

  test('birthdays told are of the month and those to come, of the team, of the same company or of all, and tell no age', async () => {
    const east = await addCompany(desk, 'Leste')
    const roles = ['users.upcoming-birthdays']
    await addUser(desk, { email: 'today@leste.com.br', empresa_id: east, birthday: '1990-03-10', roles })
    await addUser(desk, { email: 'soon@leste.com.br', empresa_id: east, birthday: '1985-04-09' })
    await addUser(desk, { email: 'past@leste.com.br', empresa_id: east, birthday: '1985-03-09' })
    await addUser(desk, { email: 'far@leste.com.br', empresa_id: east, birthday: '1985-04-11' })
    await addUser(desk, { email: 'everywhere@casa.com.br', birthday: '1985-03-20' })
    await addUser(desk, {
      email: 'outside@leste.com.br',
      empresa_id: east,
      birthday: '1985-03-11',
      slug: 'provedor',
    })
    await addUser(desk, { email: 'elsewhere@sul.com.br', empresa_id: south, birthday: '1985-03-12' })
    desk.clock.now = new Date('2026-03-11T02:00:00Z')
    const { access_token: token } = await desk.enter('today@leste.com.br')
    const { body } = await desk.call('GET', '/api/v1/users/upcoming-birthdays', { token })
    expect(body.data).toEqual([
      { uuid: expect.any(String), name: 'Maria Aparecida', birthday: '2026-03-09' },
      { uuid: expect.any(String), name: 'Maria Aparecida', birthday: '2026-03-10' },
      { uuid: expect.any(String), name: 'Maria Aparecida', birthday: '2026-03-20' },
      { uuid: expect.any(String), name: 'Maria Aparecida', birthday: '2026-04-09' },
    ])
  })
})
