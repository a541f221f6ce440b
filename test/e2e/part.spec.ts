import type { Page } from '@playwright/test'
import { cnpj } from '../support/drafts.ts'
import { ageSession, beginSession, expect, nextNumber, signIn, test } from './house.ts'

const notice = (page: Page) => page.getByText(/Parte do sistema não foi carregada/)

const offline = "Object.defineProperty(navigator, 'onLine', { get: () => false })"
const refuse = (page: Page, files: RegExp) => page.route(files, route => route.abort('internetdisconnected'))

/** The pages that are opened from now on do not get these files, as where the network fails once the screen is there. */
async function cut(page: Page, files: RegExp) {
  await page.addInitScript(offline)
  await refuse(page, files)
}

/** The page that is open gets no more scripts and style sheets. */
async function cutNow(page: Page) {
  await page.evaluate(offline)
  await refuse(page, /assets\/.+\.(?:js|css)/)
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

test('parts one presses for are lost by the network: the screen stays, with what is typed in it', async ({
  page,
  house,
}) => {
  await beginSession(page, house)
  await page.goto(`${house.url}/plans/create`)
  const name = page.getByLabel('Nome').first()
  await name.fill('Plano de quem pressiona')
  // What follows a screen has come by now.
  await expect(page.getByRole('button', { name: /^Notificações/ })).toBeVisible()
  await page.waitForTimeout(2_500)
  await cutNow(page)
  await page.getByRole('button', { name: 'Organizar os fixados' }).click()
  await expect(notice(page)).toBeVisible()
  for (const button of [/^Ajuda desta tela/, /^Notificações/]) {
    await page.getByRole('button', { name: button }).click()
    await expect(name).toHaveValue('Plano de quem pressiona')
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Novo plano' })).toBeVisible()
})

test('areas of a record are lost by the network: the record stays, and every other tab of it', async ({
  page,
  house,
}) => {
  const client = await house.api('POST', 'clients', { name: 'Parte que Falta Ltda', document: cnpj(nextNumber()) })
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/${client.uuid}?tab=dados`)
  await page.getByLabel('Nome fantasia').fill('Ainda aqui')
  await page.waitForTimeout(2_500)
  await cutNow(page)
  for (const tab of ['Linha do tempo', 'Obrigações', 'Particularidades', 'Financeiro']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Parte que Falta Ltda' })).toBeVisible()
  }
  await expect(notice(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Dados', exact: true }).click()
  await expect(page.getByLabel('Nome fantasia')).toHaveValue('Ainda aqui')
})

test('a proof whose dialog does not come refuses the act, and what is typed stays', async ({ page, house }) => {
  await signIn(page, house)
  await page.goto(`${house.url}/profiles/create`)
  const name = page.getByLabel('Nome').first()
  await name.fill('Zona sem prova')
  await ageSession(house, house.admin.email)
  await page.waitForTimeout(2_500)
  await cutNow(page)
  await page
    .getByRole('button', { name: /^Registrar|^Salvar/ })
    .first()
    .click()
  await expect(page.getByText('Confirme que é você para continuar.').first()).toBeVisible()
  await expect(notice(page)).toBeVisible()
  await expect(name).toHaveValue('Zona sem prova')
})
