import { beginSession, choicesStored, expect, expectGood, picture, signIn, test } from './house.ts'

test('what one pins and folds is in the menu of every tab, after a reload, with a count that is right', async ({
  page,
  house,
  context,
}, { project }) => {
  const word = `Fixado ${project.name}`
  for (const end of ['um', 'dois']) await house.api('POST', 'plans', { name: `${word} ${end}`, description: end })
  await beginSession(page, house)
  await page.goto(`${house.url}/plans?search=${encodeURIComponent(word)}&sort=-name`)
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByLabel('Guardar o que está na tela como').fill('Meus fixados')
  await page.getByRole('button', { name: 'Guardar visão' }).click()
  await page.getByRole('button', { name: 'Meus fixados', exact: true }).click()
  await page.getByRole('button', { name: 'Fixar a visão Meus fixados no menu' }).click()
  const pin = menu.getByRole('link', { name: /^Meus fixados/ })
  await expect(pin).toContainText('2')
  await expectGood(page)
  await page.keyboard.press('Escape')

  const other = await context.newPage()
  await other.goto(`${house.url}/clients`)
  const otherMenu = other.getByRole('navigation', { name: 'Menu principal' })
  const otherPin = otherMenu.getByRole('link', { name: /^Meus fixados/ })
  await expect(otherPin).toContainText('2')
  // The other tab hears of what is folded and made here.
  await menu.getByRole('button', { name: 'Rede' }).click()
  await expect(menu.getByRole('link', { name: 'Mapa da rede' })).toHaveCount(0)
  await expect(otherMenu.getByRole('link', { name: 'Mapa da rede' })).toHaveCount(0)
  await page.reload()
  await expect(pin).toContainText('2')
  await expect(menu.getByRole('button', { name: 'Rede' })).toHaveAttribute('aria-expanded', 'false')

  // Away from it, it says that there is more than when it was last open.
  await page.goto(`${house.url}/clients`)
  await expect(pin).toContainText('2')
  await house.api('POST', 'plans', { name: `${word} três`, description: 'três' })
  await page.reload()
  await expect(pin).toContainText('3')
  await expect(pin).toContainText('1 a mais desde que você abriu')
  await picture(page, `menu-fixados-${project.name}`)
  await pin.click()
  await expect(page.locator('tbody').getByRole('link', { name: word })).toHaveCount(3)
  await expect(pin).not.toContainText('a mais')

  // Named, put in order and unpinned by keyboard.
  await menu.getByRole('button', { name: 'Organizar os fixados' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Fixados no menu' })
  await dialog.getByLabel('Fixar uma tela').click()
  await page.getByRole('option', { name: 'Fistéis' }).click()
  const name = dialog.getByLabel('Nome de Meus fixados no menu')
  await name.fill('Planos daqui')
  await name.press('Enter')
  await dialog.getByRole('button', { name: 'Subir Fistéis' }).press('Enter')
  await expectGood(page)
  await picture(page, `menu-organizar-${project.name}`)
  await page.keyboard.press('Escape')
  const pins = menu.locator('[data-pins]').getByRole('link')
  await expect(pins).toHaveText([/^Fistéis/, /^Planos daqui/])
  await menu.getByRole('button', { name: 'Organizar os fixados' }).press('Enter')
  await dialog.getByRole('button', { name: 'Desafixar Fistéis' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(pins).toHaveText([/^Planos daqui/])

  // A pin ends with its view.
  await page.getByRole('button', { name: 'Meus fixados', exact: true }).click()
  await page.getByRole('button', { name: 'Mudar a visão Meus fixados' }).click()
  await page.getByRole('button', { name: 'Excluir a visão Meus fixados' }).click()
  await expect(pins).toHaveCount(0)
  // The choices of this person outlive the journey, and others have the same person.
  const stored = choicesStored(page)
  await menu.getByRole('button', { name: 'Rede' }).click()
  await expect(menu.getByRole('link', { name: 'Mapa da rede' })).toBeVisible()
  await stored
})

test('the menu is there at once after a reload, and never that of somebody else', async ({ page, house }, {
  project,
}) => {
  const eva = { email: `eva.${project.name}@outorga.test`, password: 'onze bules na varanda' }
  const profile = await house.api('POST', 'profiles', {
    name: `Só planos ${project.name}`,
    audience: 'equipe',
    profile_roles: [{ role: 'plans.index' }],
  })
  await house.api('POST', 'users', { name: 'Eva Luz', ...eva, profile_id: profile.id })
  await signIn(page, house)
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await expect(menu.getByRole('link', { name: 'Clientes' })).toBeVisible()
  // With no answer of the server about menus, the entries are those of before.
  await page.route('**/api/v1/inicializacao', route => route.abort())
  await page.reload()
  await expect(menu.getByRole('link', { name: 'Clientes' })).toBeVisible()
  await page.unroute('**/api/v1/inicializacao')
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByLabel('E-mail').fill(eva.email)
  await page.getByLabel('Senha', { exact: true }).fill(eva.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Página inicial' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Clientes' })).toHaveCount(0)
})

test('the scheme of the system is followed from the first paint until another is chosen', async ({ page, house }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await beginSession(page, house)
  await page.goto(`${house.url}/plans`, { waitUntil: 'commit' })
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: 'Aparência' }).click()
  await page.getByRole('dialog').getByText('Escuro', { exact: true }).first().click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('keys of one letter are listed on the help, and do nothing once they are off', async ({ page, house }) => {
  await beginSession(page, house)
  await page.goto(`${house.url}/plans`)
  await page.getByRole('heading', { level: 1, name: 'Planos' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help.getByRole('heading', { name: 'Teclas desta tela' })).toBeVisible()
  await expect(help.getByText('Novo plano')).toBeVisible()
  await expectGood(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Aparência' }).click()
  await page.getByRole('dialog').getByText('Desligados', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(page).toHaveURL(/plans$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Turned on again they act at once, and for the journeys after this one.
  await page.getByRole('button', { name: 'Aparência' }).click()
  const stored = choicesStored(page)
  await page.getByRole('dialog').getByText('Ligados', { exact: true }).click()
  await stored
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(help.getByRole('heading', { name: 'Teclas desta tela' })).toBeVisible()
})
