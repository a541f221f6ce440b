import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

describe('what is written of a coleta', () => {
  let world: World
  let collect = 0
  beforeAll(async () => {
    world = await openWorld()
    collect = world.target('collects', 'A1')?.id ?? 0
  })
  afterAll(() => world?.close())

  const write = (content: string, more = {}, who = 'staffA') =>
    world.call(who, 'POST', 'collect-notes', { body: { collect_id: collect, content, ...more } })
  const open = async (who = 'staffA') =>
    rowsOf(await world.call(who, 'GET', `collect-notes?filter[collect_id]=${collect}&filter[open]=true&sort=id`))

  test('what is marked is open until somebody resolves it, and a comment never is', async () => {
    const before = (await open()).length
    const finding = 'Taubaté cresceu 200 % (de 100 para 300 acessos).'
    const marked = await write('Perguntar se comprou a rede do vizinho', { finding })
    expect([marked.status, dataOf(marked).open]).toEqual([201, true])
    expect((await write('Atende por WhatsApp', { open: false })).status).toBe(201)
    const followed = await open()
    expect(followed).toHaveLength(before + 1)
    const { year, month } = dataOf(await world.call('staffA', 'GET', `collects/${collect}`))
    expect(followed.at(-1)).toMatchObject({
      content: 'Perguntar se comprou a rede do vizinho',
      finding,
      collect_id: collect,
      period: `${String(month).padStart(2, '0')}/${String(year)}`,
      user_id: world.people.staffA,
    })

    // A colleague goes on from there, and it is known who.
    const { id } = dataOf(marked)
    const resolved = await world.call('adminA', 'PUT', `collect-notes/${id}/resolver`)
    expect([resolved.status, dataOf(resolved).open]).toEqual([200, false])
    expect(await open()).toHaveLength(before)
    expect((await world.call('adminA', 'PUT', `collect-notes/${id}/resolver`)).status).toBe(409)
    const history = rowsOf(await world.call('staffA', 'GET', `collect-notes/${id}/historico`))
    expect(history.map(each => each.event)).toContain('Resolver')
    expect((await world.call('staffA', 'PUT', `collect-notes/${id}/acompanhar`)).status).toBe(200)
    expect(await open()).toHaveLength(before + 1)
  })

  test('another company sees none of it, and neither do the people of the client, even with the permission', async () => {
    const { id } = dataOf(await write('O cliente costuma errar aqui'))
    expect(await open('staffB')).toEqual([])
    expect((await write('De fora', {}, 'staffB')).status).toBe(422)
    expect((await world.call('clientA', 'GET', 'collect-notes')).status).toBe(403)

    const profile = rowsOf(await world.call('superAdmin', 'GET', 'profiles?filter[slug]=cliente'))[0]
    const { profile_roles } = dataOf(await world.call('superAdmin', 'GET', `profiles/${profile?.id}`))
    const roles = Array.isArray(profile_roles) ? profile_roles : []
    const given = [...roles, { role: 'collect-notes.index' }, { role: 'collect-notes.show' }]
    const changed = await world.call('superAdmin', 'PUT', `profiles/${profile?.id}`, {
      body: { profile_roles: given.map(({ role }) => ({ role })) },
    })
    expect(changed.status).toBe(200)
    expect(await open()).not.toEqual([])
    expect(await open('clientA')).toEqual([])
    expect((await world.call('clientA', 'GET', `collect-notes/${id}`)).status).toBe(404)
  })
})
