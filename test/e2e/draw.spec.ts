import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectGood, type House, nextNumber, picture, test } from './house.ts'
import { quarterGraphics } from './maps.ts'

test.use(quarterGraphics())

interface Place {
  readonly name: string
  readonly lat: number
  readonly lng: number
}
const places = [
  { name: 'Morro Azul', lat: -22.62, lng: -45.62 },
  { name: 'Serra do Sino', lat: -22.55, lng: -45.5 },
  { name: 'Vale das Torres, ao lado da antiga estação ferroviária', lat: -22.7, lng: -45.44 },
] as const satisfies readonly Place[]

async function furnish({ api }: House, of: string, name = `Enlaces da Serra ${of}`) {
  const client = await api('POST', 'clients', { name, document: cnpj(nextNumber()) })
  for (const { name: station, lat, lng } of places)
    await api('POST', 'stations', {
      name: station,
      client_id: client.id,
      attendance_middle_id: 2,
      address: [{ lat, lng }],
    })
  return client
}

const ready = (page: Page) => expect(page.locator('[data-ready][data-drawn]')).toBeVisible()

/** Where a map that shows all of these places, 48 pixels from its edges, draws one of them. */
async function spotOf(page: Page, place: Place) {
  const canvas = page.locator('[data-ready] canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('no map')
  const x = (lng: number) => (lng + 180) / 360
  const y = (lat: number) => 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)
  const [xs, ys] = [places.map(({ lng }) => x(lng)), places.map(({ lat }) => y(lat))]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min((box.width - 96) / (east - west), (box.height - 96) / (south - north), 512 * 2 ** 13)
  return {
    x: box.width / 2 + (x(place.lng) - (west + east) / 2) * scale,
    y: box.height / 2 + (y(place.lat) - (north + south) / 2) * scale,
  }
}
const clickOn = async (page: Page, place: Place) =>
  page.locator('[data-ready] canvas').click({ position: await spotOf(page, place) })

