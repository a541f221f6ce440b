import type { Page } from '@playwright/test'
import { beginSession, expect, expectFits, expectGood, type House, picture, signIn, test } from './house.ts'

/** A provider, and coletas of its fistel with three lines in Itu. */
async function provider(house: House) {
  const draft = { name: `Grade ${'Norte'}`, document: '00000000000191' }
  const client = await house.api('POST', 'clients', draft)
  const fistelOf = async (service: string, fistel: string) => {
    const service_type_id = await house.idOf('service-types', service)
    return (await house.api('POST', 'fistels', { client_id: client.id, fistel, service_type_id })).id
  }
  const fistels = {
    SCM: await fistelOf('SCM', '50477700101'),
    STFC: await fistelOf('STFC', '50477700446'),
  }
  const kind = {
    client_type_id: await house.idOf('client-types', 'Pessoa física'),
    attendance_type_id: await house.idOf('attendance-types', 'Urbano'),
    attendance_middle_id: await house.idOf('attendance-middles', 'Fibra'),
    product_type_id: await house.idOf('product-types', 'Internet'),
    technology_type_id: await house.idOf('technology-types', 'FTTH'),
  }
  const accesses = [10, 20, 30].map((amount, i) => ({ ...kind, speed: 100 * (i + 1), amount }))
  const locations = [{ city_id: await house.idOf('cities', 'Itu/SP'), accesses_ordered: accesses }]
  const coleta = async (month: number, service: keyof typeof fistels) => {
    const row = await house.api('POST', 'collects', {
      client_id: client.id,
      fistel_id: fistels[service],
      year: 2026,
      month,
      locations,
    })
    return `${house.url}/collects/${row.uuid}`
  }
  return { coleta }
}

const known = new Map<House, ReturnType<typeof provider>>()
/** The address of a new coleta; the provider is made once in each house. */
async function coletaOf(house: House, month: number, service: 'SCM' | 'STFC' = 'SCM') {
  const made = known.get(house) ?? provider(house)
  known.set(house, made)
  return (await made).coleta(month, service)
}

