import { randomBytes } from 'node:crypto'
import { beginSession, expect, expectFits, expectGood, inScheme, picture, test } from './house.ts'

test.use({ env: { SECRETS_KEY: randomBytes(32).toString('base64') } })

test('a webhook is made, given its secret, tested, and its deliveries say why they wait @phone', async ({
  page,
  house,
}, { project }) => {
  const shot = (name: string) => picture(page, `webhooks-${name}-${project.name}`)
  await beginSession(page, house)
  await page.goto(`${house.url}/webhook-endpoints/create`)
  await page.getByRole('textbox', { name: 'Nome' }).fill('Zona do financeiro')
  await page.getByRole('textbox', { name: 'Endereço' }).fill('https://recebe.outorga.invalid/avisos')
  await page.getByLabel('Buscar seção').fill('coletas')
  await page.locator('summary', { hasText: 'Coletas' }).first().click()
  await page.getByRole('checkbox', { name: 'alterado' }).check()
  await expectFits(page)
  await shot('create')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('button', { name: 'Gerar o segredo' }).click()
  await expect(page.getByText(/whsec_/)).toBeVisible()
  await shot('secret')
  await page.getByRole('button', { name: 'Enviar de teste' }).click()
  await expect(page.getByRole('link', { name: 'webhook.teste' })).toBeVisible()
  await expect(page.getByText('o nome do servidor não foi encontrado').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Gerado em')).toBeVisible()
  await expect(page.getByText(/whsec_/)).toBeHidden()
  await expectFits(page)
  await expectGood(page)
  await shot('one')
  await inScheme(page, 'dark')
  await expectGood(page)
  await shot('one-dark')
  await page.goto(`${house.url}/webhook-endpoints`)
  await expect(page.getByRole('link', { name: 'Zona do financeiro' }).first()).toBeVisible()
  await expectGood(page)
  await shot('list-dark')
})
