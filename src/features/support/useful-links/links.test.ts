import { createServer } from 'node:http'
import { lookup } from 'node:dns'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLinks, linksChore, getStatus } from '#features/support/useful-links/check.server.ts'
import type { LinkShelf } from '#features/support/useful-links/api.ts'
import { Unanswered } from '#server/outbound.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const octets = { 'content-type': 'application/octet-stream' }

/** A server of our own that answers by the name it is asked for. */
async function openSites() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const [host = ''] = (request.headers.host ?? '').split(':')
    asked.push(host)
    const status = Number(/^s(\d{3})\./.exec(host)?.[1] ?? 200)
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('x'.repeat(100_000))
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = Object(server.address())
  const trusted = {
    lookup: ((_host, options, done) => lookup('127.0.0.1', options, done)) satisfies NonNullable<
      Parameters<typeof getStatus>[1]
    >['lookup'],
  }
  /** Names with `gone` in them lead nowhere. */
  const ask: typeof getStatus = url =>
    getStatus(new URL(`http://${url.hostname}:${url.hostname.includes('gone') ? 1 : port}/`), trusted)
  const close = () => new Promise(done => server.close(done))
  return { asked, port: Number(port), ask, close }
}

describe('important links', () => {
  let world: World
  let sites: Awaited<ReturnType<typeof openSites>>
  beforeAll(async () => {
    world = await openWorld()
    sites = await openSites()
  })
  afterAll(async () => {
    await sites?.close()
    await world?.close()
  })

  const made = async (nome: string, url: string, more: object = {}) =>
    dataOf(await world.call('superAdmin', 'POST', 'links-importantes', { body: { nome, url, ...more } }))
  const shelves = async (who: string) =>
    (await world.call(who, 'GET', 'links-importantes/painel')).body.data as readonly LinkShelf[]
  const noEnd = new AbortController().signal
  const lookAt = (day: string) => checkLinks(world.db, new Date(`${day}T10:00:00Z`), noEnd, sites.ask)
  const failing = async (uuid: string) =>
    Object((await world.call('superAdmin', 'GET', `links-importantes/${uuid}`)).body.data).failing_since

  test('begin with public addresses, each in a category and the house’s to change and delete', async () => {
    const { rows: begun } = await sql<{ uuid: string; url: string; category_id: number | null }>`
      select uuid, url, category_id from links_importantes where descricao is not null and url like 'https://%' order by id limit 15`.execute(
      world.db,
    )
    const hosts = begun.map(({ url }) => new URL(url).hostname)
    expect(hosts).toEqual(expect.arrayContaining(['sei.anatel.gov.br', 'cav.receita.fazenda.gov.br', 'viacep.com.br']))
    expect(begun.filter(({ category_id }) => category_id === null)).toEqual([])
    for (const { uuid } of begun)
      expect((await world.call('superAdmin', 'DELETE', `links-importantes/${uuid}`)).status).toBe(200)
    expect(JSON.stringify(await shelves('superAdmin'))).not.toContain('sei.anatel.gov.br')
  })

  test('stand by category, those one opens first, then those the house opens', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into links_importantes_categorias (nome, slug) values ('Zelo', 'zelo') returning id`.execute(world.db)
    const more = { category_id: rows[0]?.id }
    const [a, b, c] = [
      await made('A', 'https://a.example/', more),
      await made('B', 'https://b.example/', more),
      await made('C', 'https://c.example/', more),
    ]
    const open = (who: string, { uuid }: typeof a) =>
      world.call(who, 'PUT', `links-importantes/${uuid}/abrir`, { body: {} })
    expect(await Promise.all(Array.from({ length: 12 }, () => open('clientA', c)))).toMatchObject(
      Array.from({ length: 12 }, () => ({ status: 200 })),
    )
    await open('staffA', b)
    const order = async (who: string) =>
      (await shelves(who)).find(({ nome }) => nome === 'Zelo')?.links.map(({ nome, uses }) => [nome, uses])
    expect(await order('clientA')).toEqual([
      ['C', 12],
      ['B', 0],
      ['A', 0],
    ])
    expect(await order('staffA')).toEqual([
      ['B', 1],
      ['C', 0],
      ['A', 0],
    ])
    await world.call('superAdmin', 'PUT', 'links-importantes/disable', { body: { ids: [b.id] } })
    expect((await order('staffA'))?.map(([nome]) => nome)).toEqual(['C', 'A'])
    expect((await open('clientA', b)).status).toBe(404)
  })

  test('draw what was sent for a category, and take nothing else for an image', async () => {
    const category = dataOf(
      await world.call('superAdmin', 'POST', 'links-importantes-categorias', { body: { nome: 'Com imagem' } }),
    )
    await made('D', 'https://d.example/', { category_id: category.id })
    const at = `links-importantes-categorias/${category.uuid}/imagem`
    const send = (body: string | Buffer, who = 'superAdmin') => world.call(who, 'PUT', at, { body, headers: octets })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect([(await send(svg)).status, (await send('GIF89a')).status, (await send('')).status]).toEqual([422, 422, 422])
    expect((await send(Buffer.alloc(70_000, png))).status).toBe(413)
    expect((await send(png, 'staffA')).status).toBe(403)
    const sent = await send(png)
    expect(sent.body.data).toMatchObject({ image: expect.stringContaining(`/${at}?v=`) })
    const seen = await world.call('clientA', 'GET', at)
    expect(seen).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
    })
    expect((await world.call('anonymous', 'GET', at)).status).toBe(401)
    const shelf = (await shelves('clientA')).find(({ nome }) => nome === 'Com imagem')
    expect(shelf?.image).toMatch(/^[0-9a-f]{32}$/)
    expect((await world.call('superAdmin', 'DELETE', at)).body.data).toMatchObject({ image: null })
    expect((await world.call('clientA', 'GET', at)).status).toBe(404)
  })

  test('are said not to answer once two looks in a row say so, and again to answer at the first that does', async () => {
    await sql`update links_importantes set active = false`.execute(world.db)
    const fine = await made('Responde', 'https://s200.example/')
    const shut = await made('Fechada', 'https://s403.example/')
    const lost = await made('Perdida', 'https://s404.example/')
    const gone = await made('Sumida', 'https://gone.example/')
    await made('Movida', 'https://s301.example/')
    expect(await lookAt('2026-11-02')).toEqual({ said: '5 links conferidos, 2 sem resposta.' })
    expect(await failing(lost.uuid)).toBeNull()
    expect(await lookAt('2026-11-02')).toEqual({ said: 'Nada a conferir.' })
    expect(await lookAt('2026-11-03')).toEqual({ said: '2 links conferidos, 2 sem resposta.' })
    for (const { uuid } of [lost, gone]) expect(String(await failing(uuid))).toMatch(/^2026-11-02T10:00/)
    for (const { uuid } of [fine, shut]) expect(await failing(uuid)).toBeNull()
    const told = (who: string) =>
      shelves(who).then(all => all.flatMap(({ links }) => links).filter(each => each.failing_since).length)
    expect([await told('staffA'), await told('clientA')]).toEqual([2, 0])
    // Another address is another matter.
    await world.call('superAdmin', 'PUT', `links-importantes/${lost.uuid}`, { body: { url: 'https://s200.example/b' } })
    expect(await failing(lost.uuid)).toBeNull()
    await lookAt('2026-11-04')
    expect(await told('staffA')).toBe(1)
  })

  test('blame the way out, and no link, when nobody at all answers', async () => {
    await sql`update links_importantes set active = false`.execute(world.db)
    for (const name of ['um', 'dois', 'tres']) await made(name, `https://${name}.gone.example/`)
    for (const day of ['2026-11-02', '2026-11-03']) expect((await lookAt(day)).said).toContain('Nada foi marcado')
    const { rows } =
      await sql`select 1 from link_checks c join links_importantes l on l.id = c.link_id and l.active`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('are never a way into a network of the house’s own', async () => {
    await sql`update links_importantes set active = false`.execute(world.db)
    sites.asked.length = 0
    const inward = [
      `http://127.0.0.1:${sites.port}/`,
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://localhost/',
      'http://169.254.169.254/latest/meta-data',
      `http://exemplo.com.br:${sites.port}/`,
      'http://user@exemplo.com.br/',
    ]
    for (const url of inward) await expect(getStatus(new URL(url))).rejects.toThrow(Unanswered)
    // A name that leads inside is found out as it is resolved.
    await expect(getStatus(new URL('http://localhost.localdomain/'))).rejects.toThrow(Unanswered)
    for (const [i, url] of inward.slice(0, 3).entries()) await made(`dentro ${i}`, url)
    expect((await checkLinks(world.db, new Date(), noEnd)).said).toBe('3 links conferidos, 0 sem resposta.')
    expect(sites.asked).toEqual([])
    expect(await linksChore.run(world.house, { now: new Date(), byHand: true, signal: noEnd })).toMatchObject({
      said: expect.stringContaining('Desligada'),
    })
  })
})
