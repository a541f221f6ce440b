import type { Page } from '@playwright/test'
import { beginSession, expect, test } from './house.ts'

const notice = (page: Page) => page.getByText(/Parte do sistema não foi carregada/)

/** These files do not come, as where the network fails once the screen is there. */
async function cut(page: Page, files: RegExp) {
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => false })")
  await page.route(files, route => route.abort('internetdisconnected'))
}

test('parts that follow a screen are lost by the network: the screen stays, with what is typed in it', async ({
  page,
  house,
}) => {
  await beginSession(page, house)
  // The note of what was opened lately, which nobody pressed for.
  await cut(page, /assets\/RecordRecent-[\w-]+\.js/)
  await page.goto(`${house.url}/plans/create`)
  const name = page.getByLabel('Nome').first()
  await name.fill('Plano à beira da queda')
  await expect(notice(page)).toBeVisible()
  await expect(name).toHaveValue('Plano à beira da queda')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('tips, messages and menus are lost by the network: the list stays, and is whole once loaded again', async ({
  page,
  house,
}) => {
  await beginSession(page, house)
  const files = /assets\/after-[\w-]+\.js/
  await cut(page, files)
  await page.goto(`${house.url}/clients`)
  await expect(notice(page)).toBeVisible()
  await page.getByRole('searchbox').fill('nenhuma rede assim')
  await expect(page.getByText(/Nenhum/).first()).toBeVisible()
  await page.unroute(files)
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})
