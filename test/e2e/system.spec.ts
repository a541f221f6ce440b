import { beginSession, expect, expectFits, picture, test } from './house.ts'

test('an administrator sees what wants attention above what is well, and goes where it is put right @phone', async ({
  page,
  house,
}) => {
  await beginSession(page, house)
  await page.goto(`${house.url}/sistema`)
  const well = page.getByRole('region', { name: 'Em ordem' })
  await expect(well.getByRole('heading', { name: 'Banco de dados' })).toBeVisible()
  await expect(well.getByRole('listitem').filter({ hasText: 'Processos' })).toContainText('1 processo neste banco')
  await expectFits(page)
  await picture(page, 'sistema', { fullPage: true })
  await well.getByRole('link', { name: 'Ver as rotinas' }).click()
  await expect(page.getByRole('heading', { name: 'Manutenção', level: 1 })).toBeVisible()
})

test('what failed to be read again is said, and the last state stays', async ({ page, house }) => {
  await beginSession(page, house)
  await page.goto(`${house.url}/sistema`)
  await expect(page.getByRole('region', { name: 'Em ordem' })).toBeVisible()
  await page.route('**/api/v1/sistema', route => route.fulfill({ status: 503, json: { message: 'Fora do ar.' } }))
  await expect(page.getByRole('alert').filter({ hasText: 'não respondeu à última conferência' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('region', { name: 'Em ordem' })).toBeVisible()
})
