import { openAsaasCharges } from '#test/support/charges.ts'
import { addressIn, cnpj } from '#test/support/drafts.ts'
import { type Emitter, issuingCompany, withEmitter } from './emitter.ts'
import { beginSession, expect, expectGood, nextNumber, picture, test as base } from './house.ts'

interface Outside {
  readonly emitter: Emitter
  readonly asaas: Awaited<ReturnType<typeof openAsaasCharges>>
}
const issuer = cnpj(nextNumber())
const token = 'chave-do-asaas-do-fechamento'
const test = base.extend<object, { outside: Outside }>({
  outside: [
    // oxlint-disable-next-line no-empty-pattern -- it needs no other fixture
    async ({}, use) =>
      withEmitter(issuer, async emitter => {
        const asaas = await openAsaasCharges(token)
        await use({ emitter, asaas })
        await asaas.close()
      }),
    { scope: 'worker' },
  ],
  env: ({ outside: { emitter, asaas } }, use) => use({ ...emitter.env, ASAAS_URL: asaas.url, ASAAS_TEST_URL: '0' }),
})

/** A new page goes on with the number of the one before. */
const countPresses = `addEventListener('click', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem('presses', 1 + Number(sessionStorage.getItem('presses')))
}, true)`
/** From the home: receivables, bill the month, make the bills, the board, close, do it. */
const mostPresses = 6

test('from contracts to sent in six presses from the home: bills, notes, registered boletos and mails', async ({
  page,
  house,
  outside: { emitter, asaas },
}) => {
  const town = await house.idOf('cities', 'Taubaté')
  const company = await house.api('POST', 'empresas', issuingCompany(issuer, town))
  await house.api('PUT', `empresas/${company.uuid}/certificado`, emitter.pfx)
  const account = await house.api('POST', 'checking-accounts', {
    name: 'Asaas',
    empresa_id: company.id,
    registration: 'asaas',
    registration_environment: 'producao',
    next_number: 1,
  })
  const hook = 'token-do-webhook-do-fechamento-de-um-mes'
  await house.api('PUT', `checking-accounts/${account.uuid}/registro/chaves`, { provider: 'asaas', token, hook })
  for (const n of [1, 2, 3])
    await house.api('POST', 'clients', {
      name: `Provedor ${n} Telecomunicações Ltda`,
      document: cnpj(nextNumber()),
      email: `financeiro${n}@exemplo.com.br`,
      empresa_responsavel_id: company.id,
      contract_value: 1_000 + n,
      contract_billing_day: 10,
      custom_contract_service_name: 'Assessoria regulatória',
      addresses: [{ ...addressIn(town), zipcode: '12030000' }],
    })
  await page.addInitScript(countPresses)
  await beginSession(page, house)
  await page.goto(house.url)
  await page.locator('main h1').waitFor()

  await page.getByRole('link', { name: 'Contas a receber' }).first().click()
  await page.getByRole('link', { name: 'Faturar o mês' }).first().click()
  await expect(page.getByText('Provedor 3 Telecomunicações Ltda').first()).toBeVisible()
  await page.getByRole('button', { name: /^Fazer 3 contas/ }).click()
  await page.getByRole('link', { name: 'Fechar o faturamento' }).click()
  await page.getByRole('button', { name: /^Fechar/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fazer em 3 contas' }).click()
  await expect(page.getByText(/^Enviado a/)).toHaveCount(3, { timeout: 120_000 })
  expect(await page.evaluate("Number(sessionStorage.getItem('presses'))")).toBeLessThanOrEqual(mostPresses)
  expect(emitter.sefin.notes.size).toBe(3)
  expect(asaas.charges.filter(({ deleted }) => !deleted)).toHaveLength(3)
  await picture(page, 'fechamento-do-mes', { fullPage: true })
  await expectGood(page)
})
