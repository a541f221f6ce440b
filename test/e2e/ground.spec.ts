import { createServer, type Server } from 'node:http'
import { cnpj } from '../support/drafts.ts'
import { expect, expectFits, expectGood, nextNumber, picture, signIn, test } from './house.ts'
import { quarterGraphics } from './maps.ts'

// A house whose map has a ground of its own, from another host: a style, its signs, and tiles.

test.use({ ...quarterGraphics(), env: { MAP_STYLE_URL: 'http://127.0.0.1:47613/style.json' } })

const host = 'http://127.0.0.1:47613'
/** A tile of one colour, 1 × 1. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
)
const style = {
  version: 8,
  sprite: `${host}/sprite`,
  glyphs: `${host}/glyphs/{fontstack}/{range}.pbf`,
  sources: {
    chao: { type: 'raster', tiles: [`${host}/{z}/{x}/{y}.png`], tileSize: 256, attribution: 'Chão de prova' },
    marco: { type: 'geojson', data: { type: 'Point', coordinates: [-47.6, -21.2] } },
  },
  layers: [
    { id: 'chao', type: 'raster', source: 'chao' },
    { id: 'marco', type: 'symbol', source: 'marco', layout: { 'text-field': 'Marco', 'text-font': ['Prova'] } },
  ],
}

function serveStyle(asked: string[]): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.setHeader('access-control-allow-origin', '*')
    const send = (type: string, body: string | Buffer) => response.setHeader('content-type', type).end(body)
    if (url === '/style.json') send('application/json', JSON.stringify(style))
    else if (/^\/sprite.*json$/.test(url)) send('application/json', '{}')
    else if (url.endsWith('.png')) send('image/png', tile)
    // No signs of these letters: an empty message is one.
    else if (url.startsWith('/glyphs/')) send('application/x-protobuf', Buffer.alloc(0))
    else response.writeHead(404).end()
  })
  return new Promise(resolve => server.listen(47_613, '127.0.0.1', () => resolve(server)))
}

test('the ground comes from the one host that is configured, and the map does without where it is silent', async ({
  page,
  house,
}) => {
  test.slow()
  const client = await house.api('POST', 'clients', { name: 'Chão', document: cnpj(nextNumber()) })
  const address = [{ lat: -21.2045, lng: -47.6012 }]
  await house.api('POST', 'stations', { name: 'No chão', client_id: client.id, address })
  const asked: string[] = []
  const server = await serveStyle(asked)
  await signIn(page, house)
  const stands = () => expect(page.locator('[data-ready]')).toBeVisible()
  const said = page.getByText('O fundo do mapa não respondeu: aqui estão só os contornos.')
  await page.goto(`${house.url}/station-links-map`)
  await stands()
  await expect.poll(() => asked.some(url => /^\/\d+\/\d+\/\d+\.png$/.test(url))).toBe(true)
  await expect.poll(() => asked.some(url => url.startsWith('/sprite'))).toBe(true)
  await expect.poll(() => asked.some(url => url.startsWith('/glyphs/Prova/'))).toBe(true)
  await expect(said).toHaveCount(0)
  await expectFits(page)
  await picture(page, 'chao-desktop')

  server.closeAllConnections()
  await new Promise(done => server.close(done))
  await page.reload()
  await stands()
  await expect(said).toBeVisible()
  await expect(page.getByRole('region', { name: 'Estações à vista' }).getByText('No chão')).toBeVisible()
  await expectGood(page)
  await picture(page, 'chao-calado-desktop')
})
