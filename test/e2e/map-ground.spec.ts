import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectGood, type House, inScheme, nextNumber, picture, test } from './house.ts'
import { connectStations, softwareGraphics } from './maps.ts'

// The ground a map has of its own, where no style is configured: states and municipalities with their names.

test.use(softwareGraphics())

async function furnish(house: House, name: string) {
  const { api } = house
  const client = await api('POST', 'clients', { name, document: cnpj(nextNumber()) })
  const station = (of: string, lat: number, lng: number) =>
    api('POST', 'stations', { name: of, client_id: client.id, attendance_middle_id: 2, address: [{ lat, lng }] })
  const one = await station('Torre da Serra', -22.62, -45.62)
  const other = await station('Torre do Vale', -22.7, -45.44)
  await connectStations(house, client, [one, other], { exists: true })
  return client
}

test(
  'without a map server the network stands on states and municipalities, asked of nobody else',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    // The map is drawn by the processor here.
    test.slow()
    const client = await furnish(house, `Chão próprio ${project.name}`)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await beginSession(page, house)
    await page.goto(`${house.url}/station-links-map/${client.uuid}`)
    const map = page.locator('[data-ready]')
    await expect(map).toHaveAttribute('data-drawn', '2')
    await expect(map).toHaveAttribute('data-ground', 'municipios')
    await expectGood(page)
    await picture(page, `chao-proprio-perto-${project.name}`)
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Afastar' }).click()
    await picture(page, `chao-proprio-${project.name}`)
    await inScheme(page, 'dark')
    await expect(map).toHaveAttribute('data-ground', 'municipios')
    await expect(map).toHaveAttribute('data-drawn', '2')
    await picture(page, `chao-proprio-escuro-${project.name}`)
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Afastar' }).click()
    await picture(page, `chao-proprio-longe-escuro-${project.name}`)
    await inScheme(page, 'light')
    await expect(map).toHaveAttribute('data-ground', 'municipios')
    await expect(map).toHaveAttribute('data-drawn', '2')
    await picture(page, `chao-proprio-longe-${project.name}`)
    expect(asked.filter(url => !url.startsWith(house.url) && !/^(blob|data):/.test(url))).toEqual([])
    // Brought once, whatever the scheme.
    expect(asked.filter(url => /ground-worker/.test(url)).length).toBeLessThanOrEqual(1)
  },
)

test('a ground that does not come leaves the map as it was', async ({ page, house }, { project }) => {
  test.slow()
  const client = await furnish(house, `Sem chão ${project.name}`)
  await page.addInitScript(`
    const Before = Worker
    window.Worker = class extends Before {
      constructor(address, options) {
        super(/ground-worker/.test(String(address)) ? '/assets/not-there.js' : address, options)
      }
    }
  `)
  await beginSession(page, house)
  await page.goto(`${house.url}/station-links-map/${client.uuid}`)
  const map = page.locator('[data-ready]')
  await expect(map).toHaveAttribute('data-drawn', '2')
  await page.getByRole('button', { name: 'Marcar o centro' }).click()
  await expect(page.getByRole('region', { name: /Ponto no mapa/ })).toBeVisible()
  expect(await map.getAttribute('data-ground')).toBe(null)
})
