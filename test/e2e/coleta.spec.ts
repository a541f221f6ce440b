import { readFileSync } from 'node:fs'
import { expect, expectGood, signIn, test } from './house.ts'

const header =
  'CNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;QT_ACESSOS'

test("a client, its fistel and its coleta; the file of the provider goes in, and Anatel's comes out", async ({
  page,
  house,
}, { project }) => {
  const phone = project.name === 'phone'
  const cnpj = phone ? '48530335000148' : '11767820000120'
  const name = `Provedor ${project.name} Telecom`
  await signIn(page, house)

  await page.goto(`${house.url}/clients/create`)
  await page.getByLabel('Razão social').fill(name)
  await page.getByLabel('CPF ou CNPJ').fill('11.111.111/1111-11')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText(/CPF ou CNPJ: CPF ou CNPJ inválido/)).toBeVisible()
  await expectGood(page)
  await page.getByLabel('CPF ou CNPJ').fill(cnpj)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/clients\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expectGood(page)

  await page.goto(`${house.url}/fistels/create`)
  await page.getByRole('combobox', { name: 'Cliente' }).click()
  await page.getByRole('option', { name }).click()
  await page.getByLabel('Fistel', { exact: true }).fill(phone ? '50000000213' : '50412345668')
  await page.getByRole('combobox', { name: 'Tipo de serviço' }).click()
  await page.getByRole('option', { name: 'Serviço de Comunicação Multimídia' }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/fistels\/[0-9a-f-]{36}/)

  await page.goto(`${house.url}/collects/create`)
  await page.getByRole('combobox', { name: 'Cliente' }).click()
  await page.getByRole('option', { name }).click()
  await page.getByRole('combobox', { name: 'Fistel' }).click()
  await page.getByRole('option', { name: phone ? '50000000213' : '50412345668' }).click()
  await page.getByLabel('Ano').fill('2026')
  await page.getByLabel('Mês').fill('2')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/collects\/[0-9a-f-]{36}/)

  await page.getByRole('button', { name: 'Enviar arquivo' }).click()
  const row = (speed: string, accesses: number) =>
    `${cnpj};2026;02;2931350;PF;URBANO;Fibra;INTERNET;FTTH;${speed};${accesses}`
  const given = [header, row('250', 1), row('250', 59), row('0.5', 3)].join('\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'acessos.csv', mimeType: 'text/csv', buffer: Buffer.from(given) })
  await expect(page.getByText('1 recusada')).toBeVisible()
  await expect(page.getByText(/Linha 4, VELOCIDADE: veio 0\.5/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Trocar os acessos da coleta' })).toBeDisabled()
  await expectGood(page)
  await page.screenshot({ path: `test-results/images/coleta-${project.name}.png` })
  await page.getByLabel('Deixar de fora 1 linha recusada').check()
  await page.getByRole('button', { name: 'Trocar os acessos da coleta' }).click()
  await expect(page.getByText('60 acessos')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar arquivo da Anatel' }).click()
  const path = await (await download).path()
  expect(readFileSync(path, 'utf8')).toBe(
    `\ufeffCNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;ACESSOS\r\n${cnpj};2026;2;2931350;PF;URBANO;fibra;internet;FTTH;250;60\r\n`,
  )
})

test('an administrator looks at one company, and the lists are of that one', async ({ page, house }, { project }) => {
  const empresa = `Companhia ${project.name}`
  const { id } = await house.api('POST', 'empresas', { nome_fantasia: empresa, representante_primeiro_nome: 'Rui' })
  const cnpj = project.name === 'phone' ? '11222333000181' : '37335118000180'
  await house.api('POST', 'clients', { name: `Só da ${empresa}`, document: cnpj, empresa_responsavel_id: id })
  await signIn(page, house)
  await page.goto(`${house.url}/clients`)
  await page.getByRole('combobox', { name: 'Empresa em visualização' }).click()
  // The choice reloads the page: what is looked at must be of after it.
  const loaded = page.waitForEvent('load')
  await page.getByRole('option', { name: new RegExp(empresa) }).click()
  await loaded
  await expect(page.getByText('1–1 de 1')).toBeVisible()
  await expect(page.getByRole('link', { name: `Só da ${empresa}` })).toBeVisible()
  await expectGood(page)
  await page.getByRole('combobox', { name: 'Empresa em visualização' }).click()
  await page.getByRole('option', { name: 'Todas as empresas' }).click()
  await expect(page.getByText('1–1 de 1')).not.toBeVisible()
})
