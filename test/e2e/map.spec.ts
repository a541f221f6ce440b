import type { Page } from '@playwright/test'
import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, type House, nextNumber, test } from './house.ts'
import { connectStations, quarterGraphics } from './maps.ts'

test.use(quarterGraphics())

/** Two stations that speak to each other, one by radio and one of nowhere; named apart for each project. */
async function furnish(house: House, of: string) {
  const { api } = house
  const client = await api('POST', 'clients', {
    name: `Provedora de Internet Serra da Mantiqueira e Vale do Paraíba ${of} Ltda.`,
    document: cnpj(nextNumber()),
  })
  const station = (name: string, lat: number, lng: number, attendance_middle_id: number, more = {}) =>
    api('POST', 'stations', {
      name: `${name} ${of}`,
      client_id: client.id,
      attendance_middle_id,
      address: [{ lat, lng, city_id: null }],
      ...more,
    })
  const one = await station('Morro do Mapa', -23.0264, -45.5553, 1, { station_number: '1012345678' })
  const other = await station('Torre do Alto da Boa Vista com um nome comprido', -22.9246, -45.4613, 1)
  await station('Repetidora', -22.7396, -45.5914, 2)
  await api('POST', 'stations', { name: `Sem lugar ${of}`, client_id: client.id })
  await connectStations(house, client, [one, other])
}

const ready = (page: Page) => expect(page.locator('[data-ready][data-drawn]')).toBeVisible()
const inList = (page: Page) => page.getByRole('region', { name: 'Estações à vista' })

test('stations are found, opened and placed on the map', { tag: '@phone' }, async ({ page, house }, { project }) => {
  // The map is drawn by the processor here.
  test.slow()
  await furnish(house, project.name)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await beginSession(page, house)
  await page.goto(`${house.url}/stations?search=${project.name}`)
  await page.getByRole('link', { name: 'Mapa', exact: true }).click()
  await expect(page).toHaveURL(/station-links-map\?search=/)
  await ready(page)
  const list = inList(page)
  await expect(list.getByText('3 estações à vista, de 3')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 estação sem coordenadas' })).toBeVisible()
  await expectGood(page)

  // A medium is left out by its name in the legend.
  const radio = page.getByRole('button', { name: 'Rádio' })
  await radio.click()
  await expect(list.getByText('2 estações à vista, de 2')).toBeVisible()
  await radio.click()

  await list.getByRole('button', { name: /Morro do Mapa/ }).click()
  const card = page.getByRole('region', { name: `Morro do Mapa ${project.name}` })
  await expect(card.getByText('1012345678')).toBeVisible()
  await expect(card.getByText('023°01')).toHaveCount(0)
  await expect(card.getByText('23°01\'35,04" S 045°33\'19,08" W')).toBeVisible()
  await card.getByRole('button', { name: 'O que há por perto' }).click()
  await page.getByLabel(/Até quantos km/).fill('20')
  await expect(list.getByText('2 estações por perto')).toBeVisible()
  await expect(list.getByText('14,8 km')).toBeVisible()
  await expectGood(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Voltar às estações à vista' }).click()

  // The middle of the map stands for a click: a place is chosen without a mouse.
  await page.getByRole('button', { name: 'Marcar o centro' }).click()
  const place = page.getByRole('region', { name: /Ponto no mapa/ })
  await expect(place).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(place).toHaveCount(0)
  await page.getByRole('button', { name: 'Marcar o centro' }).click()
  await place.getByRole('link', { name: 'Nova estação aqui' }).click()
  await expect(page).toHaveURL(/stations\/create\?lat=-2\d\.\d+&lng=-45/)
  await expect(page.getByLabel('Latitude').first()).toHaveValue(/^-2\d,\d+/)
  await page.goBack()
  await ready(page)
  await expectFits(page)

  await page.getByRole('link', { name: '1 estação sem coordenadas' }).click()
  await expect(page.getByRole('link', { name: `Sem lugar ${project.name}` })).toBeVisible()
  await expect(page.getByText('Morro do Mapa')).toHaveCount(0)
  // Nothing was asked of anybody else.
  expect(asked.filter(url => !url.startsWith(house.url) && !/^(blob|data):/.test(url))).toEqual([])
})

test('where nothing can be drawn, the same stations are a table', async ({ page, house }, { project }) => {
  const client = await house.api('POST', 'clients', {
    name: `Sem mapa ${project.name}`,
    document: cnpj(nextNumber()),
  })
  const address = [{ lat: -23.0264, lng: -45.5553 }]
  await house.api('POST', 'stations', { name: `Só em tabela ${project.name}`, client_id: client.id, address })
  await page.addInitScript(`HTMLCanvasElement.prototype.getContext = () => null`)
  await beginSession(page, house)
  await page.goto(`${house.url}/station-links-map?search=tabela ${project.name}`)
  await expect(page.getByText('Este navegador não desenha mapas')).toBeVisible()
  await expect(page.getByRole('link', { name: `Só em tabela ${project.name}` })).toBeVisible()
  await expectFits(page)
})
