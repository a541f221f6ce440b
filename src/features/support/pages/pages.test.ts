import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

interface ReadPage {
  readonly uuid: string
  readonly name: string
  readonly content: string
  readonly parent: string | null
}

describe('pages', () => {
  let world: World
  let n = 0
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const put = (who: string, url: string, body: unknown = {}, headers = {}) =>
    world.call(who, 'PUT', url, { body, headers })
  const made = async (more: object = {}) =>
    dataOf(
      await world.call('superAdmin', 'POST', 'pages', { body: { name: `Página ${++n}`, audience: 'todos', ...more } }),
    )
  const draftOf = async ({ uuid }: Row) => dataOf(await world.call('superAdmin', 'POST', `pages/${uuid}/rascunho`))
  /** A text said in a draft, and published if wanted. */
  async function said(page: Row, content: string, published = true) {
    const draft = await draftOf(page)
    await put('superAdmin', `page-versions/${draft.uuid}`, { content: `<p>${content}</p>` })
    return published ? dataOf(await put('superAdmin', `page-versions/${draft.uuid}/publicar`)) : draft
  }
  const read = async (who: string) => {
    const { body } = await world.call(who, 'GET', '/content/pages.json')
    return body.data as readonly ReadPage[]
  }

  test('show readers what was published, and nothing of what is being written, by any door', async () => {
    const page = await made({ code: 'canario' })
    await said(page, 'Texto publicado')
    const draft = await said(page, 'CANARIO-DO-RASCUNHO', false)
    const never = await made({ name: 'CANARIO-NUNCA-PUBLICADA' })
    await said(never, 'CANARIO-NUNCA', false)
    for (const who of ['clientA', 'clientB', 'staffA', 'withoutRoutes']) {
      const doors = [
        '/content/pages.json',
        'special-pages/canario',
        `special-pages/${never.uuid}`,
        'pages?pagination=false',
        'pages?search=canario',
        `pages/${page.uuid}`,
        `pages/${never.uuid}`,
        `pages/${page.uuid}/historico`,
        `pages/${never.uuid}/historico`,
        'pages/csv',
        'page-versions',
        'page-versions/csv',
        `page-versions/${draft.uuid}`,
        `page-versions/${draft.uuid}/historico`,
      ]
      for (const door of doors) {
        const reply = await world.call(who, 'GET', door)
        expect([who, door, reply.text.includes('CANARIO')]).toEqual([who, door, false])
      }
      expect((await read(who)).find(({ uuid }) => uuid === page.uuid)).toMatchObject({
        content: '<p>Texto publicado</p>',
      })
    }
    for (const who of ['clientA', 'staffA'])
      expect([who, (await world.call(who, 'GET', `pages/${page.uuid}`)).status]).toEqual([who, 200])
    expect((await world.call('superAdmin', 'GET', `page-versions/${draft.uuid}`)).text).toContain('CANARIO-DO-RASCUNHO')
  })

  test('are read by those they are for, and a page under one of another audience tells nothing of it', async () => {
    const forTeam = await made({ name: 'CANARIO-DA-EQUIPE', audience: 'equipe', code: 'da-equipe' })
    await said(forTeam, 'CANARIO-TEXTO')
    const child = await made({ parent_id: forTeam.id })
    await said(child, 'Para todos')
    for (const who of ['clientA', 'clientB']) {
      expect((await read(who)).find(({ uuid }) => uuid === child.uuid)).toMatchObject({ parent: null })
      for (const door of ['/content/pages.json', 'pages', `pages/${child.uuid}`, 'special-pages/da-equipe'])
        expect((await world.call(who, 'GET', door)).text).not.toContain('CANARIO')
      expect((await world.call(who, 'GET', `pages/${forTeam.uuid}`)).status).toBe(404)
      expect((await world.call(who, 'GET', 'pages?filter[audience]=equipe')).status).toBe(422)
    }
    expect((await read('staffA')).find(({ uuid }) => uuid === child.uuid)).toMatchObject({ parent: forTeam.uuid })
    await put('superAdmin', 'pages/disable', { ids: [forTeam.id] })
    expect((await read('superAdmin')).some(({ uuid }) => uuid === forTeam.uuid)).toBe(false)
  })

  test('stand under the nearest page above them that is seen, and last where none is', async () => {
    const top = await made({ name: 'AA de cima' })
    const hidden = await made({ name: 'AA da equipe', audience: 'equipe', parent_id: top.id })
    const unpublished = await made({ name: 'AA nunca publicada', parent_id: hidden.id })
    const below = await made({ name: 'AA de baixo', parent_id: unpublished.id, position: 0 })
    const alone = await made({ name: 'AA CANARIO-LUGAR', audience: 'equipe' })
    const adrift = await made({ name: 'A0 solta', parent_id: alone.id, position: 0 })
    for (const page of [top, hidden, below, alone, adrift]) await said(page, 'Texto')
    const seen = await read('clientA')
    expect(seen.find(({ uuid }) => uuid === below.uuid)).toMatchObject({ parent: top.uuid })
    const at = (page: Row) => seen.findIndex(({ uuid }) => uuid === page.uuid)
    expect(seen[at(adrift)]).toMatchObject({ parent: null, position: null })
    expect(at(adrift)).toBeGreaterThan(at(top))
    expect((await read('staffA')).find(({ uuid }) => uuid === below.uuid)).toMatchObject({ parent: hidden.uuid })
    // Moved away from what it hung on, it begins again where it is put.
    await put('superAdmin', `pages/${adrift.uuid}`, { parent_id: null })
    expect((await read('clientA')).find(({ uuid }) => uuid === adrift.uuid)).toMatchObject({ position: 0 })
  })

  test('are answered once for as long as they say the same, to each reader their own', async () => {
    const ask = (who: string, tag?: string) =>
      world.call(who, 'GET', '/content/pages.json', tag ? { headers: { 'if-none-match': tag } } : {})
    const first = await ask('clientA')
    const { etag = '' } = first.headers
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('Authorization'),
    })
    expect(await ask('clientA', etag)).toMatchObject({ status: 304, body: { message: '' } })
    const page = await made({ audience: 'equipe' })
    await said(page, 'Só da equipe')
    expect((await ask('clientA', etag)).status).toBe(304)
    expect((await ask('superAdmin', etag)).status).toBe(200)
    expect((await ask('anonymous')).status).toBe(401)
  })

  test('stand in a tree without circles, whoever moves what at once', async () => {
    const pages = await Promise.all(Array.from({ length: 12 }, () => made()))
    const [first, second] = pages
    expect((await put('superAdmin', `pages/${first?.uuid}`, { parent_id: first?.id })).status).toBe(422)
    expect((await put('superAdmin', `pages/${second?.uuid}`, { parent_id: first?.id })).status).toBe(200)
    const back = await put('superAdmin', `pages/${first?.uuid}`, { parent_id: second?.id })
    expect(back.body.errors).toHaveProperty('parent_id')
    // Two and two, each under the other: of each two one may.
    const pairs = Array.from({ length: 5 }, (_, i) => [pages[2 * i + 2], pages[2 * i + 3]] as const)
    const moved = await Promise.all(
      pairs.flatMap(([one, other]) => [
        put('superAdmin', `pages/${one?.uuid}`, { parent_id: other?.id }),
        put('superAdmin', `pages/${other?.uuid}`, { parent_id: one?.id }),
      ]),
    )
    expect(moved.map(({ status }) => status).toSorted()).toEqual([...pairs.map(() => 200), ...pairs.map(() => 422)])
    const { rows } = await sql<{ circles: number }>`
      with recursive above as (
        select id as page, parent_id from pages where parent_id is not null
        union select a.page, p.parent_id from above a join pages p on p.id = a.parent_id where p.parent_id is not null)
      select count(*)::int as circles from above where page = parent_id`.execute(world.db)
    expect(rows).toEqual([{ circles: 0 }])
  })

  test('have one draft, kept from a save that stands on an older one, and published once by twelve', async () => {
    const page = await made()
    const begun = await Promise.all(Array.from({ length: 12 }, () => draftOf(page)))
    expect(new Set(begun.map(({ uuid }) => uuid)).size).toBe(1)
    const [draft] = begun
    const at = `page-versions/${draft?.uuid}`
    expect((await put('superAdmin', at, { content: '<p>Um</p>' }, { 'if-match': '"1"' })).status).toBe(200)
    const late = await put('superAdmin', at, { content: '<p>Outro</p>' }, { 'if-match': '"1"' })
    expect(late).toMatchObject({ status: 412, body: { data: { current: { content: '<p>Um</p>' } } } })
    const published = await Promise.all(Array.from({ length: 12 }, () => put('superAdmin', `${at}/publicar`)))
    expect(published.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect(dataOf(await world.call('superAdmin', 'GET', at))).toMatchObject({ number: 1, state: 'publicada' })
    expect((await put('superAdmin', at, { content: '<p>Por cima</p>' })).status).toBe(409)
    expect((await world.call('superAdmin', 'DELETE', at)).status).toBe(409)
    const past = await world.call('superAdmin', 'GET', `${at}/historico`)
    const events = past.body.data as readonly { readonly id: number }[]
    for (const { id: event } of events)
      expect((await put('superAdmin', `${at}/restaurar`, { event, fields: ['content', 'number'] })).status).toBe(409)
    expect(events.length).toBeGreaterThan(1)
  })

  test('go back to an older text by way of a draft, and keep every version', async () => {
    const page = await made()
    const first = await said(page, 'Primeiro')
    await said(page, 'Segundo')
    const open = await said(page, 'Terceiro', false)
    const resumed = () => put('superAdmin', `page-versions/${first.uuid}/retomar`)
    expect(await resumed()).toMatchObject({ status: 409 })
    await world.call('superAdmin', 'DELETE', `page-versions/${open.uuid}`)
    const twelve = await Promise.all(Array.from({ length: 12 }, resumed))
    expect(twelve.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect((await put('superAdmin', `page-versions/${open.uuid}/restaurar`)).status).toBe(409)
    expect((await read('superAdmin')).find(({ uuid }) => uuid === page.uuid)?.content).toBe('<p>Segundo</p>')
    const draft = await draftOf(page)
    expect(draft).toMatchObject({ content: '<p>Primeiro</p>', note: 'De volta à versão 1' })
    await put('superAdmin', `page-versions/${draft.uuid}/publicar`)
    const versions = rowsOf(
      await world.call('superAdmin', 'GET', `page-versions?filter[page_id]=${page.id}&sort=number`),
    )
    expect(versions.map(({ number, state }) => [number, state])).toEqual([
      [1, 'anterior'],
      [2, 'anterior'],
      [3, 'publicada'],
    ])
  })

  test('are published, and opened to clients, by who may alone, and by no other verb', async () => {
    const page = await made({ audience: 'equipe' })
    await said(page, 'Da equipe')
    const draft = await said(page, 'CANARIO-SEM-DIREITO', false)
    // It was for all once, and its history says so.
    await put('superAdmin', `pages/${page.uuid}`, { audience: 'todos' })
    await put('superAdmin', `pages/${page.uuid}`, { audience: 'equipe' })
    const past = await world.call('superAdmin', 'GET', `pages/${page.uuid}/historico`)
    const [{ id: event } = { id: 0 }] = past.body.data as readonly { readonly id: number }[]
    // Everything but the right to publish.
    const { rows } = await sql<{ id: number; role: string }>`
      delete from profiles_profile_roles r using users u
      where u.id = ${world.people.superAdmin} and r.parent_id = u.profile_id and r.role = 'page-versions.publicar'
      returning r.parent_id as id, r.role`.execute(world.db)
    expect(rows).toHaveLength(1)
    try {
      expect((await put('superAdmin', `page-versions/${draft.uuid}/publicar`)).status).toBe(403)
      const forged = { number: 9, published_at: '2026-01-05T10:00:00Z', state: 'publicada' }
      await put('superAdmin', `page-versions/${draft.uuid}`, { ...forged, note: 'x' })
      await put('superAdmin', `pages/${page.uuid}`, { content: 'CANARIO-SEM-DIREITO', term: 'x' })
      expect((await put('superAdmin', `pages/${page.uuid}`, { audience: 'todos' })).status).toBe(403)
      const back = { event, fields: ['audience'] }
      expect((await put('superAdmin', `pages/${page.uuid}/restaurar`, back)).status).toBe(403)
      expect(dataOf(await world.call('superAdmin', 'GET', `page-versions/${draft.uuid}`))).toMatchObject({
        number: null,
      })
      expect((await read('superAdmin')).find(({ uuid }) => uuid === page.uuid)?.content).toBe('<p>Da equipe</p>')
    } finally {
      for (const { id, role } of rows)
        await sql`insert into profiles_profile_roles (parent_id, position, role) values (${id}, 9999, ${role})`.execute(
          world.db,
        )
    }
    expect((await put('superAdmin', `pages/${page.uuid}`, { audience: 'todos' })).status).toBe(200)
    for (const who of ['staffA', 'staffB', 'clientA']) {
      expect((await world.call(who, 'POST', `pages/${page.uuid}/rascunho`)).status).toBe(403)
      expect([403, 404]).toContain((await put(who, `page-versions/${draft.uuid}/publicar`)).status)
      expect([403, 404]).toContain((await put(who, `page-versions/${draft.uuid}`, { content: 'meu' })).status)
    }
  })
})
