import { expect, signIn, test } from './house.ts'

test('the first pages weigh no more than was promised', async ({ page, house }, { project }) => {
  // The same files.
  if (project.name === 'phone') return
  let bytes = 0
  page.on('requestfinished', async request => {
    if (request.resourceType() !== 'script') return
    const { responseBodySize } = await request.sizes()
    bytes += responseBodySize
  })
  await page.goto(`${house.url}/account/login`)
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(190 * 1024)
  await signIn(page, house)
  await page.goto(`${house.url}/clients`)
  await expect(page.getByRole('searchbox')).toBeVisible()
  // What is told live never ends: the page is at rest once no script comes any more.
  const more = async () => {
    const before = bytes
    await page.waitForTimeout(500)
    return bytes - before
  }
  await expect.poll(more).toBe(0)
  expect(bytes).toBeLessThanOrEqual(330 * 1024)
})
