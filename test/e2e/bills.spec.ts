import { readFile } from 'node:fs/promises'
import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { dayAfter, dayIn } from '../../src/kernel/clock.ts'
import { beginSession, expect, expectFits, expectGood, type House, picture, signIn, test } from './house.ts'

const today = dayIn(new Date()).day
const password = 'nove garças no brejo'

async function clientWith(house: House, root: string, more: object) {
  return house.api('POST', 'clients', { name: `Provedor ${root} Ltda`, document: cnpjFrom(`${root}0001`), ...more })
}
const billOf = async (house: House, client: { readonly id: number }, more: object) =>
  house.api('POST', 'bills-to-receive', {
    client_id: client.id,
    finance_type_id: await house.idOf('finance-types', 'Mensalidade'),
    issue_date: dayAfter(today, -60),
    value: 1_000,
    ...more,
  })

test('a month is billed from the contracts, seen before it is made, and undone', async ({ page, house }, {
  project,
}) => {
  const [root, month, said] = ['72513821', '2031-05', 'mai/2031']
  const client = await clientWith(house, root, {
    contract_value: 860,
    contract_billing_day: 31,
    custom_contract_service_name: 'Assessoria completa',
    extra_services: [{ name: 'Licenciamento', value: 140 }],
  })
  await clientWith(house, `${Number(root) + 10}`, { contract_billing_day: 5 })
  await beginSession(page, house)
  await page.goto(`${house.url}/bills-to-receive/faturar?mes=${month}&vence=mesmo`)
  const row = page.getByRole('row').filter({ hasText: `Provedor ${root}` })
  await expect(row).toContainText('R$ 1.000,00')
  await expect(row).toContainText('31/05/2031')
  await expect(page.getByText(/Sem valor no contrato: \d+/)).toBeVisible()
  await row.getByRole('checkbox', { name: /Licenciamento/ }).uncheck()
  await expect(row).not.toContainText('R$ 1.000,00')
  await expectFits(page)
  await picture(page, `faturar-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: new RegExp(`de ${said}$`) }).click()
  await expect(page.getByText('Já faturados neste mês')).toBeVisible()
  await page.goto(`${house.url}/clients/${client.uuid}?tab=financeiro`)
  const open = page.getByRole('region', { name: 'Em aberto' })
  await expect(open).toContainText('R$ 860,00')

  await page.goto(`${house.url}/bills-to-receive/faturar?mes=${month}&vence=mesmo`)
  await page.getByRole('button', { name: 'Desfazer faturamento' }).click()
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await expect(row).toContainText('R$ 1.000,00')
  await expectFits(page)
})

test(
  'a late bill is received in parts with fine and interest, and a payment is taken back',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const root = '72513841'
    const client = await clientWith(house, root, {})
    const bill = await billOf(house, client, { due_date: dayAfter(today, -20), billet_number: `R${root}` })
    await beginSession(page, house)
    await page.goto(`${house.url}/bills-to-receive?search=R${root}`)
    await expect(page.getByText(/hoje: 1\.02\d,\d\d/)).toBeVisible()
    await expectFits(page)
    await page.goto(`${house.url}/bills-to-receive/${bill.uuid}`)
    await expect(page.getByText(/Em atraso há 20 dias/)).toBeVisible()
    await expect(page.getByText(/com multa e juros, hoje/)).toBeVisible()
    await expectFits(page)

    const dialog = page.getByRole('dialog')
    const receive = page.getByRole('button', { name: 'Receber', exact: true }).first()
    await receive.click()
    await expect(dialog.getByText(/Multa de 2,00\s%/)).toBeVisible()
    await dialog.getByLabel('Valor que entrou').fill('500')
    await expect(dialog.getByText(/Parcial: ficam faltando/)).toBeVisible()
    await expectGood(page)
    await picture(page, `receber-${project.name}`)
    await dialog.getByRole('button', { name: /Receber R\$\s500,00/ }).click()
    await expect(dialog).toHaveCount(0)
    const list = page.getByRole('list', { name: 'Recebimentos' })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText(/Em atraso há 20 dias · faltam/)).toBeVisible()

    await receive.click()
    await dialog.getByLabel('Mudar multa, juros ou dar desconto').check()
    await dialog.getByLabel('Multa (R$)').fill('0')
    await expect(dialog.getByText(/O cálculo pedia/)).toBeVisible()
    await dialog.getByRole('button', { name: /^Receber R\$/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/^Paga em/).first()).toBeVisible()
    await expect(list.getByText(/o cálculo pedia/)).toBeVisible()

    await list
      .getByRole('button', { name: /Estornar/ })
      .first()
      .click()
    await dialog.getByLabel('Por quê').fill('Pix devolvido')
    await expectGood(page)
    await dialog.getByRole('button', { name: 'Estornar' }).click()
    await expect(list.getByText(/Pix devolvido/)).toBeVisible()
    await expect(page.getByText(/Em atraso há 20 dias · faltam/)).toBeVisible()
    await expectFits(page)
    await picture(page, `recebimentos-da-conta-${project.name}`, { fullPage: true })
  },
)

test('what is late leads to whom owes it, and their statement goes by mail and on paper', async ({ page, house }, {
  project,
}) => {
  const root = '72513851'
  const email = `contas.${root}@provedor.test`
  const client = await clientWith(house, root, {
    mails: [{ responsible: 'Rita Prado', mail: email, types: ['Financeiro'] }],
  })
  await billOf(house, client, { due_date: dayAfter(today, -40), value: 98_765.43 })
  await beginSession(page, house)
  await page.goto(`${house.url}/recebimentos`)
  const debtor = page
    .getByRole('region', { name: 'Quem deve' })
    .getByRole('row')
    .filter({ hasText: `Provedor ${root}` })
    .first()
  await expect(debtor).toContainText('R$ 98.765,43')
  await expectFits(page)
  await picture(page, `a-receber-${project.name}`, { fullPage: true })
  await debtor.getByRole('link', { name: `Provedor ${root} Ltda` }).click()

  // The list it comes from has a button for all of them.
  await page.getByRole('button', { name: 'Enviar extrato', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Para' })).toHaveValue(/Rita Prado.*financeiro/)
  await expect(dialog.getByText(/Em aberto: R\$\s98\.765,43/)).toBeVisible()
  await expectGood(page)
  await dialog.getByRole('button', { name: 'Enviar por e-mail' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(() => expect(house.lastMail(email)).toContain('98.765,43')).toPass()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar em PDF' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^extrato_provedor-/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await file.saveAs(`test-results/images/extrato-${project.name}.pdf`)
  await expectFits(page)
})

test('people of a client read their own bills and statement, and nobody else’s', async ({ page, house }, {
  project,
}) => {
  const root = '72513861'
  const who = { email: `dona.${root}@provedor.test`, password }
  const client = await clientWith(house, root, {})
  await house.api('POST', 'users', {
    name: 'Dona Prates',
    ...who,
    profile_id: await house.idOf('profiles', 'Cliente'),
    clientUser: [{ client_id: client.id }],
  })
  const bar_code = '75691.42776 01017.227800 00000.400010 1 69740000030000'
  const bill = await billOf(house, client, { due_date: dayAfter(today, -20), bar_code })
  await house.api('POST', `bills-to-receive/${bill.uuid}/receber`, { paid_on: today, value: 400 })
  const stranger = await clientWith(house, `${Number(root) + 10}`, {})

  await signIn(page, house, who)
  await page.getByRole('link', { name: /^Pagar R\$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${client.uuid}\\?tab=financeiro`))
  const open = page.getByRole('region', { name: 'Em aberto' })
  await expect(open.getByRole('button', { name: 'Copiar linha digitável' })).toBeVisible()
  await expect(open).toContainText('com multa e juros, se pagar hoje')
  await expect(page.getByRole('region', { name: 'Movimento' }).first()).toContainText('Recebido')
  await expect(page.getByRole('button', { name: 'Enviar extrato' })).toHaveCount(0)
  await expectGood(page)
  await picture(page, `financeiro-do-cliente-${project.name}`, { fullPage: true })
  await page.goto(`${house.url}/clients/${stranger.uuid}?tab=financeiro`)
  await expect(page.getByText('Registro não encontrado')).toBeVisible()
})

