import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { dayAfter, dayIn } from '../../src/kernel/clock.ts'
import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

const today = dayIn(new Date()).day

test('a month of bills is looked at, closed in one act, and says what did not come out', async ({ page, house }, {
  project,
}) => {
  const month = '2033-04'
  const finance_type_id = await house.idOf('finance-types', 'Mensalidade')
  for (const [at, email] of ['financeiro@provedor.com.br', null].entries()) {
    const client = await house.api('POST', 'clients', {
      name: `Provedor Fechado ${at} Ltda`,
      document: cnpjFrom(`7361382${at}0001`),
      ...(email && { email }),
    })
    await house.api('POST', 'bills-to-receive', {
      client_id: client.id,
      finance_type_id,
      issue_date: dayAfter(today, -1),
      due_date: `${month}-1${at}`,
      value: 1_000 + at,
    })
  }
  await beginSession(page, house)
  await page.goto(`${house.url}/bills-to-receive/fechamento?mes=${month}`)
  await expect(page.getByRole('region', { name: 'Fechamento do mês' })).toContainText('Provedor Fechado 1')
  await expect(page.getByText(/Escolha a conta corrente/).first()).toBeVisible()
  await expectFits(page)
  await picture(page, `fechamento-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Fechar abr/2033' }).click()
  const look = page.getByRole('dialog')
  await expect(look.getByText(/de fora: Escolha a conta corrente/)).toBeVisible()
  await picture(page, `fechar-${project.name}`)
  await look.getByRole('checkbox', { name: 'Emitir notas' }).uncheck()
  await look.getByRole('checkbox', { name: 'Emitir boletos' }).uncheck()
  await look.getByRole('button', { name: 'Fazer em 1 conta' }).click()
  await expect(page.getByText(/financeiro@provedor.com.br/)).toBeVisible({ timeout: 20_000 })
  await picture(page, `fechamento-depois-${project.name}`, { fullPage: true })
  await expectGood(page)
})

test('@phone of a month with several accounts each company chooses one, and single bills are left out', async ({
  page,
  house,
}, { project }) => {
  const month = project.name === 'phone' ? '2033-08' : '2033-07'
  const finance_type_id = await house.idOf('finance-types', 'Mensalidade')
  const n = project.name === 'phone' ? 2 : 1
  const company = await house.api('POST', 'empresas', {
    nome_fantasia: `Consultoria de Telecomunicações e Assuntos Regulatórios do Vale do Paraíba e Litoral Norte ${n}`,
    cnpj: cnpjFrom(`8${n}613821000${n}`),
  })
  for (const name of ['Sicoob do dia a dia', 'Banco do Brasil dos boletos'])
    await house.api('POST', 'checking-accounts', {
      name,
      empresa_id: company.id,
      bank: 756,
      agency: '4277',
      account: `6498${n}`,
      account_digit: '0',
      wallet: '1',
      agreement: '172278',
    })
  for (const at of [1, 2, 3]) {
    const client = await house.api('POST', 'clients', {
      name: `Companhia Provedora de Internet e Comunicação Multimídia da Serra da Mantiqueira ${at} Ltda`,
      document: cnpjFrom(`7461${n}82${at}0001`),
      email: `financeiro${at}@provedor-da-serra-da-mantiqueira.com.br`,
      empresa_responsavel_id: company.id,
    })
    await house.api('POST', 'bills-to-receive', {
      client_id: client.id,
      finance_type_id,
      issue_date: dayAfter(today, -1),
      due_date: `${month}-1${at}`,
      value: 1_000 + at,
    })
  }
  await beginSession(page, house)
  await page.goto(`${house.url}/bills-to-receive/fechamento?mes=${month}`)
  await expect(page.getByText('A emitir: escolha a conta corrente').first()).toBeAttached()
  await page.getByRole('button', { name: /^Fechar (jul|ago)/ }).click()
  const look = page.getByRole('dialog')
  await look.getByText('Escolher contas').click()
  await look.getByRole('checkbox', { name: /Mantiqueira 2/ }).uncheck()
  await expect(look.getByRole('button', { name: 'Fazer em 2 contas' })).toBeDisabled()
  await look.getByRole('combobox', { name: /^Conta corrente dos boletos de/ }).click()
  await page.getByRole('option', { name: 'Banco do Brasil dos boletos' }).click()
  await picture(page, `fechar-conta-${project.name}`)
  await expectFits(page)
  await look.getByLabel('Enviar sem esperar o registro do boleto').check()
  await look.getByRole('button', { name: 'Fazer em 2 contas' }).click()
  await expect(page.getByText(/^Enviado a/)).toHaveCount(2, { timeout: 60_000 })
  await picture(page, `fechamento-contas-${project.name}`, { fullPage: true })
  await expectGood(page)
})
