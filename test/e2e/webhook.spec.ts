import { randomBytes } from 'node:crypto'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { openAsaasCharges } from '#test/support/charges.ts'
import { cnpj } from '#test/support/drafts.ts'
import { beginSession, expect, nextNumber, picture, test as base } from './house.ts'

type Asaas = Awaited<ReturnType<typeof openAsaasCharges>>
const token = 'chave-do-asaas-das-jornadas'
const hook = 'token-do-webhook-das-jornadas-de-cobranca'
const secret = randomBytes(32).toString('base64')

const test = base.extend<object, { asaas: Asaas }>({
  asaas: [
    // oxlint-disable-next-line no-empty-pattern -- it stands on no other fixture
    async ({}, use) => {
      const asaas = await openAsaasCharges(token)
      await use(asaas)
      await asaas.close()
    },
    { scope: 'worker' },
  ],
  env: ({ asaas }, use) => use({ SECRETS_KEY: secret, ASAAS_URL: asaas.url, ASAAS_TEST_URL: '0' }),
})

/** Milliseconds from the notice of the provider until an open screen shows what it said. */
const promptly = 2_000

test('what the provider says was paid is seen on the open bill and on the open board within two seconds', async ({
  page,
  context,
  house,
  asaas,
}) => {
  const today = dayIn(new Date()).day
  const month = '2034-05'
  const company = await house.api('POST', 'empresas', { nome_fantasia: 'Recebedora', cnpj: cnpj(nextNumber()) })
  const account = await house.api('POST', 'checking-accounts', {
    name: 'Asaas',
    empresa_id: company.id,
    registration: 'asaas',
    registration_environment: 'producao',
  })
  await house.api('PUT', `checking-accounts/${account.uuid}/registro/chaves`, { provider: 'asaas', token, hook })
  const client = await house.api('POST', 'clients', {
    name: 'Provedor que paga em dia',
    document: cnpj(nextNumber()),
    empresa_responsavel_id: company.id,
  })
  const bill = await house.api('POST', 'bills-to-receive', {
    client_id: client.id,
    finance_type_id: await house.idOf('finance-types', 'Mensalidade'),
    checking_account_id: account.id,
    issue_date: today,
    due_date: dayAfter(`${month}-10`, 0),
    value: 1_480,
  })
  await house.api('PUT', `bills-to-receive/${bill.uuid}/emitir-boleto`)
  await beginSession(page, house)
  await page.goto(`${house.url}/bills-to-receive/${bill.uuid}`)
  await expect(page.getByRole('heading', { name: /nº 9000/ })).toBeVisible()
  await expect(page.getByText('A vencer').first()).toBeVisible()
  const board = await context.newPage()
  await board.goto(`${house.url}/bills-to-receive/fechamento?mes=${month}`)
  await expect(board.getByRole('region', { name: 'Fechamento do mês' })).toContainText('Registrado no banco')
  const charge = asaas.charges.at(-1)
  if (!charge) throw new Error('there is no charge')
  asaas.become(charge.id, 'RECEIVED', { clientPaymentDate: today })
  const notice = await fetch(`${house.url}/api/v1/webhooks/asaas/cobrancas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'asaas-access-token': hook },
    body: JSON.stringify({ id: 'evt_1', event: 'PAYMENT_RECEIVED', payment: { id: charge.id } }),
  })
  expect(notice.status).toBe(200)
  await expect(page.getByText(/^Paga em/).first()).toBeVisible({ timeout: promptly })
  await expect(page.getByRole('button', { name: 'Receber' })).toBeHidden({ timeout: promptly })
  await expect(board.getByRole('region', { name: 'Fechamento do mês' })).toContainText('Paga', { timeout: promptly })
  await expect(page.getByRole('list', { name: 'Recebimentos' }).getByRole('listitem')).toHaveCount(1)
  await picture(page, 'paga-pelo-aviso')
})
