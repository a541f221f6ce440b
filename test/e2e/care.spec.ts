import { towerPhoto } from '#features/platform/demo/tower.server.ts'
import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

test('a station is warned of its municipality and of its twin, and has its notes, photos and fees', async ({
  page,
  house,
}, { project }) => {
  const { api, idOf } = house
  const client = await api('POST', 'clients', {
    name: `Vale do Paraíba Fibra ${project.name}`,
    document: '42000131000119',
  })
  const taubate = await idOf('cities', 'Taubaté/SP')
  await api('POST', 'stations', {
    name: `Torre do Mirante ${project.name}`,
    client_id: client.id,
    address: [{ lat: -22.9571, lng: -45.5475, city_id: taubate }],
    licensed_on: '2020-03-02',
    station_type: 'propria',
  })
  const shot = (name: string) => picture(page, `cuidado-${name}-${project.name}`, { fullPage: true })
  await beginSession(page, house)
  await page.goto(`${house.url}/stations/create?client_id=${client.id}`)
  await page.getByLabel('Nome', { exact: true }).fill(`torre do mirante ${project.name}`)
  await expect(page.getByText('Há uma estação parecida')).toBeVisible()
  await expect(page.getByText(/mesmo nome/)).toBeVisible()
  await page.getByRole('button', { name: 'Adicionar endereço' }).click()
  const lat = page.getByLabel(/^Latitude/)
  await lat.fill(`22°57'25,60" S 045°32'51,04" W`)
  await lat.press('Tab')
  await expect(page.getByText('As coordenadas ficam em Tremembé/SP')).toBeVisible()
  await expect(page.getByText(/mesmo nome · a \d+\sm/)).toBeVisible()
  const city = page.getByRole('combobox', { name: /Município/ })
  await city.click()
  await city.fill('Taubaté')
  await page.getByRole('option', { name: 'Taubaté/SP' }).click()
  await expect(page.getByText('As coordenadas ficam fora do município escolhido')).toBeVisible()
  await expectGood(page)
  await shot('avisos')
  await page.getByRole('button', { name: 'Usar Tremembé/SP' }).click()
  await expect(page.getByText('As coordenadas ficam fora')).toHaveCount(0)
  await page.getByLabel('Nome', { exact: true }).fill(`Torre Nova ${project.name}`)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Torre Nova ${project.name}` })).toBeVisible()

  await page.getByRole('tab', { name: /Diário/ }).click()
  await page.getByLabel('Nova nota de estação').fill('Raio queimou a fonte. Trocada no mesmo dia.')
  await page.getByLabel('Quando foi').fill('04/03/2026')
  await page.getByLabel('Quando foi').press('Tab')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText('Raio queimou a fonte. Trocada no mesmo dia.')).toBeVisible()
  await expect(page.getByText('04/03/2026')).toBeVisible()
  await expectFits(page)
  await shot('diario')

  await page.getByRole('tab', { name: /Fotos e arquivos/ }).click()
  const photo = { name: 'Torre.png', mimeType: 'image/png', buffer: towerPhoto() }
  const forged = { name: 'Falsa.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
  await page.getByLabel('Foto ou documento').setInputFiles([photo, forged])
  await expect(page.getByText('não foi guardado')).toBeVisible()
  const thumb = page.getByRole('button', { name: 'Ver Torre.png' })
  await expect(thumb.locator('img')).toBeVisible()
  await expectGood(page)
  await shot('fotos')
  await thumb.click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Torre.png' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`${house.url}/stations?search=${project.name}`)
  await page.getByRole('button', { name: /fora do seu município$/ }).click()
  await expect(page.getByRole('link', { name: `Torre do Mirante ${project.name}` })).toBeVisible()
  await expect(page.getByRole('link', { name: `Torre Nova ${project.name}` })).toHaveCount(0)
  await shot('contadores')
  await page.getByRole('button', { name: /a menos de 30 m de outra do mesmo cliente$/ }).click()
  await expect(page.getByRole('link', { name: `Torre Nova ${project.name}` })).toBeVisible()

  await page.goto(`${house.url}/clients/${client.uuid}/taxas-de-estacoes`)
  await expect(page.getByText(/Fora da conta: 2 estações/)).toBeVisible()
  await expect(page.getByText(/^Nenhuma estação tem o que a estimativa de \d{4} pede; TFF/)).toBeVisible()
  await expect(page.getByText(/sem fistel, ou com fistel sem serviço/).first()).toBeVisible()
  await expectFits(page)
  await shot('taxas')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar planilha' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^taxas-de-estacoes-\d{4}\.xlsx$/)
})
