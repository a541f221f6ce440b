import { expect, expectGood, signIn, test } from './house.ts'

test('what a profile gains and loses is said before saving, and holds at once for whoever has it', async ({
  page,
  house,
  browser,
}, { project }) => {
  const name = `Atendimento ${project.name}`
  await signIn(page, house)
  await page.goto(`${house.url}/profiles/create`)
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Buscar permissão').fill('chamados')
  await page.getByRole('checkbox', { name: 'Tudo em Chamados' }).check()
  await expect(page.getByText(/^Passa a poder: .*Chamados: Ver a lista/)).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/profiles\/[0-9a-f-]{36}/)

  const email = `dora.${project.name}@outorga.test`
  const password = 'nove pipas no quintal'
  const profile_id = await house.idOf('profiles', name)
  await house.api('POST', 'users', { name: 'Dora Reis', email, password, profile_id })
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(other, house, { email, password })
  await expect(other.getByRole('link', { name: 'Chamados' })).toBeVisible()

  await page.getByLabel('Buscar permissão').fill('chamados')
  await page.getByRole('checkbox', { name: 'Tudo em Chamados' }).uncheck()
  await page.getByLabel('Buscar permissão').fill('clientes')
  await page
    .getByRole('group', { name: 'Clientes', exact: true })
    .getByRole('checkbox', { name: 'Ver a lista' })
    .check()
  await expect(page.getByText(/^Deixa de poder: .*Chamados: Ver a lista/)).toBeVisible()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText(/Deixa de poder:/)).toHaveCount(0)

  await other.goto(house.url)
  await expect(other.getByRole('link', { name: 'Clientes', exact: true })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Chamados' })).toHaveCount(0)
})
