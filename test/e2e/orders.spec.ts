import type { Page } from '@playwright/test'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { addressIn, cnpj } from '#test/support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, type House, nextNumber, picture, test } from './house.ts'

// A house of its own: its company issues notes, which no other journey expects.
test.use({ env: { LOG_LEVEL: 'error' } })

const due = dayAfter(dayIn(new Date()).day, 25)
const password = 'quatro cavalos no telhado'

/** A company that issues and charges, a client of it, and somebody of that client. */
async function served(house: House, named: string) {
  const town = await house.idOf('cities', 'Taubaté')
  const company = await house.api('POST', 'empresas', {
    nome_fantasia: `Consultoria ${named}`,
    razao_social: `Consultoria ${named} Ltda`,
    cnpj: cnpj(nextNumber()),
    inscricao_municipal: '48210',
    municipio_id: town,
    regime: 'simples-nacional',
    aliquota_iss: 2,
    carga_tributaria: 6,
    serie: 1,
    proximo_numero: 1,
    servicos: [{ codigo: '170101', descricao: 'Assessoria e consultoria' }],
  })
  await house.api('POST', 'checking-accounts', {
    name: `Sicoob ${named}`,
    empresa_id: company.id,
    bank: 756,
    agency: '4277',
    account: '172278',
    wallet: '1',
    agreement: '1234567',
  })
  const client = await house.api('POST', 'clients', {
    name: `Servido ${named}`,
    document: cnpj(nextNumber()),
    empresa_responsavel_id: company.id,
    addresses: [addressIn(town)],
  })
  await house.api('POST', 'users', {
    name: `Pessoa ${named}`,
    email: `ordens-${named}@exemplo.com.br`,
    password,
    profile_id: await house.idOf('profiles', 'Cliente'),
    clientUser: [{ client_id: client.id }],
  })
  return { client, email: `ordens-${named}@exemplo.com.br` }
}

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('an order with three switches becomes a bill, a note and a boleto, and the client downloads both', async ({
  page,
  house,
}, { project }) => {
  const { client, email } = await served(house, project.name)
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/${client.uuid}?tab=ordens-de-servico`)
  await page.getByRole('link', { name: 'Nova ordem' }).click()
  await page.getByLabel('Vencimento', { exact: true }).fill(showDate(due))
  await page.getByLabel('Valor (R$)').fill('480,50')
  await page.getByLabel('Descrição do serviço').fill('Assessoria regulatória do mês')

  // A boleto charges a bill: the form says so at once.
  const bill = page.getByRole('switch', { name: 'Criar conta a receber' })
  await bill.uncheck({ force: true })
  await page.getByRole('switch', { name: 'Gerar boleto' }).check({ force: true })
  await expect(page.getByText('O boleto cobra uma conta: crie a conta também.')).toBeVisible()
  await page.getByRole('button', { name: 'Criar a conta também' }).click()
  await page.getByRole('switch', { name: 'Gerar nota fiscal' }).check({ force: true })

  const plan = page.getByRole('complementary', { name: 'Prévia' })
  await expect(plan.getByText('Sai ao emitir')).toHaveCount(3)
  await expect(plan.getByText('Rua das Palmeiras, 100, Centro, Taubaté/SP, CEP 12020-000')).toBeVisible()
  await expectGood(page)
  await picture(page, `ordem-${project.name}`)
  await page.getByRole('button', { name: 'Emitir', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: /^OS \d+ · Assessoria regulatória do mês$/ })).toBeVisible()
  await expect(card(page, 'Nota fiscal').getByText('Autorizada')).toBeVisible()
  await expect(card(page, 'Conta a receber').getByText('A vencer')).toBeVisible()
  await expect(card(page, 'Boleto').getByText('Não registrado no banco')).toBeVisible()
  await expectGood(page)
  await picture(page, `ordem-emitida-${project.name}`)
  // A double click made one.
  await page.goto(`${house.url}/order-services?filter[client_id]=${client.id}`)
  await expect(page.getByText('1–1 de 1')).toBeVisible()
  // The page of the session before must not act on what the next one stores.
  await page.goto('about:blank')
  await beginSession(page, house, { email, password })
  await page.goto(`${house.url}/order-services`)
  for (const [button, name] of [
    ['Baixar a nota fiscal', /^nfse-\d+\.pdf$/],
    ['Baixar o boleto', /^boleto-nfse-\d+\.pdf$/],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(name)
  }
  await expectFits(page)
  await picture(page, `ordens-do-cliente-${project.name}`)
})