test('marked bills are received together; one that somebody received meanwhile is named with the reason', async ({
  page,
  house,
}, { project }) => {
  const root = '72513881'
  const client = await clientWith(house, root, {})
  const bills = []
  for (const [n, days] of [-20, 5, 12].entries())
    bills.push(await billOf(house, client, { due_date: dayAfter(today, days), billet_number: `V${root}${n}` }))
  await beginSession(page, house)
  await page.goto(`${house.url}/bills-to-receive?search=V${root}`)
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check()
  await page.getByRole('toolbar', { name: 'Ações em lote' }).getByRole('button', { name: 'Receber' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/com R\$\s\d+,\d\d de multa e juros/)).toBeVisible()
  await dialog.getByLabel(/V725138812/).fill('400')
  await expectGood(page)
  await picture(page, `receber-varias-${project.name}`)
  await house.api('POST', `bills-to-receive/${bills[1]?.uuid}/receber`, { paid_on: today, value: 1_000 })
  await dialog.getByRole('button', { name: /^Receber 3 contas: R\$/ }).click()
  await expect(dialog.getByText(/^2 contas: R\$.* recebidos/)).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Contas recusadas' })).toContainText('A conta já está paga')
  await expectGood(page)
  await picture(page, `receber-varias-feito-${project.name}`)
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await expect(page.getByText(/Parcial: faltam R\$\s600,00/)).toBeVisible()
})
