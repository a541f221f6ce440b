import { dayAfter, dayIn } from '../../src/kernel/clock.ts'
import { json, office, openOutside, viaCep, type Outside } from '../support/outside.ts'
import { test as base, beginSession, expect, expectFits, expectGood, picture, signIn } from './house.ts'

/** The house asks a registry of our own. */
const test = base.extend<{ outside: Outside }>({
  // oxlint-disable-next-line no-empty-pattern -- it stands on no other fixture
  outside: async ({}, use) => {
    const outside = await openOutside({
      '/cnpja/office/': json(200, office('Vale Net Telecomunicações Ltda')),
      '/viacep/12020000/': json(200, viaCep),
      '/viacep/': json(200, { erro: 'true' }),
    })
    await use(outside)
    await outside.close()
  },
  env: ({ outside }, use) => use(outside.env),
})
const pdf = (words: string) => ({
  name: `${words}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF ${words}`),
})
const day = (plus: number) => dayAfter(dayIn(new Date()).day, plus)
const written = (iso: string) => iso.split('-').toReversed().join('/')

test('a client begins with its CNPJ: the registry proposes, a twin is told, papers are sent and watched', async ({
  page,
  house,
}, { project }) => {
  const cnpj = '60701190000104'
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/create`)
  await page.getByLabel('CPF ou CNPJ').fill(cnpj)
  const registry = page.getByRole('region', { name: 'Na Receita Federal' })
  await expect(registry.getByText('Vale Net Telecomunicações Ltda')).toBeVisible()
  await expect(registry.getByText('Ativa')).toBeVisible()
  await registry.getByRole('checkbox', { name: 'Telefone' }).uncheck()
  await expectGood(page)
  await picture(page, `receita-${project.name}`)
  await registry.getByRole('button', { name: 'Preencher com o que está marcado' }).click()
  await expect(page.getByLabel('Razão social')).toHaveValue('Vale Net Telecomunicações Ltda')
  await expect(page.getByLabel('Logradouro')).toHaveValue('Rua das Palmeiras')
  await expect(page.getByRole('combobox', { name: 'Município' }).first()).toHaveValue(/Taubaté/)
  await expect(page.locator('#phone')).toHaveValue('')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/clients\/[0-9a-f-]{36}/)
  const client = page.url()

  await page.goto(`${house.url}/prospectos/create`)
  await page.getByLabel('CPF ou CNPJ').fill(cnpj)
  await expect(page.getByText('Este documento já está cadastrado')).toBeVisible()
  await page.getByLabel('CPF ou CNPJ').fill('')
  await page.getByLabel('Razão social').fill('Vale Net Telecomunicacoes')
  await expect(page.getByText('Há cadastros parecidos')).toBeVisible()
  await page.getByLabel('Razão social').fill('')

  await page.goto(`${client}?tab=documentos`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Procuração' }).getByText('Faltando')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar Procuração' }).click()
  await page.locator('input[type=file]').setInputFiles({ ...pdf('falsa'), buffer: Buffer.from('MZ not a PDF') })
  await page.getByRole('button', { name: 'Guardar documento' }).click()
  await expect(page.getByText(/O conteúdo não é de um arquivo pdf/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Enviar Procuração' }).click()
  await page.locator('input[type=file]').setInputFiles(pdf(`procuração ${project.name}`))
  await page.getByLabel('Válido até').fill(written(day(10)))
  await page.getByRole('button', { name: 'Guardar documento' }).click()
  const pending = page.getByRole('region', { name: 'Pendências' })
  await expect(pending.getByRole('listitem').filter({ hasText: 'Procuração' }).getByText('A vencer')).toBeVisible()
  await expectFits(page)
  await picture(page, `documentos-${project.name}`)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: `Baixar procuração ${project.name}.pdf` }).click()
  expect((await coming).suggestedFilename()).toBe(`procuração ${project.name}.pdf`)
})

test('a prospect becomes a client, and its people see their own and no more', async ({ page, house, browser }, {
  project,
}) => {
  const name = `Serra Azul ${project.name}`
  await beginSession(page, house)
  await page.goto(`${house.url}/prospectos/create`)
  await page.getByLabel('Razão social').fill(name)
  await page.getByLabel('CPF ou CNPJ').fill('11144477735')
  await page.getByRole('button', { name: 'Adicionar endereço' }).click()
  await page.getByLabel('CEP').fill('12020-000')
  await expect(page.getByLabel('Logradouro')).toHaveValue('Rua das Palmeiras')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/prospectos\/[0-9a-f-]{36}/)
  await page.getByRole('button', { name: 'Converter em cliente' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Converter em cliente' }).click()
  await expect(page).toHaveURL(/clients\/[0-9a-f-]{36}/)
  await page.getByRole('button', { name: 'Editar Endereços' }).click()
  await expect(page.getByLabel('Logradouro')).toHaveValue('Rua das Palmeiras')

  const email = `gente.${project.name}@provedor.test`
  const password = 'nove pipas no quintal'
  const client_id = await house.idOf('clients', name)
  await house.api('POST', 'users', {
    name: 'Gente do Provedor',
    email,
    password,
    profile_id: await house.idOf('profiles', 'Cliente'),
    clientUser: [{ client_id }],
  })
  await house.api('PUT', `clients/${client_id}`, {
    internal_observation: 'Só a casa lê isto',
    external_observation: 'Isto o provedor lê',
  })
  await house.api('POST', 'clients', { name: `Outro ${project.name}`, document: '86288366757' })

  const other = await (await browser.newContext({ viewport: page.viewportSize() ?? null })).newPage()
  await signIn(other, house, { email, password })
  const asked = other.getByRole('listitem').filter({ hasText: 'Procuração' })
  await expect(asked.getByText('Faltando')).toBeVisible()
  await expectFits(other)
  await picture(other, `casa-do-cliente-${project.name}`)
  await other.goto(`${house.url}/clients`)
  await other.getByRole('link', { name }).click()
  await expect(other.getByText('Isto o provedor lê')).toBeVisible()
  await expect(other.getByText('Só a casa lê isto')).toHaveCount(0)
  await expect(other.getByText(`Outro ${project.name}`)).toHaveCount(0)
  await other.getByRole('tab', { name: 'Documentos' }).click()
  await expect(other.getByRole('button', { name: 'Enviar Procuração' })).toBeVisible()
  await expectFits(other)
})
