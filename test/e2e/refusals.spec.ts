import type { Locator, Page } from '@playwright/test'
import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { dayAfter, dayIn } from '../../src/kernel/clock.ts'
import { beginSession, expect, expectGood, type House, picture, test } from './house.ts'

// What is refused is read where its reader is, whatever area of a record is open and whether it has a form at all.

const today = dayIn(new Date()).day

const clientOf = (house: House, root: string) =>
  house.api('POST', 'clients', { name: `Provedor ${root} Ltda`, document: cnpjFrom(`${root}0001`) })
const billOf = async (house: House, client: { readonly id: number }) =>
  house.api('POST', 'bills-to-receive', {
    client_id: client.id,
    finance_type_id: await house.idOf('finance-types', 'Mensalidade'),
    issue_date: dayAfter(today, -10),
    due_date: dayAfter(today, 20),
    value: 1_000,
  })

/** The refusal of this page: in the window, once, and with the focus. */
async function expectRefusal(page: Page, words: string | RegExp) {
  const refusal = page.locator('main').getByRole('alert').filter({ hasText: words })
  await expect(refusal).toBeInViewport({ ratio: 1 })
  await expect(refusal).toHaveCount(1)
  return refusal
}

const sure = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name })
async function press(page: Page, button: Locator, confirmed?: string) {
  await button.click()
  if (confirmed) await sure(page, confirmed).click()
}

test(
  'what is refused of a bill is read on whatever area is open, and goes with the next success',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const client = await clientOf(house, project.name === 'phone' ? '72513911' : '72513901')
    const bill = await billOf(house, client)
    await beginSession(page, house)
    await page.goto(`${house.url}/bills-to-receive/${bill.uuid}`)
    await press(page, page.getByRole('button', { name: 'Emitir boleto' }))
    const refusal = await expectRefusal(page, 'Escolha a conta corrente')
    await expect(refusal).toBeFocused()
    await picture(page, `recusa-${project.name}`)
    await expectGood(page)

    // It goes along to another area, and not to another record.
    await page.getByRole('tab', { name: 'Dados' }).click()
    await expectRefusal(page, 'Escolha a conta corrente')
    await refusal.getByRole('button', { name: /^Conta corrente/ }).click()
    await expect(page.getByRole('combobox', { name: /^Conta corrente/ })).toBeFocused()
    await page.goto(`${house.url}/bills-to-receive/${bill.uuid}`)

    await house.api('POST', `bills-to-receive/${bill.uuid}/receber`, { paid_on: today, value: 400 })
    await page.goto(`${house.url}/bills-to-receive/${bill.uuid}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await press(page, page.getByRole('menuitem', { name: 'Cancelar conta' }), 'Cancelar conta')
    await expectRefusal(page, /Entraram R\$\s400,00/)
    await page.getByRole('button', { name: 'Fechar aviso' }).click()
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await press(page, page.getByRole('menuitem', { name: 'Cancelar conta' }), 'Cancelar conta')
    await expectRefusal(page, /Entraram R\$\s400,00/)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await press(page, page.getByRole('menuitem', { name: 'Dar baixa' }), 'Dar baixa')
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
  },
)

test('a field that is refused on a hidden area is reached from the page', async ({ page, house }) => {
  const client = await clientOf(house, '72513921')
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/${client.uuid}?tab=dados`)
  await page.getByLabel('CNPJ', { exact: false }).first().fill('11.111.111/1111-11')
  await page.getByRole('tab', { name: /^Documentos/ }).click()
  await page.keyboard.press('Control+s')
  const refusal = await expectRefusal(page, '1 campo precisa de atenção')
  await refusal.getByRole('button', { name: /^CPF ou CNPJ/ }).click()
  await expect(page.getByRole('tab', { name: 'Dados' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('CNPJ', { exact: false }).first()).toBeFocused()
  await expectRefusal(page, '1 campo precisa de atenção')
})

test('what comes back and is there already leads to the record that has its value', async ({ page, house }) => {
  const gone = await clientOf(house, '72513951')
  await house.api('DELETE', `clients/${gone.uuid}`)
  const lives = await clientOf(house, '72513951')
  await house.api('PUT', `clients/${lives.uuid}`, { name: 'Provedor que ficou Ltda' })
  await beginSession(page, house)
  await page.goto(`${house.url}/historico`)
  const told = page.getByRole('listitem').filter({ hasText: 'Provedor 72513951 Ltda' }).filter({ hasText: 'Exclusão' })
  await told.first().getByRole('button', { name: 'Restaurar' }).click()
  const refusal = await expectRefusal(page, /“Provedor que ficou Ltda” já tem CPF ou CNPJ 72\.513\.951\//)
  await refusal.getByRole('link', { name: 'Abrir Provedor que ficou Ltda' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Provedor que ficou Ltda' })).toBeVisible()
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
})

test('a station that lacks its type says so on its diary', async ({ page, house }) => {
  const client = await clientOf(house, '72513931')
  const station = await house.api('POST', 'stations', { client_id: client.id, name: 'Torre sem tipo' })
  await beginSession(page, house)
  await page.goto(`${house.url}/stations/${station.uuid}?tab=diario`)
  await press(page, page.getByRole('button', { name: 'Finalizar' }), 'Finalizar')
  await expectRefusal(page, 'Para finalizar, informe antes')
  await page.getByRole('link', { name: 'Estações' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Estações' })).toBeVisible()
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
})

test('a record that may only be read, and a network that is down, are told as any other refusal', async ({
  page,
  house,
}) => {
  const client = await clientOf(house, '72513941')
  await house.api('PUT', 'clients/disable', { ids: [client.uuid] })
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/${client.uuid}`)
  const again = page.getByRole('button', { name: 'Reativar' })
  await page.route('**/api/v1/clients/enable', route => route.abort())
  await again.click()
  await expectRefusal(page, 'Sem conexão com o servidor. Verifique a rede e tente de novo.')
  await page.unroute('**/api/v1/clients/enable')
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0)
})