/** As the browser does when somebody presses Ctrl+V, whatever it lets tests read of the real clipboard. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
const cell = (page: Page, row: number, key: string, at = 0) =>
  page.locator(`[id="locations.${at}.accesses_ordered.${row}.${key}"]`)

test('a coleta is typed as in a spreadsheet, and its draft waits on another machine', async ({
  page,
  house,
  browser,
}) => {
  const address = await coletaOf(house, 3)
  await beginSession(page, house)
  await page.goto(address)
  const bar = page.getByText(/município.* acessos/).last()
  await cell(page, 0, 'amount').click()
  await page.keyboard.type('15')
  await expect(bar).toContainText('65 acessos')
  await page.keyboard.press('Escape')
  await expect(bar).toContainText('60 acessos')
  await expect(cell(page, 0, 'amount')).toBeFocused()

  // Down, a list by its first letters, a block filled down, and all of it taken back.
  await page.keyboard.type('11')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 'amount')).toBeFocused()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('jur')
  await page.keyboard.press('Tab')
  await expect(cell(page, 0, 'client_type_id')).toContainText('Pessoa jurídica')
  await cell(page, 0, 'amount').click()
  await cell(page, 2, 'amount').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+d')
  await expect(bar).toContainText('33 acessos')
  await expectGood(page)
  for (const left of ['61 acessos', '61 acessos', '60 acessos']) {
    await page.keyboard.press('Control+z')
    await expect(bar).toContainText(left)
  }
  await page.keyboard.press('Control+y')
  await expect(bar).toContainText('61 acessos')

  // Three municipalities at once: what nobody can read stays, marked, and stands in the way of saving.
  await paste(
    page,
    [
      'Município\tTipo de cliente\tAtendimento\tMeio\tProduto\tTecnologia\tVelocidade\tAcessos',
      '3550308\tPF\turbano\tFIBRA\tinternet\tftth\t1,000.5\t7',
      'Taubate - SP\tPJ\tURBANO\tpombo\tinternet\tFTTH\t300.25\t8',
      'Itú/SP\tPF\tURBANO\tfibra\tinternet\tFTTH\t900\t9',
    ].join('\n'),
  )
  await expect(page.getByText('3 linhas coladas, 1 célula para conferir').first()).toBeVisible()
  await expect(bar).toContainText('3 municípios · 85 acessos')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('button', { name: /linha 3.*Meio: Escolha uma das opções/ }).click()
  await expect(cell(page, 0, 'attendance_middle_id', 2)).toBeFocused()
  await expect(cell(page, 0, 'attendance_middle_id', 2)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('radio')
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'attendance_middle_id', 2)).toContainText('Rádio')
  await expectFits(page)

  // Unsaved, it is taken up from another machine, and saved there.
  await expect(page.getByText(/Rascunho guardado às \d\d:\d\d/)).toBeVisible()
  const elsewhere = await browser.newContext({ locale: 'pt-BR' })
  const other = await elsewhere.newPage()
  await beginSession(other, house)
  await other.goto(address)
  await expect(other.getByText(/Rascunho de outro aparelho/)).toBeVisible()
  await expectGood(other)
  await other.getByRole('button', { name: 'Retomar' }).click()
  await expect(other.getByText('3 municípios · 85 acessos')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Taubaté/SP', exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(other.getByRole('button', { name: 'Baixar arquivo da Anatel' })).toBeEnabled()
  await other.reload()
  await expect(other.getByText('3 municípios · 85 acessos')).toBeVisible()
  await expect(other.getByText(/Há um rascunho|Rascunho de/)).toHaveCount(0)
  await elsewhere.close()
})

test('the first paste is taken back and done again, and a line begun and left does not stand in the way', async ({
  page,
  house,
}) => {
  const address = await coletaOf(house, 6)
  const path = `collects/${address.split('/').at(-1)}`
  await house.api('PUT', path, { locations: [] })
  await beginSession(page, house)
  await page.goto(address)
  await page.getByRole('region', { name: 'Acessos', exact: true }).focus()
  const bar = page.getByText(/município.* acessos/).last()
  await paste(
    page,
    [
      'Município\tTipo de cliente\tAtendimento\tMeio\tProduto\tTecnologia\tVelocidade\tAcessos',
      'Itu/SP\tPF\turbano\tfibra\tinternet\tftth\t100\t7',
      'Taubaté/SP\tPF\turbano\tfibra\tinternet\tftth\t300\t9',
    ].join('\n'),
  )
  await expect(bar).toContainText('2 municípios · 16 acessos')
  for (const again of [
    () => page.keyboard.press('Control+y'),
    () => page.getByRole('button', { name: 'Refazer' }).click(),
  ]) {
    await page.keyboard.press('Control+z')
    await expect(bar).toContainText('0 municípios · 0 acessos')
    await again()
    await expect(bar).toContainText('2 municípios · 16 acessos')
    await cell(page, 0, 'amount').click()
  }
  await cell(page, 0, 'amount', 1).click()
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, 'amount', 1)).toBeVisible()
  const saved = page.waitForResponse(
    answer => answer.request().method() === 'PUT' && answer.url().endsWith(`/api/v1/${path}`),
  )
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  expect((await saved).status(), await (await saved).text()).toBe(200)
  await expect(page.getByText('1 linha vazia ficou de fora')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Baixar arquivo da Anatel' })).toBeEnabled()
  const { locations } = await house.api('GET', path)
  expect(locations).toMatchObject([{ accesses_ordered: [{ amount: 7 }] }, { accesses_ordered: [{ amount: 8 }] }])
})

test('two people type in one coleta: each hears of the other, and only what both changed is asked about', async ({
  page,
  house,
  browser,
}) => {
  const address = await coletaOf(house, 7)
  const who = { email: 'bia.grade@outorga.test', password: 'nove pipas no quintal' }
  const profile_id = await house.idOf('profiles', 'Colaborador')
  await house.api('POST', 'users', { name: 'Bia Grade', ...who, profile_id })
  const elsewhere = await browser.newContext({ locale: 'pt-BR', viewport: page.viewportSize() })
  const other = await elsewhere.newPage()
  await signIn(page, house)
  await signIn(other, house, who)
  const type = async (on: Page, ...keys: readonly string[]) => {
    await on.goto(address)
    await cell(on, 0, 'amount').click()
    for (const each of keys) await (Number(each) ? on.keyboard.type(each) : on.keyboard.press(each))
  }
  await type(page, '15', 'Enter', '25', 'Enter')
  await expect(page.getByText(/Rascunho guardado às/)).toBeVisible()
  await type(other, '99', 'Enter', 'ArrowDown', '33', 'Enter')
  await other.getByRole('button', { name: 'Salvar', exact: true }).click()

  await expect(page.getByText(/^Outra pessoa salvou em/)).toBeVisible()
  await picture(page, 'outra-pessoa')
  await page.getByRole('button', { name: 'Ver e juntar' }).click()
  const dialog = page.getByRole('dialog')
  const clash = dialog.getByRole('radiogroup')
  await expect(clash).toHaveCount(1)
  await expect(clash).toHaveAccessibleName('Itu/SP · Pessoa física, Urbano, Fibra, Internet, FTTH, 100 Mbps · Acessos')
  for (const said of ['Como era: 10', 'O seu: 15', 'O da outra pessoa: 99'])
    await expect(dialog.getByText(said)).toBeVisible()
  await expectGood(page)
  await picture(page, 'juntar')
  await dialog.getByLabel('O da outra pessoa: 99').check()
  await dialog.getByRole('button', { name: 'Salvar assim' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^Outra pessoa salvou em/)).toHaveCount(0)
  await expect(page.getByText(/município.* acessos/).last()).toContainText('157 acessos')
  await expect(page.getByRole('button', { name: 'Baixar arquivo da Anatel' })).toBeEnabled()
  const { locations } = await house.api('GET', `collects/${address.split('/').at(-1)}`)
  expect(locations).toMatchObject([{ accesses_ordered: [{ amount: 99 }, { amount: 25 }, { amount: 33 }] }])
  await elsewhere.close()
})

test(
  'what is typed without a network is kept, and sent when it is back; the page may be lost meanwhile',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const phone = project.name === 'phone'
    const address = await coletaOf(house, 4)
    await beginSession(page, house)
    await page.goto(address)
    await expect(page.getByLabel('Acessos por município')).toBeVisible()
    await expectFits(page)
    await page.context().setOffline(true)
    if (phone) await cell(page, 1, 'amount').fill('25')
    else {
      await cell(page, 1, 'amount').click()
      await page.keyboard.type('25')
    }
    await expect(page.getByText('Sem conexão: guardado neste aparelho')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(/Rascunho guardado às/)).toBeVisible()
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Retomar' }).click()
    await expect(page.getByText('1 município · 65 acessos')).toBeVisible()

    // Saved, it is a draft no more, and there is no other to work on.
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Baixar arquivo da Anatel' })).toBeEnabled()
    await page.getByRole('button', { name: 'Próxima pendente' }).click()
    await expect(page.getByText(/Nenhuma outra coleta de abr\/2026/)).toBeVisible()
  },
)

test('a draft is stored though sends of it meet each other, or the server could not take one', async ({
  page,
  house,
}) => {
  const address = await coletaOf(house, 11)
  await beginSession(page, house)
  const puts: (() => void)[] = []
  let busy = true
  await page.route('**/rascunhos/formulario', async route => {
    if (route.request().method() !== 'PUT') return route.continue()
    if (busy) await new Promise<void>(go => puts.push(go))
    await route.continue()
  })
  await page.goto(address)
  await cell(page, 1, 'amount').click()
  await page.keyboard.type('25')
  await expect.poll(() => puts.length).toBe(1)
  // The network is back while the first is under way: the same work is sent once more.
  for (const word of ['offline', 'online']) await page.evaluate(`dispatchEvent(new Event('${word}'))`)
  puts[0]?.()
  await expect(page.getByText(/Rascunho guardado às/)).toBeVisible()
  busy = false
  await page.unroute('**/rascunhos/formulario')

  await page.route('**/rascunhos/formulario', route => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await cell(page, 2, 'amount').click()
  await page.keyboard.type('35')
  await expect(page.getByText(/Rascunho guardado às/)).toHaveCount(0)
  await expect(page.getByText(/Rascunho guardado às/)).toBeVisible()
})

