import { expect, expectFits, expectGood, signIn, test } from './house.ts'

test('whose password was set by another chooses a new one first, then sees and ends where they are signed in', async ({
  page,
  house,
  browser,
}, { project }) => {
  const email = `carla.${project.name}@outorga.test`
  const given = 'senha que outra pessoa deu'
  await house.api('POST', 'users', {
    name: 'Carla Dias',
    email,
    password: given,
    profile_id: await house.idOf('profiles', 'Colaborador'),
    redefinir_senha_apos_login: true,
  })
  const refused: string[] = []
  page.on('response', answer => answer.status() === 403 && refused.push(answer.url()))
  await signIn(page, house, { email, password: given })
  await expect(page.getByRole('heading', { name: 'Escolher nova senha' })).toBeVisible()
  await expectGood(page)
  await page.goto(`${house.url}/clients`)
  await expect(page.getByRole('heading', { name: 'Escolher nova senha' })).toBeVisible()

  // There is nowhere else to go, and nothing is asked for that would be refused.
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Notificações' })).toHaveCount(0)
  expect(refused).toEqual([])

  const password = 'duas canoas no remanso'
  await page.getByLabel('Senha atual').fill(given)
  await page.getByLabel('Nova senha', { exact: true }).fill('curta')
  await page.getByLabel('Repita a nova senha').fill('curta')
  await page.getByRole('button', { name: 'Trocar a senha' }).click()
  await expect(page.getByLabel('Nova senha', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByLabel('Repita a nova senha').fill(password)
  await page.getByRole('button', { name: 'Trocar a senha' }).click()
  await expect(page).toHaveTitle(/Página inicial/)

  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, house, { email, password })
  await expect(elsewhere).toHaveTitle(/Página inicial/)
  await page.getByRole('button', { name: /Carla/ }).click()
  await page.getByRole('menuitem', { name: 'Segurança' }).click()
  await expect(page.getByText('Este aparelho', { exact: true })).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: /Encerrar o acesso/ }).click()
  await expect(page.getByRole('button', { name: /Encerrar o acesso/ })).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/account\/login/)
})
