import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, nextNumber, picture, test } from './house.ts'

test(
  'a station is placed by what was pasted, begun again as a series, and finished once nothing lacks',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const client = await house.api('POST', 'clients', {
      name: `Serra Fibra ${project.name}`,
      document: cnpj(nextNumber()),
    })
    const shot = (name: string) => picture(page, `estacao-${name}-${project.name}`, { fullPage: true })
    await beginSession(page, house)
    await page.goto(`${house.url}/stations/create?client_id=${client.id}`)
    await page.getByLabel('Nome', { exact: true }).fill('Torre 3')
    await page.getByRole('button', { name: 'Adicionar endereço' }).click()
    const [lat, lng] = [page.getByLabel(/^Latitude/), page.getByLabel(/^Longitude/)]
    // Both halves, as a licence writes them, into one.
    await lat.fill(`22°54'21,60" S 047°03'38,16" W`)
    await lat.press('Tab')
    await expect(lat).toHaveValue('-22,906000')
    await expect(lng).toHaveValue('-47,060600')
    await expect(page.getByText(`047°03'38,16" W`)).toBeVisible()
    // Without signs it is asked about.
    await lat.fill('22,906; 47,0606')
    await lat.press('Tab')
    await expect(page.getByText('Este ponto fica fora do Brasil. Qual é o certo?')).toBeVisible()
    await shot('perguntada')
    await page.getByRole('button', { name: '-22,906000; -47,060600' }).click()
    await expect(lng).toHaveValue('-47,060600')
    await expectFits(page)
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Torre 3' })).toBeVisible()

    await page.getByRole('button', { name: 'Finalizar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click()
    await expect(page.getByText('Para finalizar, informe antes o município, o tipo da estação')).toBeVisible()

    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Duplicar' }).click()
    await page.getByRole('button', { name: 'Registrar em série' }).click()
    await page.getByLabel('Uma estação por linha').fill('Pico do Sino\n-22,91; -47,07\nTorre 9; perto da ponte')
    await expect(page.getByText('Não há coordenadas neste texto.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Registrar 3/ })).toBeDisabled()
    await page.getByLabel('Uma estação por linha').fill('Pico do Sino\n-22,91; -47,07\nTorre 9')
    await expectGood(page)
    await shot('serie')
    // What is judged of each line makes the list longer, and moves the button.
    await expect(page.getByRole('row', { name: /^Torre 5/ })).toContainText('Campinas/SP')
    await page.getByRole('button', { name: 'Registrar 3 estações' }).click()
    await expect(page.getByText('3 estações registradas.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Torre 5' })).toBeVisible()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(page.getByRole('link', { name: 'Torre 5' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Torre 3' })).toBeVisible()
    await expectFits(page)
    await shot('lista')

    await page.getByRole('button', { name: /^\d+ sem tipo$/ }).click()
    await expect(page).toHaveURL(/station_type/)
    await expect(page.getByRole('link', { name: 'Torre 3' })).toBeVisible()
  },
)