test(
  'a coleta of telephony is typed in its four columns; what the others held is kept',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const phone = project.name === 'phone'
    const address = await coletaOf(house, 5, 'STFC')
    await beginSession(page, house)
    await page.goto(address)
    await expect(cell(page, 0, 'amount')).toBeVisible()
    await expect(cell(page, 0, 'speed')).toHaveCount(0)
    if (phone) await cell(page, 0, 'amount').fill('15')
    else {
      await expect(page.getByRole('columnheader')).toHaveText(['Tipo de cliente', 'Atendimento', 'Meio', 'Acessos'])
      await cell(page, 0, 'attendance_middle_id').click()
      await page.keyboard.press('Tab')
      await page.keyboard.type('15')
      await page.keyboard.press('Tab')
      await expect(cell(page, 1, 'client_type_id')).toBeFocused()
      await page.keyboard.press('End')
      await expect(cell(page, 1, 'amount')).toBeFocused()
    }
    await expectGood(page)
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Baixar arquivo da Anatel' })).toBeEnabled()
    const { locations } = await house.api('GET', `collects/${address.split('/').at(-1)}`)
    expect(locations).toMatchObject([
      { accesses_ordered: [{ speed: 100, amount: 15 }, { speed: 200 }, { speed: 300 }] },
    ])
  },
)
