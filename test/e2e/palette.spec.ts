import type { Page } from '@playwright/test'
import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectFits, findings, nextNumber, picture, signIn, test } from './house.ts'

const field = (page: Page) => page.getByRole('combobox', { name: /^Procurar em/ })
const chosen = (page: Page) => page.getByRole('option', { selected: true })
const at = (page: Page, path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path)

test('keys typed as the page is still loaded reach the palette', async ({ page, house }) => {
  await beginSession(page, house)
  const parts: (() => void)[] = []
  await page.route('**/assets/RecordRecent-*.js', async route => {
    await new Promise<void>(go => parts.push(go))
    await route.continue()
  })
  await page.goto(house.url)
  await page.getByRole('button', { name: 'Procurar em tudo' }).waitFor()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('qua')
  await expect.poll(() => parts.length).toBe(1)
  await page.keyboard.type('dro')
  await expect(field(page)).toHaveValue('quadro')
  parts[0]?.()
  await page.keyboard.type(' do')
  await expect(field(page)).toHaveValue('quadro do')
})

test('everything is one key away, by the keyboard alone', async ({ page, house }) => {
  const client = await house.api('POST', 'clients', {
    name: 'Vale das Águas Telecom',
    document: cnpj(nextNumber()),
  })
  await house.api('POST', 'clients', { name: 'Valença Fibra', document: cnpj(nextNumber()) })
  const ticket = await house.api('POST', 'tickets', {
    name: 'Antena partida ao meio',
    client_id: client.id,
    module_id: await house.idOf('module-tickets', ''),
    type_id: await house.idOf('ticket-types', ''),
  })
  await signIn(page, house)
  await expect(page.getByRole('button', { name: 'Procurar em tudo' })).toContainText('Procurar…')
  await page.locator('main h1').waitFor()

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('group', { name: 'Telas' })).toContainText('Quadro do mês')
  await page.keyboard.type('aguas vale')
  await expect(chosen(page)).toContainText('Vale das Águas Telecom')
  await expect(chosen(page).locator('mark')).toHaveText(['Vale', 'Águas'])
  expect(await findings(page)).toEqual([])
  await picture(page, 'palette')

  // Into the client, to a ticket for it, and out again.
  await page.keyboard.press('Tab')
  await expect(page.getByText('Vale das Águas Telecom ›')).toBeVisible()
  await expect(page.getByRole('option', { name: 'Novo chamado para Vale das Águas Telecom' })).toBeVisible()
  await picture(page, 'palette-client')
  await page.keyboard.type('fist')
  // A record is remembered once its reader stayed a moment.
  const stored = page.waitForResponse(
    answer => answer.url().endsWith('/users/me/recentes') && answer.request().method() === 'PUT',
  )
  await page.keyboard.press('Enter')
  await at(page, `/clients/${client.uuid}`)
  await expect(page.getByRole('tab', { name: /^Fistéis/ })).toHaveAttribute('aria-selected', 'true')
  await stored

  // An answer that is not there yet is waited for.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`#${ticket.id}`)
  await page.keyboard.press('Enter')
  await at(page, `/tickets/${ticket.uuid}`)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('novo chamado para valenca')
  await expect(chosen(page)).toHaveText('Novo chamado para Valença Fibra')
  await page.keyboard.press('Enter')
  await at(page, '/tickets/create')
  await expect(page.getByLabel('Cliente').first()).toHaveValue('Valença Fibra')

  // What is typed before the palette is drawn is not lost, and acts on nothing beneath it.
  await page.goto(`${house.url}/clients`)
  await page.locator('tbody tr').first().waitFor()
  await page.route(/Palette.*\.js/, async route => {
    await new Promise(wait => setTimeout(wait, 1_500))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('xvalenca')
  for (let n = 0; n < 8; n++) await page.keyboard.press('Backspace')
  await page.keyboard.type('nvalenca'.slice(1))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toMatch(/\/clients\/[0-9a-f-]+$/)
  await expect(page.getByRole('heading', { name: 'Valença Fibra' })).toBeVisible()

  // A kind alone, left by Backspace; another tab; Esc gives the focus back.
  await page.goto(`${house.url}/collects/quadro`)
  const button = page.getByRole('button', { name: 'Procurar em tudo' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Abertos há pouco' })).toContainText('Vale das Águas Telecom')
  await page.keyboard.type('mapa')
  await expect(chosen(page)).toContainText('Mapa da rede')
  await page.keyboard.press('Tab')
  await expect(field(page)).toHaveAccessibleName('Procurar em Telas')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const other = await opened
  await other.waitForURL('**/station-links-map')
  await other.close()
  for (let n = 0; n < 5; n++) await page.keyboard.press('Backspace')
  await expect(field(page)).toHaveAccessibleName('Procurar em tudo')
  await page.keyboard.type('xyzw nada disso')
  await expect(page.getByText('Nada encontrado')).toBeVisible()
  await picture(page, 'palette-nothing')
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(button).toBeFocused()

  // '/' is the list's own where it has a search, and the palette's elsewhere.
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.goto(`${house.url}/clients`)
  await page.locator('tbody tr').first().waitFor()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(field(page)).toBeHidden()
})

test('a failed search says so and is repeated, and a late answer replaces no newer one @phone', async ({
  page,
  house,
}) => {
  await house.api('POST', 'clients', { name: 'Lentidão Net', document: cnpj(nextNumber()) })
  await house.api('POST', 'clients', { name: 'Ligeira Net', document: cnpj(nextNumber()) })
  await signIn(page, house)
  await page.locator('main h1').waitFor()
  await page.getByRole('button', { name: 'Procurar em tudo' }).click()
  await page.route('**/procurar?q=lentid%C3%A3o*', async route => {
    await new Promise(resolve => setTimeout(resolve, 2_000))
    await route.continue().catch(() => undefined)
  })
  await field(page).fill('lentidão')
  await page.waitForTimeout(400)
  await field(page).fill('ligeira')
  await expect(chosen(page)).toContainText('Ligeira Net')
  await page.waitForTimeout(2_000)
  await expect(page.getByRole('option', { name: /Lentidão/ })).toHaveCount(0)
  await expectFits(page)
  await picture(page, `palette-${test.info().project.name}`)

  await page.route('**/procurar?q=queda*', route => route.abort())
  await field(page).fill('queda')
  await expect(page.getByRole('alert')).toContainText('Não foi possível carregar', { timeout: 20_000 })
  await page.unroute('**/procurar?q=queda*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Nada encontrado')).toBeVisible()
})
