import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { dayAfter, dayIn } from '../../src/kernel/clock.ts'
import { beginSession, expect, expectFits, expectGood, picture, test, type House } from './house.ts'

const { day: today } = dayIn(new Date())
const makeClient = (house: House, root: string, more = {}) =>
  house.api('POST', 'clients', { name: `Águas Claras ${root} Ltda`, document: cnpjFrom(`${root}0001`), ...more })

/** A client of whom much is known, and who owes money. */
async function lived(house: House, root: string) {
  const client = await makeClient(house, root, {
    fantasy_name: 'Águas Claras Fibra',
    phone_name: 'Marta Queiroz',
    phone: '+5512997123456',
    email: `contato@aguas${root}.com.br`,
    opening_data: '2009-03-12',
    contract_value: 1_450,
    contract_due_date: dayAfter(today, 400),
    crm_name: 'Marta',
    external_observation: 'Prefere tratar de prazos por telefone, na parte da manhã; a diretora volta em fevereiro.',
    phones: [
      { responsible: 'Marta', phone: '+5512997123456' },
      { responsible: 'Plantão da rede, inclusive nos fins de semana', phone: '+5512997123457' },
    ],
    mails: [{ responsible: 'Financeiro', mail: `financeiro@aguas${root}.com.br` }],
  })
  const finance_type_id = await house.idOf('finance-types', 'Mensalidade')
  for (const back of [40, -5])
    await house.api('POST', 'bills-to-receive', {
      client_id: client.id,
      finance_type_id,
      issue_date: dayAfter(today, -60),
      due_date: dayAfter(today, -back),
      value: 1_450,
    })
  for (let n = 1; n <= 7; n++)
    await house.api('POST', 'stations', { client_id: client.id, name: `Torre do Morro do Sino Grande ${n}` })
  for (const name of ['Conferir a procuração com o cartório', 'Renovar a licença da estação'])
    await house.api('POST', 'client-tarefas', { client_id: client.id, name, due_on: dayAfter(today, 9) })
  await house.api('POST', `clients/${client.uuid}/observations`, { content: 'Ligou pela manhã e pediu o extrato.' })
  await house.api('PUT', `clients/${client.uuid}`, { phone_name: 'Otávio Brandão' })
  return client
}

test('no tab of a client moves as the counts come, be they of one digit or of four', async ({ page, house }) => {
  const client = await makeClient(house, '72514891')
  await beginSession(page, house)
  for (const [width, total] of [
    [1440, 7],
    [1440, 1_504],
    [1280, 1_504],
    [1024, 120],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    let come = () => {}
    const wait = new Promise<void>(resolve => (come = resolve))
    const counts = /\/api\/v1\/[^?]+\?.*filter(\[|%5B)client_id/
    await page.route(counts, async route => {
      const answer = await route.fetch()
      await wait
      await route.fulfill({ response: answer, json: { ...(await answer.json()), total } })
    })
    await page.goto(`${house.url}/clients/${client.uuid}?tab=dados`)
    await page.getByLabel('Nome fantasia').waitFor()
    const tabs = page.locator('[role=tab], [role=tabpanel]')
    const places = async () => Promise.all((await tabs.all()).map(tab => tab.boundingBox()))
    const before = await places()
    come()
    const shown = page.getByRole('tab', { name: new RegExp(`^Estações ${total.toLocaleString('pt-BR')}$`) })
    await shown.waitFor()
    await expect(page.locator('[role=tab] [data-coming]')).toHaveCount(0)
    expect(await places()).toEqual(before)
    await page.unroute(counts)
  }
})

test(
  'a client is read first, one section is changed, and the reader comes back to it',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    test.slow()
    const phone = project.name === 'phone'
    const root = phone ? '72514871' : '72514861'
    const client = await lived(house, root)
    const here = `${house.url}/clients/${client.uuid}`
    const go = async (name: string) =>
      phone
        ? page.getByRole('combobox', { name: 'Seção', exact: true }).selectOption({ label: name })
        : page.getByRole('tab', { name, exact: true }).click()
    await beginSession(page, house)
    await page.goto(here)
    const card = (name: string | RegExp) => page.getByRole('region', { name })
    await expect(card('Financeiro')).toContainText('R$ 2.900,00')
    await expect(card('Financeiro')).toContainText('1 conta a receber em atraso')
    await expect(card(/^Estações 7/).getByRole('listitem')).toHaveCount(5)
    await expect(card(/^Tarefas 2/)).toContainText('Renovar a licença')
    await expect(page.getByText(/^Ainda sem:.*chamados/)).toBeVisible()
    await expect(card('Cadastro')).toContainText('Otávio Brandão')
    await expect(card('Cadastro')).not.toContainText('Inscrição estadual')
    await expect(page.getByLabel('Razão social')).toHaveCount(0)
    await expect(card('Linha do tempo')).toContainText('mudou Contato: Marta Queiroz → Otávio Brandão')
    await expectFits(page)
    await expectGood(page)
    await picture(page, `cliente-visao-${project.name}`, { fullPage: true })
    if (!phone) {
      await page.setViewportSize({ width: 1280, height: 800 })
      // Every area is in sight: nothing waits beside the edge.
      const beyond = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main [role=tablist]'))`
      expect(await page.evaluate(beyond)).toBe(0)
      await expectFits(page)
      await picture(page, 'cliente-visao-1280', { fullPage: true })
    }

    await page.getByRole('button', { name: 'Editar Contato' }).click()
    await expect(page).toHaveURL(/tab=dados/)
    await expect(page.locator('#phone_name')).toBeFocused()
    await page.locator('#phone_name').fill('Lívia Prado')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByText(/salvo/).first()).toBeVisible()
    await go('Visão geral')
    await expect(card('Cadastro')).toContainText('Lívia Prado')
    await expect(card('Linha do tempo')).toContainText('mudou Contato: Otávio Brandão → Lívia Prado')

    await go('Linha do tempo')
    await expect(page.getByText('criou a estação Torre do Morro do Sino Grande 7')).toBeVisible()
    await page.getByRole('combobox', { name: 'O quê' }).click()
    await page.getByRole('option', { name: 'Contas a receber', exact: true }).click()
    await expect(page.getByText('criou a estação')).toHaveCount(0)
    await expect(page.getByText(/criou a conta a receber/).first()).toBeVisible()
    await expectFits(page)
    await expectGood(page)
    await picture(page, `cliente-linha-do-tempo-${project.name}`, { fullPage: true })

    // Addresses that were written down before still lead to their areas.
    await page.goto(`${here}?tab=estacoes`)
    await expect(page.getByRole('link', { name: 'Torre do Morro do Sino Grande 1' })).toBeVisible()
    if (!phone) {
      await page.getByRole('tab', { name: /^Estações/ }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name: /^Enlaces/ })).toBeFocused()
    }
  },
)

test(
  'of a new client what is known is shown, and what there is not yet in a line',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const client = await makeClient(house, project.name === 'phone' ? '72514891' : '72514881')
    await beginSession(page, house)
    await page.goto(`${house.url}/clients/${client.uuid}`)
    await expect(page.getByText(/^Ainda sem:/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Cadastro' })).toContainText('Razão social')
    await expectFits(page)
    await expectGood(page)
    await picture(page, `cliente-novo-${project.name}`, { fullPage: true })
    await page
      .getByText(/^Ainda sem:/)
      .getByRole('link', { name: 'estações' })
      .click()
    await expect(page).toHaveURL(/tab=estacoes/)
    await expect(page.getByRole('link', { name: 'Nova estação' })).toBeVisible()
  },
)
