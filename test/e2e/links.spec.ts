import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, nextNumber, picture, test } from './house.ts'

/** A tile of hills between 600 and 700 m, around 22,5° S 46,5° W. */
function layHills(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-hills-'))
  const side = 1_201
  const bytes = Buffer.alloc(side * side * 2)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      bytes.writeInt16BE(
        Math.round(
          640 + 32 * Math.sin(column / 23) + 18 * Math.cos((row + column) / 9) - 20 * Math.cos((column - 600) / 40),
        ),
        (row * side + column) * 2,
      )
  writeFileSync(join(folder, 'S23W047.hgt'), bytes)
  return folder
}

test.describe('where the ground is known', () => {
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- it stands on no other fixture
    env: async ({}, use) => {
      const folder = layHills()
      await use({ ELEVATION_DIR: folder })
      rmSync(folder, { recursive: true, force: true })
    },
  })

  test('a link tells where to point, what is in the way, and goes onto paper', async ({ page, house }, { project }) => {
    const shot = async (name: string) => {
      // What stays in sight is drawn once, where it belongs.
      await page.evaluate('window.scrollTo(0, 0)')
      await picture(page, `enlace-${name}-${project.name}`, { fullPage: true })
    }
    const client = await house.api('POST', 'clients', { name: 'Serra Links', document: cnpj(nextNumber()) })
    const station = (name: string, address: object) =>
      house.api('POST', 'stations', { name, client_id: client.id, address: [address] })
    const west = await station('Torre Alto da Boa Vista da Serra da Mantiqueira Ocidental', { lat: -22.5, lng: -46.58 })
    const east = await station('Mirante', { lat: -22.47, lng: -46.44 })
    const bare = await station('Depósito', { address: 'Rua Um' })
    const link = await house.api('POST', 'station-links', {
      client_id: client.id,
      stations: [west, east, bare].map(({ id }) => ({ station_id: id })),
    })

    await beginSession(page, house)
    await page.goto(`${house.url}/station-links/${link.uuid}?tab=perfil`)
    await expect(page.getByText('14,7').first()).toBeVisible()
    await expect(page.getByText(/Falta informar a altura da antena/)).toBeVisible()
    await expectFits(page)
    await page.getByRole('group', { name: 'Torre Alto' }).getByLabel('Altura da antena (m)').fill('60')
    await page.getByRole('group', { name: 'Mirante' }).getByLabel('Altura da antena (m)').fill('65')
    await expect(page.getByText('Com visada')).toBeVisible()
    await page.getByLabel('Frequência (MHz)').fill('7.500')
    await expect(page.getByRole('img', { name: /^Perfil de Torre Alto/ })).toBeVisible()
    await page.getByRole('button', { name: 'Incluir obstáculo' }).click()
    await page.getByLabel('Distância (km)').fill('4,2')
    await page.getByLabel('Altura (m)', { exact: true }).fill('90')
    await expect(page.getByText('Sem visada')).toBeVisible()
    await page.getByText('Detalhes de rádio').click()
    await expect(page.getByText('133,3 dB')).toBeVisible()
    await expectGood(page)
    await shot('perfil')
    await page.getByText('Ver em números').click()
    await expect(page.getByRole('region', { name: 'Perfil em números' })).toBeVisible()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^perfil_torre-alto.*mirante\.pdf$/)
    await download.saveAs(`test-results/images/enlace-perfil-${project.name}.pdf`)

    // Which station lacks its place is said, and where it is written.
    await page.getByRole('combobox', { name: 'Para' }).click()
    await page.getByRole('option', { name: 'Depósito' }).click()
    await expect(page.getByRole('heading', { name: 'Faltam coordenadas' })).toBeVisible()
    await expectGood(page)
    await shot('sem-coordenadas')
    await page.getByRole('link', { name: 'Depósito' }).click()
    await expect(page).toHaveURL(new RegExp(`/stations/${bare.uuid}`))
  })
})
