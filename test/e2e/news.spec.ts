import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, nextNumber, signIn, test } from './house.ts'

const password = 'nove pipas no quintal'

test('news that must be read is confirmed, and who has not is told; two computers agree, and what is one’s own comes live', async ({
  page,
  house,
  browser,
}) => {
  const mark = 'Mesa'
  const profile_id = await house.idOf('profiles', 'Colaborador')
  const reader = { name: `Rita ${mark}`, email: `rita.${mark.toLowerCase()}@outorga.test`, password }
  const { id } = await house.api('POST', 'users', { ...reader, profile_id })
  const client = await house.api('POST', 'clients', {
    name: `Sino ${mark}`,
    document: cnpj(nextNumber()),
  })
  const title = `Regras da casa ${mark}`

  await beginSession(page, house)
  await page.goto(`${house.url}/informative/create`)
  await page.getByRole('textbox', { name: 'Título' }).fill(title)
  await page.locator('[contenteditable="true"]').fill('Planilha de assinante só entra pela importação.')
  await page.getByLabel('Só para os perfis').fill('Colaborador')
  await page.getByRole('option', { name: 'Colaborador' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Leitura obrigatória').check()
  await expectFits(page)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('tab', { name: 'Quem leu' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: reader.name })).toContainText('Não abriu')

  const viewport = page.viewportSize() ?? null
  const at = async () => {
    const other = await (await browser.newContext({ viewport })).newPage()
    await signIn(other, house, reader)
    return other
  }
  const [office, home] = [await at(), await at()]
  const bell = (of: typeof page) => of.getByRole('button', { name: /^Notificações/ })
  for (const each of [office, home]) await expect(bell(each)).toHaveAccessibleName(/: \d+ não lidas?$/)
  await bell(office).click()
  const panel = (of: typeof page) => of.getByRole('dialog', { name: 'Notificações' })
  const item = panel(office).getByRole('link', { name: title })
  await expect(item).toContainText('Leitura obrigatória')
  await expectGood(office)
  await item.click()
  await expect(office.getByText('Planilha de assinante só entra pela importação.')).toBeVisible()
  await office.getByRole('button', { name: 'Li e estou ciente' }).click()
  await expect(office.getByText(/^Você confirmou a leitura em/)).toBeVisible()
  await expectGood(office)
  // Whatever else the house tells everybody.
  await bell(office).click()
  const all = panel(office).getByRole('button', { name: 'Marcar todas como lidas' })
  await panel(office)
    .getByRole('button', { name: /^Para você/ })
    .waitFor()
  if (await all.isVisible()) await all.click()
  for (const each of [office, home]) await expect(bell(each)).toHaveAccessibleName('Notificações')
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: reader.name })).toContainText('Confirmou em')
  await expectFits(page)

  await house.api('PUT', `clients/${client.uuid}`, { responsible_id: id })
  await expect(bell(home)).toHaveAccessibleName('Notificações: 1 não lida')
  await bell(home).click()
  await panel(home)
    .getByRole('link', { name: `Você é responsável pelo cliente Sino ${mark}` })
    .click()
  await expect(home).toHaveURL(new RegExp(`/clients/${client.uuid}`))
  await expect(bell(home)).toHaveAccessibleName('Notificações')
  await home.goto(`${house.url}/notices`)
  await expect(home.getByRole('link', { name: `Sino ${mark}` })).toBeVisible()
  await expectFits(home)
})
