import { expect, signIn, test } from './house.ts'

test.use({ env: { ACCESS_TOKEN_SECONDS: '4' } })

test('two tabs live through the end of a token, and nobody is signed out', async ({ page, context, house }) => {
  await signIn(page, house)
  const other = await context.newPage()
  await other.goto(`${house.url}/clients`)
  await expect(other).toHaveTitle(/clientes/i)
  // Longer than the token: both must renew it, and only one may.
  await page.waitForTimeout(5_000)
  await Promise.all([page.goto(`${house.url}/fistels`), other.reload()])
  await expect(page).toHaveTitle(/fistéis/i)
  await expect(other).toHaveTitle(/clientes/i)
  await page.waitForTimeout(5_000)
  await Promise.all([page.reload(), other.goto(`${house.url}/collects`)])
  await expect(page).toHaveTitle(/fistéis/i)
  await expect(other).toHaveTitle(/coletas/i)
})
