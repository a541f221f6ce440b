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
