import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { beginSession, expect, expectFits, expectGood, picture, signIn, test } from './house.ts'

test('what a profile gains and loses is said before saving, and holds at once for whoever has it', async ({
  page,
  house,
  browser,
}, { project }) => {
  const name = `Atendimento ${project.name}`
  await beginSession(page, house)
  await page.goto(`${house.url}/profiles/create`)
  await page.getByLabel('Nome', { exact: true }).fill(name)
  await page.getByLabel('Buscar permissão').fill('chamados')
  const tickets = page.getByRole('group', { name: 'Quanto de Chamados', exact: true })
  await tickets.getByRole('button', { name: 'Tudo' }).click()
  await expect(page.getByText(/^Passa a poder: .*Chamados: Ver a lista/)).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/profiles\/[0-9a-f-]{36}/)

  const email = `dora.${project.name}@outorga.test`
  const password = 'nove pipas no quintal'
  const profile_id = await house.idOf('profiles', name)
  const document = cnpjFrom(project.name === 'phone' ? '725139640001' : '725139630001')
  const client = await house.api('POST', 'clients', { name: `Cliente de Dora ${project.name}`, document })
  const clientUser = [{ client_id: client.id }]
  await house.api('POST', 'users', { name: 'Dora Reis', email, password, profile_id, clientUser })
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(other, house, { email, password })
  await expect(other.getByRole('link', { name: 'Chamados' })).toBeVisible()

  await page.getByLabel('Buscar permissão').fill('chamados')
  await tickets.getByRole('button', { name: 'Nada' }).click()
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

test('who is invited chooses a password by the link of the mail, and enters', async ({ page, house, browser }, {
  project,
}) => {
  const email = `lia.${project.name}@outorga.test`
  await beginSession(page, house)
  await page.goto(`${house.url}/users/create`)
  await page.getByLabel('Nome', { exact: true }).fill('Lia Campos')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('combobox', { name: 'Perfil' }).click()
  await page.getByRole('option', { name: 'Colaborador' }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/users\/[0-9a-f-]{36}/)
  await expectFits(page)
  await expect.poll(() => house.lastMail(email)).not.toBe('')
  const first = house.lastMail(email)
  await page.getByRole('button', { name: 'Enviar convite' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar convite' }).click()
  await expect.poll(() => house.lastMail(email)).not.toBe(first)

  const other = await (await browser.newContext({ viewport: page.viewportSize() ?? null })).newPage()
  const link = /http\S+reset\?token=[\w-]+/.exec(house.lastMail(email))?.[0] ?? ''
  await other.goto(link)
  await other.getByLabel('Nova senha', { exact: true }).fill('nove pipas no quintal')
  await other.getByLabel('Repita a nova senha').fill('nove pipas no quintal')
  await other.getByRole('button', { name: /senha/i }).last().click()
  await expect(other).toHaveURL(/account\/login/)
  await signIn(other, house, { email, password: 'nove pipas no quintal' })
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
})

test(
  'the link of an invitation is copied, shown to be copied by hand, and opens the choice of a password',
  { tag: '@phone' },
  async ({ page, house, browser, context }, { project }) => {
    const profile_id = await house.idOf('profiles', 'Colaborador')
    const email = `rui.${project.name}@outorga.test`
    const made = await house.api('POST', 'users', { name: 'Rui Campos', email, profile_id })
    await context.grantPermissions(['clipboard-write'])
    // No page of the product may read the clipboard, so a test sees there what was written.
    await page.addInitScript(`const write = navigator.clipboard.writeText.bind(navigator.clipboard)
      navigator.clipboard.writeText = async text => (await write(text), (globalThis.copied = text))`)
    await beginSession(page, house)
    await page.goto(`${house.url}/users/${made.uuid}`)
    await page.getByRole('button', { name: 'Copiar o link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link do convite' })
    await expect(page.getByText('Link copiado').first()).toBeVisible()
    const link = await dialog.getByLabel('Link do convite', { exact: true }).inputValue()
    expect(link).toMatch(/\/account\/reset\?token=[\w-]+$/)
    expect(await page.evaluate('copied')).toBe(link)
    await expectGood(page)
    await picture(page, `convite-${project.name}`)
    await dialog.getByRole('button', { name: 'Fechar' }).click()

    const other = await (await browser.newContext({ viewport: page.viewportSize() ?? null })).newPage()
    await other.goto(link)
    await other.getByLabel('Nova senha', { exact: true }).fill('nove pipas no quintal')
    await other.getByLabel('Repita a nova senha').fill('nove pipas no quintal')
    await other.getByRole('button', { name: /senha/i }).last().click()
    await expect(other).toHaveURL(/account\/login/)

    // Who has a password is invited no more, and the page says so.
    await page.getByRole('button', { name: 'Copiar o link' }).click()
    await expect(page.locator('main').getByRole('alert')).toContainText('Esta pessoa já tem senha')
  },
)
