import type { Page, Request } from '@playwright/test'
import { beginSession, expect, expectFits, expectGood, type House, picture, test } from './house.ts'

const kept = /Rascunho guardado às \d\d:\d\d/
const bandOf = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })

/** Another browser of the same screen: another device. */
async function elsewhere(page: Page, house: House, who?: { readonly email: string; readonly password: string }) {
  const browser = page.context().browser()
  const context = await browser?.newContext({ locale: 'pt-BR', viewport: page.viewportSize() })
  if (!context) throw new Error('the page has no browser of its own')
  const other = await context.newPage()
  await beginSession(other, house, who)
  return other
}

async function openList(page: Page) {
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: /^Rascunhos/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rascunhos' })).toBeVisible()
}

test(
  'what is typed on one device is listed, taken up and saved on another, and is a draft on neither then',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const name = `Plano de rascunho ${project.name}`
    await beginSession(page, house)
    await page.goto(`${house.url}/rascunhos`)
    await expect(page.getByRole('heading', { level: 1, name: 'Rascunhos' })).toBeVisible()
    await page.goto(`${house.url}/plans/create`)
    await page.getByLabel('Nome', { exact: true }).fill(name)
    await expect(page.getByText(kept)).toBeVisible()
    await expectGood(page)
    await picture(page, `rascunho-guardado-${project.name}`)

    // Nobody types: nothing is sent and nothing asked.
    const asked: string[] = []
    const note = (request: Request) => request.url().includes('/rascunhos') && asked.push(request.url())
    page.on('request', note)
    await page.waitForTimeout(6_000)
    page.off('request', note)
    expect(asked).toEqual([])

    const other = await elsewhere(page, house)
    await other.goto(house.url)
    await expect(other.getByText(`Novo plano (${name})`)).toBeVisible()
    await expect(other.getByRole('link', { name: 'Continuar' })).toBeVisible()
    await picture(other, `rascunho-inicio-${project.name}`)
    await openList(other)
    const line = other.getByRole('listitem').filter({ hasText: name })
    await expect(line).toContainText('Chrome')
    await expectGood(other)
    await expectFits(other)
    await picture(other, `rascunhos-${project.name}`)
    await line.getByRole('button', { name: /^Descartar/ }).click()
    await expect(line).toHaveCount(0)
    await other.getByRole('button', { name: 'Desfazer' }).click()
    await line.getByRole('link', { name: 'Novo plano' }).click()
    await expect(bandOf(other, /Rascunho de outro aparelho, de \d\d:\d\d/)).toBeVisible()
    await expectGood(other)
    await picture(other, `rascunho-oferecido-${project.name}`)
    await other.getByRole('button', { name: 'Retomar' }).click()
    await expect(other.getByLabel('Nome', { exact: true })).toHaveValue(name)
    await other.getByLabel(/^Descrição/).fill('Do outro aparelho')
    await other.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(other).toHaveURL(/plans\/[0-9a-f-]{36}/)

    // Who goes on here is told before anything is stored; after a reload there is nothing to take up.
    await page.getByLabel('Nome', { exact: true }).fill(`${name}, de novo`)
    await expect(bandOf(page, 'foi salvo ou descartado em outra aba ou aparelho')).toBeVisible()
    await page.getByLabel('Nome', { exact: true }).fill('')
    await expect(page.getByText('Alterações por salvar')).toHaveCount(0)
    page.on('dialog', dialog => void dialog.accept())
    for (const each of [page, other]) {
      await each.goto(`${house.url}/plans/create`)
      await expect(each.getByLabel('Nome', { exact: true })).toBeVisible()
      await each.goto(`${house.url}/rascunhos`)
      await expect(each.getByRole('listitem').filter({ hasText: name })).toHaveCount(0)
    }
    await other.context().close()
  },
)

test('of two devices the newer draft is offered, and neither is lost without an answer', async ({ page, house }, {
  project,
}) => {
  const { uuid } = await house.api('POST', 'plans', { name: `Plano em dois ${project.name}`, description: 'um' })
  const address = `${house.url}/plans/${uuid}`
  const text = (on: Page) => on.getByLabel(/^Descrição/)
  await beginSession(page, house)
  await page.goto(address)
  await text(page).fill('daqui')
  await expect(page.getByText(kept)).toBeVisible()
  const other = await elsewhere(page, house)
  await other.goto(address)
  await other.getByRole('button', { name: 'Retomar' }).click()
  await text(other).fill('de lá')
  await expect(other.getByText(kept)).toBeVisible()

  await text(page).fill('daqui, mais')
  await expect(bandOf(page, /Rascunho de outro aparelho/)).toBeVisible()
  await expect(text(page)).toHaveValue('daqui, mais')
  await page.getByRole('button', { name: 'Retomar' }).click()
  await expect(text(page)).toHaveValue('de lá')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(text(page)).toHaveValue('daqui, mais')
  await expect(page.getByText(kept)).toBeVisible()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Rascunho guardado')).toHaveCount(0)
  expect((await house.api('GET', `plans/${uuid}`)).description).toBe('daqui, mais')
  await other.context().close()
})

test('two people in one record know of each other, and join what both typed', async ({ page, house }, { project }) => {
  const name = `Plano de duas ${project.name}`
  const { uuid } = await house.api('POST', 'plans', { name, description: 'um' })
  const who = { email: `camila.${project.name}@outorga.test`, password: 'nove pipas no quintal' }
  const profile_id = await house.idOf('profiles', 'Colaborador')
  await house.api('POST', 'users', { name: 'Camila Prado', ...who, profile_id })
  const address = `${house.url}/plans/${uuid}`
  const other = await elsewhere(page, house, who)
  await other.goto(address)
  await other.getByLabel(/^Descrição/).fill('da Camila')
  await expect(other.getByText(kept)).toBeVisible()

  await beginSession(page, house)
  await page.goto(address)
  await expect(bandOf(page, /^Camila Prado está editando este plano desde \d\d:\d\d\.$/)).toBeVisible()
  await expect(page.getByText('da Camila')).toHaveCount(0)
  await expectGood(page)
  await picture(page, `rascunho-editando-${project.name}`)
  await page.getByLabel('Nome', { exact: true }).fill(`${name}!`)
  await expect(page.getByText(kept)).toBeVisible()
  await expect(bandOf(other, /está editando este plano/)).toBeVisible()
  await other.getByRole('button', { name: 'Salvar', exact: true }).click()

  await expect(page.getByText(/^Outra pessoa salvou em/)).toBeVisible()
  await page.getByRole('button', { name: 'Ver e juntar' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nada do que você mudou se perde')
  await page.getByRole('button', { name: 'Salvar assim' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(async () => (await house.api('GET', `plans/${uuid}`)).name).toBe(`${name}!`)
  expect((await house.api('GET', `plans/${uuid}`)).description).toBe('da Camila')
  await other.context().close()
})