test('three stations are linked on the map, a like link is told apart, and it is finished', async ({ page, house }, {
  project,
}) => {
  // The map is drawn by the processor here.
  test.slow()
  const client = await furnish(house, project.name)
  const shot = async (name: string) => {
    await page.evaluate('window.scrollTo(0, 0)')
    await picture(page, `desenho-${name}-${project.name}`, { fullPage: true })
  }
  const [one, two, three] = places
  await beginSession(page, house)
  await page.goto(`${house.url}/station-links/create?client_id=${client.id}`)
  await ready(page)
  await clickOn(page, one)
  await expect(page.getByText(`De ${one.name}. Escolha a outra estação`).first()).toBeVisible()
  await clickOn(page, two)
  await expect(page.getByText(`${one.name} → ${two.name}`)).toBeVisible()
  await clickOn(page, two)
  await clickOn(page, three)
  await expect(page.getByText(`${two.name} → ${three.name}`)).toBeVisible()
  // The same two again undo it; what was undone comes back.
  await clickOn(page, three)
  await clickOn(page, two)
  await expect(page.getByText(`${two.name} → ${three.name}`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText(`${two.name} → ${three.name}`)).toBeVisible()
  // And from the list, as a keyboard does it.
  const list = page.getByRole('region', { name: 'Estações para conectar' })
  await list.getByRole('button', { name: three.name }).press('Enter')
  await list.getByRole('button', { name: one.name }).press('Enter')
  await expect(page.getByText(`${three.name} → ${one.name}`)).toBeVisible()
  await page.getByRole('button', { name: `Retirar a conexão entre ${three.name}` }).click()
  await page.getByLabel('Capacidade (Gbps)').first().fill('1,5')
  await page.getByLabel('Em swap').first().check()
  // One question covers what is drawn, and each connection may be answered apart.
  await page.getByRole('radio', { name: 'Sim, já está no ar' }).check()
  await expect(page.getByLabel('Existe', { exact: true }).first()).toBeChecked()
  await page.getByLabel('Existe', { exact: true }).nth(1).uncheck()
  await expectGood(page)
  await shot('novo')

  // Unsaved, it asks.
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`${one.name} ↔ ${two.name}`) })).toBeVisible()
  const made = page.url()

  // Another one like it is shown beside it, and refused until that is meant.
  await page.goto(`${house.url}/station-links/create?client_id=${client.id}`)
  await list.getByRole('button', { name: one.name }).click()
  await list.getByRole('button', { name: two.name }).click()
  await list.getByRole('button', { name: two.name }).click()
  await list.getByRole('button', { name: three.name }).click()
  await expect(page.getByText('Já há um enlace entre as mesmas estações')).toBeVisible()
  const beside = page.getByRole('region', { name: 'Antes de salvar' })
  await expect(beside.getByRole('article')).toHaveCount(2)
  await expect(beside.getByText('1,5 Gbps')).toBeVisible()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText(/já une as mesmas estações pelo mesmo meio/).first()).toBeVisible()
  await expectGood(page)
  await shot('parecido')
  await page.getByLabel('Registrar mesmo assim').check()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`${one.name} ↔`) })).toBeVisible()

  // Finishing shows what is missing in one dialog, does it there, and finishes.
  await page.goto(made)
  const act = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name }).click()
  }
  const facts = page
    .getByRole('banner')
    .or(page.locator('header'))
    .filter({ has: page.getByRole('heading', { level: 1 }) })
  expect((await facts.innerText()).split(`${one.name} ↔ ${two.name}`).length - 1).toBeLessThanOrEqual(2)
  await page.getByRole('button', { name: 'Finalizar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Finalizar o enlace' })
  await expect(dialog.getByText(`${two.name} → ${three.name} ainda não existe`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Finalizar enlace' })).toBeDisabled()
  await expectGood(page)
  await picture(page, `enlace-finalizar-${project.name}`)
  await dialog.getByRole('button', { name: 'Marcar como existente' }).click()
  await dialog.getByRole('button', { name: 'Finalizar propriedade' }).click()
  await expect(dialog.getByText('Finalizada')).toBeVisible()
  await dialog.getByRole('button', { name: 'Finalizar enlace' }).click()
  await expect(page.getByRole('button', { name: 'Reabrir' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Informações' }).click()
  await expect(page.getByText('2 de 2')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Conexões do enlace' })).toBeVisible()
  await expectGood(page)
  await shot('informacoes')
  await page.getByRole('link', { name: 'Abrir' }).click()
  await act('Reabrir')
  await expect(page.getByRole('button', { name: 'Finalizar' })).toBeVisible()
})

test('a network goes out as KMZ and comes in at another client', async ({ page, house }, { project }) => {
  const client = await furnish(house, `${project.name} KML`)
  const stations = await house.api('GET', `stations/client/${client.id}?per_page=25`)
  const ids = Object.values(stations).map(each => Number(Object(each).id))
  await house.api('POST', 'station-links/desenho', {
    client_id: client.id,
    stations: ids.slice(0, 2).map(station_id => ({ station_id })),
    connections: [{ station_1_id: ids[0], station_2_id: ids[1], capacity: 10 }],
  })
  const other = await house.api('POST', 'clients', {
    name: `Recebe KML ${project.name}`,
    document: cnpj(nextNumber()),
  })
  await beginSession(page, house)
  await page.goto(`${house.url}/stations/kml?client=${client.id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar KMZ' }).click(),
  ])
  const file = { name: 'rede.kmz', mimeType: 'application/octet-stream', buffer: readFileSync(await download.path()) }
  // At the same client all of it is there already.
  await page.getByLabel('Arquivo KML ou KMZ').setInputFiles(file)
  await expect(page.getByText(/3 estações parecem já existir/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Registrar nada' })).toBeDisabled()
  await page.getByRole('button', { name: 'Descartar' }).click()

  await page.goto(`${house.url}/stations/kml?client=${other.id}`)
  await page.getByLabel('Arquivo KML ou KMZ').setInputFiles({
    ...file,
    name: 'x.kml',
    buffer: Buffer.from('<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml>&a;</kml>'),
  })
  await expect(page.getByText(/traz definições próprias/)).toBeVisible()
  await page.getByLabel('Arquivo KML ou KMZ').setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'Estações: 3 de 3' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Enlaces: 1' })).toBeVisible()
  await page.getByLabel('Nome do ponto 1').fill('Renomeada')
  await expectGood(page)
  await picture(page, `kml-proposto-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Registrar 3 estações e 1 enlace' }).click()
  await expect(page.getByText('Registrado: 3 estações e 1 enlace.')).toBeVisible()
  const count = async () => Object.keys(await house.api('GET', `stations/client/${other.id}`)).length
  expect(await count()).toBe(3)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('Arraste o KML ou o KMZ para cá')).toBeVisible()
  expect(await count()).toBe(0)
})

test.describe('where places are known', () => {
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- it stands on no other fixture
    env: async ({}, use) => {
      const found = [{ display_name: 'Itajubá, Minas Gerais, Brasil', lat: '-22.4258', lon: '-45.4527' }]
      const server = createServer((_request, response) => response.end(JSON.stringify(found)))
      await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('no port')
      await use({ PLACES_URL: `http://127.0.0.1:${address.port}` })
      server.close()
    },
  })

  test('the map goes to a place by its name, and tells it by night too', async ({ page, house }, { project }) => {
    test.slow()
    const client = await furnish(house, `${project.name} de noite`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await beginSession(page, house)
    await page.goto(`${house.url}/station-links-map/${client.uuid}`)
    await ready(page)
    await page.getByLabel('Ir a um lugar').fill('itajuba')
    await page.getByLabel('Ir a um lugar').press('Enter')
    await page.getByRole('button', { name: 'Itajubá, Minas Gerais, Brasil' }).click()
    await expect(page.getByRole('region', { name: 'Ponto no mapa' })).toBeVisible()
    await expect(page.getByText('-22,425800; -45,452700')).toBeVisible()
    await expectGood(page)
    await picture(page, `mapa-lugar-escuro-${project.name}`)
  })
})
