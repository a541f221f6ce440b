import { expect, signIn, test } from './house.ts'

// What a thief may carry away of a browser: its local storage, and what it was seen to send.

test('the storage of a browser, copied into another one, opens nothing, and its owner reads of it', async ({
  page,
  house,
  browser,
}) => {
  await signIn(page, house)
  const asking = page.waitForRequest(request => new URL(request.url()).pathname === '/api/v1/clients')
  await page.goto(`${house.url}/clients`)
  await expect(page.getByRole('heading', { name: 'Clientes' })).toBeVisible()
  const stored = await page.evaluate('JSON.stringify(localStorage)')
  const { access_token: token, refresh_token: refresh } = JSON.parse(JSON.parse(String(stored))['outorga.token'])

  // By a program: the token, what was sent with it, and the way to another token.
  const { authorization, dpop } = (await asking).headers()
  expect([authorization, dpop?.split('.').length]).toEqual([`Bearer ${token}`, 3])
  const ask = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`${house.url}/api/v1/clients`, { headers })).status
  expect(await ask({ authorization: `Bearer ${token}` })).toBe(401)
  expect(await ask({ authorization: `DPoP ${token}` })).toBe(401)
  expect(await ask({ authorization: `Bearer ${token}`, dpop: dpop ?? '' })).toBe(401)
  const { client_id, client_secret } = Object(await (await fetch(`${house.url}/config.json`)).json())
  const renewed = await fetch(`${house.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh, client_id, client_secret }),
  })
  expect(renewed.status).toBe(400)

  // By another browser: it has no key, and asks for the password.
  const other = await browser.newContext()
  const thief = await other.newPage()
  await thief.goto(`${house.url}/config.json`)
  await thief.evaluate(
    `for (const [name, value] of Object.entries(JSON.parse(${JSON.stringify(stored)}))) localStorage[name] = value`,
  )
  await thief.goto(`${house.url}/clients`)
  await expect(thief.locator('input[name=password]')).toBeVisible()
  await other.close()

  // The owner works on, after the page is loaded again too, and reads of the copy.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Clientes' })).toBeVisible()
  await page.goto(`${house.url}/seguranca`)
  await expect(page.getByText('alguém tentou usar uma cópia deste acesso').first()).toBeVisible()
})

test('a token of a program is made, shown once, used and ended', async ({ page, house }) => {
  await signIn(page, house)
  await page.goto(`${house.url}/meus-tokens/create`)
  await page.getByRole('textbox', { name: 'Nome' }).fill('Zona planilha')
  await page
    .getByRole('group', { name: 'Quanto de Clientes', exact: true })
    .getByRole('button', { name: 'Ver' })
    .click()
  await page.getByRole('button', { name: 'Criar token' }).click()
  const token = (await page.getByTestId('token').textContent()) ?? ''
  expect(token).toMatch(/^otg_[0-9A-Za-z]{49}$/)
  const ask = async (path: string) =>
    (await fetch(`${house.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })).status
  expect([await ask('clients'), await ask('stations')]).toEqual([200, 403])
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await expect(page.getByText('Zona planilha')).toBeVisible()
  await page.getByRole('button', { name: 'Encerrar o token Zona planilha' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click()
  await expect(page.getByText('por quem responde por ele')).toBeVisible()
  expect(await ask('clients')).toBe(401)
})
