import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListTaste, SideMenu } from '#features/people/lists/api.ts'
import { openWorld, type Principal, type World } from '#test/support/world.ts'

describe('views of lists, and what is pinned of them', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())
  beforeEach(async () => {
    await sql`delete from list_views`.execute(world.db)
    await sql`delete from user_menus`.execute(world.db)
  })

  async function keepView(who: Principal, name: string, list = 'clients') {
    const { status, body } = await world.call(who, 'POST', `users/me/listas/${list}/visoes`, {
      body: { name, search: 'search=x&sort=-name&per_page=50&columns=name' },
    })
    expect(status).toBe(201)
    return String(Object(body).data.uuid)
  }
  const share = async (who: Principal, view: string, audience: string) =>
    (await world.call(who, 'PUT', `users/me/visoes/${view}`, { body: { audience } })).status
  const tasteOf = async (who: Principal): Promise<ListTaste> =>
    Object((await world.call(who, 'GET', 'users/me/listas/clients')).body).data
  const namesOf = async (who: Principal) => (await tasteOf(who)).views.map(({ name }) => name)
  const menuOf = async (who: Principal): Promise<SideMenu> =>
    Object((await world.call(who, 'GET', 'users/me/menu-lateral')).body).data
  const saveMenu = (who: Principal, body: object) => world.call(who, 'PUT', 'users/me/menu-lateral', { body })

  test('a view is seen by its owner until it is shared, and then by those it is shared with', async () => {
    const view = await keepView('staffA', 'De todos nós')
    expect(await namesOf('staffA')).toEqual(['De todos nós'])
    expect(await namesOf('adminA')).toEqual([])
    expect(await share('staffA', view, 'company')).toBe(200)
    expect((await tasteOf('adminA')).views).toMatchObject([
      { own: false, audience: 'company', owner: expect.any(String) },
    ])
    expect(await namesOf('superAdmin')).toEqual(['De todos nós'])
    expect(await namesOf('staffB')).toEqual([])
    expect(await share('staffA', view, 'profile')).toBe(200)
    // The same profile, in another company.
    expect(await namesOf('staffB')).toEqual(['De todos nós'])
    expect(await namesOf('adminA')).toEqual([])
    expect(await share('staffA', view, 'me')).toBe(200)
    expect(await namesOf('staffB')).toEqual([])
  })

  test('only those with the permission share with the whole team, and nobody shares with people of clients', async () => {
    const view = await keepView('superAdmin', 'Da casa')
    const every = (who: Principal, uuid: string) => world.call(who, 'PUT', `users/me/visoes/${uuid}/para-todos`)
    expect((await every('superAdmin', view)).status).toBe(200)
    expect(await namesOf('staffB')).toEqual(['Da casa'])
    expect(await namesOf('clientA')).toEqual([])
    expect((await every('staffA', await keepView('staffA', 'Do balcão'))).status).toBe(403)
    const theirs = await keepView('clientA', 'Minha')
    expect(await share('clientA', theirs, 'profile')).toBe(403)
    expect(await share('clientA', theirs, 'company')).toBe(403)
    expect((await every('clientA', theirs)).status).toBe(403)
  })

  test('a view of somebody else is neither changed nor deleted, but by those who look after what all see', async () => {
    const view = await keepView('staffA', 'Da Ana')
    await share('staffA', view, 'company')
    const remove = async (who: Principal) => (await world.call(who, 'DELETE', `users/me/visoes/${view}`)).status
    expect(await share('adminA', view, 'me')).toBe(404)
    expect(await remove('adminA')).toBe(404)
    expect(await remove('superAdmin')).toBe(404)
    await sql`update list_views set audience = 'all', empresa_id = null`.execute(world.db)
    expect(await remove('staffB')).toBe(404)
    expect(await remove('superAdmin')).toBe(200)
  })

  test('twelve at once leave one of a name, and never more than thirty', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        world.call('staffA', 'POST', 'users/me/listas/clients/visoes', { body: { name: 'Uma', search: '' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 11 }, () => 422)])
    for (let n = 2; n < 30; n++) await keepView('staffA', `Visão ${n}`)
    const last = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        world.call('staffA', 'POST', 'users/me/listas/clients/visoes', { body: { name: `Última ${n}`, search: '' } }),
      ),
    )
    expect(last.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await namesOf('staffA')).toHaveLength(30)
  })

  test('what one tab folds and another pins both stay', async () => {
    const view = await keepView('staffA', 'Do Pará')
    const pins = [
      { view, name: null, seen: 3 },
      { screen: 'tickets', name: 'Chamados meus' },
    ]
    await Promise.all([
      saveMenu('staffA', { groups: { Rede: false } }),
      saveMenu('staffA', { pins }),
      saveMenu('staffA', { groups: { Dados: true } }),
    ])
    const { groups, pins: shown } = await menuOf('staffA')
    expect(groups).toEqual({ Rede: false, Dados: true })
    expect(shown).toMatchObject([
      { view, title: 'Do Pará', list: 'clients', search: expect.stringContaining('columns=name'), seen: 3 },
      { screen: 'tickets', name: 'Chamados meus' },
    ])
    expect(await menuOf('staffB')).toEqual({ groups: {}, pins: [], look: {} })
  })

  test('how rows look is a person’s own on every machine, and each choice leaves the other and the menu as they are', async () => {
    await saveMenu('staffA', { pins: [{ screen: 'tickets', name: null }] })
    await Promise.all([
      saveMenu('staffA', { look: { density: 'compact' } }),
      saveMenu('staffA', { look: { keys: 'off' } }),
      saveMenu('staffA', { groups: { Rede: false } }),
    ])
    expect(await menuOf('staffA')).toEqual({
      groups: { Rede: false },
      pins: [{ screen: 'tickets', name: null }],
      look: { density: 'compact', keys: 'off' },
    })
    expect((await menuOf('staffB')).look).toEqual({})
    for (const look of [{ density: 'huge' }, { density: null }, { theme: 'dark' }])
      expect([look, (await saveMenu('staffA', { look })).status]).toEqual([look, 422])
    expect((await menuOf('staffA')).look).toEqual({ density: 'compact', keys: 'off' })
  })

  test('a pin vanishes with its view, and with the right to see it', async () => {
    const view = await keepView('staffB', 'Emprestada')
    await share('staffB', view, 'profile')
    await saveMenu('staffA', { pins: [{ view, name: null, seen: null }] })
    expect((await menuOf('staffA')).pins).toHaveLength(1)
    await share('staffB', view, 'me')
    expect((await menuOf('staffA')).pins).toEqual([])
    await share('staffB', view, 'profile')
    expect((await menuOf('staffA')).pins).toHaveLength(1)
    await world.call('staffB', 'DELETE', `users/me/visoes/${view}`)
    expect((await menuOf('staffA')).pins).toEqual([])
    // A view of a list that its owner may not open.
    const own = await keepView('withoutRoutes', 'Sem acesso')
    await saveMenu('withoutRoutes', { pins: [{ view: own, name: null, seen: null }] })
    expect((await menuOf('withoutRoutes')).pins).toEqual([])
  })
})
