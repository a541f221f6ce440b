import { expect, expectGood, signIn, test } from './house.ts'

test('someone signs in and out', async ({ page, house }) => {
  await page.goto(house.url)
  await expect(page).toHaveURL(/account\/login/)
  await expectGood(page)
  await signIn(page, house)
  await expect(page).toHaveTitle(/Página inicial \| Outorga/)
  await expectGood(page)
  await page.getByRole('button', { name: /Ana|Administrador/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/account\/login/)
})

test('a wrong password is told beside the button, and nothing else is', async ({ page, house }) => {
  await page.goto(`${house.url}/account/login`)
  await page.getByLabel('E-mail').fill(house.admin.email)
  await page.getByLabel('Senha', { exact: true }).fill('uma senha qualquer')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('E-mail ou senha não conferem.')).toBeVisible()
  await expectGood(page)
})

test('a forgotten password is chosen again by mail, once', async ({ page, house }) => {
  const profile = await house.idOf('profiles', 'Colaborador')
  const email = `bruna.${Date.now()}@outorga.test`
  await house.api('POST', 'users', {
    name: 'Bruna Lima',
    email,
    password: 'senha que vai se perder',
    profile_id: profile,
  })
  await page.goto(`${house.url}/account/login`)
  await page.getByRole('link', { name: /Esqueci/ }).click()
  await expectGood(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: /Enviar/ }).click()
  await expect.poll(() => house.lastMail(email)).toContain('/account/reset?token=')
  const [link = ''] = /https?:\S+\/account\/reset\?token=[\w-]+/.exec(house.lastMail(email)) ?? []

  await page.goto(link)
  await expectGood(page)
  const fresh = 'três barcos na varanda'
  await page.getByLabel('Nova senha', { exact: true }).fill(fresh)
  await page.getByLabel(/Confirm|Repita/).fill(fresh)
  await page.getByRole('button', { name: /senha/i }).last().click()
  await expect(page).toHaveURL(/account\/login/)
  await signIn(page, house, { email, password: fresh })
  await expect(page).toHaveTitle(/Página inicial/)
})
