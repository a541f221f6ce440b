import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { expect, expectFits, expectGood, type House, picture, signIn, test } from './house.ts'

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const columns = ['Contrato', 'Assinante', 'Cidade', 'UF', 'Tipo Pessoa', 'Zona', 'Conexão', 'Tecnologia', 'Plano']
const contract = (n: number, plan: string, city = 'Taubaté') => [
  n,
  `Assinante ${n}`,
  city,
  'SP',
  n % 3 ? 'Física' : 'Jurídica',
  'Urbana',
  'Fibra Óptica',
  'GPON',
  plan,
]
const workbook = async (...rows: (string | number)[][]) =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Capa', rows: [['Contratos ativos'], [rows.length, 'contratos']] },
        { name: 'Contratos', rows: [['Contratos ativos'], columns, ...rows] },
      ],
    }),
  )

/** A client with a system of its own, and an empty coleta of each of two months. */
async function provider(house: House, project: string) {
  const system = await house.api('POST', 'client-systems', { name: `ERP de ${project}` })
  const client = await house.api('POST', 'clients', {
    name: `Provedor de planilhas ${project}`,
    document: '45543915000181',
    client_system_id: system.id,
  })
  const fistel = await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: '50400002272',
    service_type_id: await house.idOf('service-types', 'Multimídia'),
  })
  const collect = (month: number) =>
    house.api('POST', 'collects', { client_id: client.id, fistel_id: fistel.id, year: 2026, month })
  return [await collect(3), await collect(4)] as const
}

test("a provider's own spreadsheet: its columns are told once, a row is corrected in place, and the next month asks nothing", async ({
  page,
  house,
}, { project }) => {
  const [march, april] = await provider(house, project.name)
  await signIn(page, house)
  const send = async (uuid: string, name: string, buffer: Buffer) => {
    await page.goto(`${house.url}/collects/${uuid}`)
    await page.getByRole('button', { name: 'Enviar arquivo' }).click()
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: sheet, buffer })
  }
  const keep = async () => {
    await page.getByRole('button', { name: 'Trocar os acessos da coleta' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Trocar os acessos' }).click()
  }

  const first = await workbook(
    contract(1, 'Fibra 300 Mega'),
    contract(2, '300MB'),
    contract(3, 'Turbo'),
    contract(4, 'x', 'Lugar Nenhum'),
  )
  await send(march?.uuid ?? '', 'contratos-marco.xlsx', first)
  await expect(page.getByText('Esta aba não pôde ser lida.')).toBeVisible()
  await expectGood(page)
  await page.getByLabel('Aba da planilha').selectOption('Contratos')
  await expect(page.getByRole('heading', { name: 'De onde vem cada coluna da Anatel' })).toBeVisible()
  await expect(page.getByLabel('De onde vem: Município')).toHaveValue('coluna:Cidade')
  await expect(page.getByLabel('De onde vem: Acessos')).toHaveValue('linha')
  await expectGood(page)
  await picture(page, 'receber')
  await page.getByLabel('Velocidade: Turbo').fill('600')
  await page.getByLabel('Velocidade: Turbo').press('Enter')
  await expect(page.getByText('2 valores que não se reconheceram')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()

  await expect(page.getByText('1 linha para resolver')).toBeVisible()
  await expectGood(page)
  await page.getByLabel('Município, linha 6').fill('Taubaté/SP')
  await page.getByLabel('Município, linha 6').press('Enter')
  await expect(page.getByLabel('Município, linha 6')).toHaveValue('3554102')
  // Back a step and forth again, and even after a reload with the same file, what was corrected is still there.
  await page.getByRole('button', { name: 'Colunas' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('Município, linha 6')).toHaveValue('3554102')
  await send(march?.uuid ?? '', 'contratos-marco.xlsx', first)
  await expect(page.getByText('1 correção sua deste arquivo voltou.')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar recusadas' }).click()
  const rejected = readFileSync(await (await download).path(), 'utf8')
  expect(rejected).toContain('Plano;MOTIVO DA RECUSA\r\n4;Assinante 4;Lugar Nenhum;')
  await page.getByLabel('Velocidade, linha 6').fill('1 Giga')
  await page.getByLabel('Velocidade, linha 6').press('Enter')
  await expect(page.getByText('Nada para resolver')).toBeVisible()
  await expectFits(page)
  await keep()
  await expect(page.getByText('4 linhas do arquivo na coleta.').first()).toBeVisible()

  await send(
    april?.uuid ?? '',
    'contratos-abril.xlsx',
    await workbook(contract(1, 'Fibra 300 Mega'), contract(2, 'Turbo')),
  )
  // The columns agreed to tell the tab too.
  await expect(page.getByLabel('Aba da planilha')).toHaveValue('Contratos')
  // Half the accesses of the month before are gone: nothing is replaced before somebody says that it is so.
  await expect(page.getByText('Em mar/2026 eram 4 acessos, e este arquivo traz 2 (menos 50 %).')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Trocar os acessos da coleta' })).toBeDisabled()
  await picture(page, 'perguntas')
  await page.getByRole('button', { name: 'Está certo' }).click()
  await expect(page.getByText('Nada para resolver')).toBeVisible()
  await keep()
  await expect(page.getByText('2 linhas do arquivo na coleta.').first()).toBeVisible()
  await expect(page.getByRole('region', { name: '1 arquivo recebido' })).toContainText('contratos-abril.xlsx')
  await send(april?.uuid ?? '', 'contratos-marco.xlsx', first)
  await expect(page.getByText('1 linha para resolver')).toBeVisible()
  await expect(page.getByText('já entrou nesta coleta')).not.toBeVisible()
  // Nothing tells the tab any more, but it is the one that was read.
  await page.getByRole('button', { name: 'Colunas' }).click()
  await page.getByRole('button', { name: 'Esquecer este mapa' }).click()
  await expect(page.getByText('O que se reconheceu já está preenchido.')).toBeVisible()
  await expect(page.getByLabel('Aba da planilha')).toHaveValue('Contratos')
})
