import { readFileSync } from 'node:fs'
import { beginSession, expect, expectFits, expectGood, test } from './house.ts'

const header =
  'CNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;QT_ACESSOS'

test(
  "a client, its fistel and its coleta; the file of the provider goes in, and Anatel's comes out",
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const phone = project.name === 'phone'
    const cnpj = '11767820000120'
    const name = `Provedor ${project.name} Telecom`
    await beginSession(page, house)

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
    await expectFits(page)

    await page.goto(`${house.url}/fistels/create`)
    await page.getByRole('combobox', { name: 'Cliente' }).click()
    await page.getByRole('option', { name }).click()
    await page.getByLabel('Fistel', { exact: true }).fill('50412345668')
    await page.getByRole('combobox', { name: 'Tipo de serviço' }).click()
    await page.getByRole('option', { name: 'Serviço de Comunicação Multimídia' }).click()
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page).toHaveURL(/fistels\/[0-9a-f-]{36}/)

    await page.goto(`${house.url}/collects/create`)
    await page.getByRole('combobox', { name: 'Cliente' }).click()
    await page.getByRole('option', { name }).click()
    await expect(page.getByRole('combobox', { name: 'Fistel' })).toHaveValue('50412345668')
    await page.getByRole('combobox', { name: 'Mês' }).click()
    await page.getByRole('option', { name: 'fevereiro' }).click()
    await page.getByRole('combobox', { name: 'Ano' }).click()
    await page.getByRole('option', { name: '2026' }).click()
    await expectFits(page)
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
    await expect(
      page.getByRole('region', { name: 'Linhas do arquivo' }).getByText(/Linha 4, VELOCIDADE: veio 0\.5/),
    ).toBeVisible()
    const swap = page.getByRole('button', { name: 'Trocar os acessos da coleta' })
    await swap.click()
    await expect(page.getByText('Marque para continuar sem elas')).toBeVisible()
    await expectGood(page)
    await page.getByLabel('Deixar de fora 1 linha recusada').check()
    await swap.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Trocar os acessos' }).click()
    await expect(page.getByText('1 linha · 60 acessos')).toBeVisible()

    // One more kind of access, by the keyboard alone; then the month's money.
    if (phone) {
      await page.getByRole('button', { name: /^Adicionar linha em/ }).click()
      await page.getByLabel('Velocidade (Mbps)').last().fill('500')
      await page.getByLabel('Acessos', { exact: true }).last().fill('7')
    } else {
      await page.locator('[id="locations.0.accesses_ordered.0.amount"]').click()
      await page.keyboard.press('Enter')
      await page.keyboard.type('500')
      await page.keyboard.press('Tab')
      await page.keyboard.type('7')
    }
    await expect(page.getByText('2 linhas · 67 acessos')).toBeVisible()
    await page.getByRole('tab', { name: 'Financeiro' }).click()
    await page.getByRole('combobox', { name: 'Adicionar estado' }).click()
    await page.getByRole('option', { name: 'Bahia' }).click()
    await page.getByRole('combobox', { name: 'Regime tributário' }).click()
    await page.getByRole('option', { name: 'Lucro presumido' }).click()
    await page.getByLabel('Faturamento bruto (R$)').fill('100000')
    await page.getByLabel('ICMS (%)').fill('18')
    await page.getByLabel('ICMS (%)').press('Tab')
    await expect(page.getByLabel('ICMS (R$)')).toHaveValue('18.000,00')
    await expect(page.getByLabel('Calculado')).toContainText('R$\u00a0820,00')
    await expectFits(page)
    await expect(page.getByRole('button', { name: 'Baixar arquivo da Anatel' })).toBeDisabled()
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: 'Baixar arquivo da Anatel' })).toBeEnabled()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar arquivo da Anatel' }).click()
    const path = await (await download).path()
    expect(readFileSync(path, 'utf8')).toBe(
      `\ufeffCNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;ACESSOS\r\n${cnpj};2026;2;2931350;PF;URBANO;fibra;internet;FTTH;250;60\r\n${cnpj};2026;2;2931350;PF;URBANO;fibra;internet;FTTH;500;7\r\n`,
    )
  },
)

test('a coleta is written on one plain form, and what is missing in it is told', async ({ page, house }, {
  project,
}) => {
  const name = `Formulário ${project.name}`
  const client = await house.api('POST', 'clients', { name, document: '77123455000129' })
  const fistel = '50412345587'
  const service_type_id = await house.idOf('service-types', 'SCM')
  await house.api('POST', 'fistels', { client_id: client.id, fistel, service_type_id })
  await beginSession(page, house)
  await page.goto(`${house.url}/collects/create/old_create`)
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
    await page.keyboard.type(option)
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Cliente', name)
  await choose('Fistel', fistel)
  await page.getByLabel('Ano').fill('2026')
  await page.getByLabel('Mês').fill('13')
  // Pressed as long as a person does: what is wrong with the month is told after it, and moves no button from under it.
  await page.getByRole('button', { name: 'Adicionar município' }).click({ delay: 300 })
  await expect(page.getByText('O máximo é 12.')).toBeVisible()
  await choose('Município', 'Taubaté/SP')
  await page.getByRole('button', { name: 'Adicionar acesso' }).click()
  await choose('Tipo de cliente', 'Pessoa física')
  await choose('Atendimento', 'Urbano')
  await choose('Meio', 'Fibra')
  // Typed over what is there, and chosen again, it stays chosen.
  await choose('Meio', 'Fibra')
  await expect(page.getByRole('combobox', { name: /^Meio/ })).toHaveValue('Fibra')
  await choose('Produto', 'Internet')
  await choose('Tecnologia', 'FTTH')
  await page.getByLabel('Velocidade (Mbps)').fill('300')
  await page.getByRole('textbox', { name: 'Acessos' }).fill('12')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Mês: O máximo é 12.')
  await expectGood(page)
  await page.getByLabel('Mês').fill('3')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/collects\/[0-9a-f-]{36}/)
  await expect(page.getByText('1 linha · 12 acessos')).toBeVisible()
})

test('an administrator looks at one company, and the lists are of that one', async ({ page, house }, { project }) => {
  const empresa = `Companhia ${project.name}`
  const { id } = await house.api('POST', 'empresas', { nome_fantasia: empresa, representante_primeiro_nome: 'Rui' })
  const cnpj = '37335118000180'
  await house.api('POST', 'clients', { name: `Só da ${empresa}`, document: cnpj, empresa_responsavel_id: id })
  await beginSession(page, house)
  await page.goto(`${house.url}/clients`)
  await page.getByRole('combobox', { name: 'Empresa em visualização' }).click()
  // The choice reloads the page: what is looked at must be of after it.
  const loaded = page.waitForEvent('load')
  await page.getByRole('option', { name: new RegExp(empresa) }).click()
  await loaded
  await expect(page.getByText('1–1 de 1')).toBeVisible()
  await expect(page.getByRole('link', { name: `Só da ${empresa}` })).toBeVisible()
  await expectFits(page)
  await page.getByRole('combobox', { name: 'Empresa em visualização' }).click()
  await page.getByRole('option', { name: 'Todas as empresas' }).click()
  await expect(page.getByText('1–1 de 1')).not.toBeVisible()
})
