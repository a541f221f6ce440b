import { beginSession, expect, expectFits, expectGood, type House, picture, test } from './house.ts'

const documents = { cnpj: '76535764000143', fistel: '50402346009', semester: '60746948000112', other: '50402346190' }

async function provider(house: House, name: string, document: string, fistel: string) {
  const client = await house.api('POST', 'clients', { name, document })
  const service_type_id = await house.idOf('service-types', 'SCM')
  const owned = await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel,
    service_type_id,
    active_anatel: true,
  })
  const kinds = {
    client_type_id: await house.idOf('client-types', 'Pessoa física'),
    attendance_type_id: await house.idOf('attendance-types', 'Urbano'),
    attendance_middle_id: await house.idOf('attendance-middles', 'Fibra'),
    product_type_id: await house.idOf('product-types', 'Internet'),
    technology_type_id: await house.idOf('technology-types', 'FTTH'),
  }
  const city_id = await house.idOf('cities', 'Taubaté')
  const accesses = (...amounts: readonly number[]) => [
    { city_id, accesses_ordered: amounts.map((amount, i) => ({ ...kinds, speed: (i + 1) * 100, amount })) },
  ]
  const coleta = (year: number, month: number, more: object) =>
    house.api('POST', 'collects', { client_id: client.id, fistel_id: owned.id, year, month, ...more })
  return { client, accesses, coleta }
}

test('a coleta that was sent is put right, and what changes is shown before it goes again', async ({ page, house }, {
  project,
}) => {
  const { cnpj, fistel } = documents
  const { accesses, coleta } = await provider(house, `Serra Clara ${project.name}`, cnpj, fistel)
  const { uuid } = await coleta(2026, 4, { locations: accesses(120, 30) })
  for (const act of ['finalizar', 'enviar', 'retificar']) await house.api('PUT', `collects/${uuid}/${act}`)
  await house.api('PUT', `collects/${uuid}`, { locations: accesses(150) })
  await house.api('PUT', `collects/${uuid}/finalizar`)

  await beginSession(page, house)
  await page.goto(`${house.url}/collects/${uuid}?tab=envio`)
  await expect(page.getByRole('heading', { name: 'O que muda da versão 1 para a 2' })).toBeVisible()
  await expect(page.getByText('1 saiu, 1 mudou; 150 acessos, como antes.')).toBeVisible()
  const gone = page.getByRole('row').filter({ hasText: '200 Mbps' })
  await expect(gone.getByText('sumiu')).toBeVisible()
  await expectGood(page)
  await picture(page, `retificar-${project.name}`, { fullPage: true })
  await page.getByRole('button', { name: 'Registrar envio' }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure).toContainText('Desde a versão 1: 1 saiu, 1 mudou')
  await sure.getByRole('button', { name: 'Registrar envio' }).click()
  await expect(page.getByText('versão 2 · 150 acessos')).toBeVisible()
  await expect(page.getByText('versão 1 · 150 acessos')).toBeVisible()

  await page.getByRole('tab', { name: 'Relatório' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^relatorio_serra-clara.*_2026-04\.pdf$/)
})

test('the semester of a client tells what is missing, and is filed once it is whole', async ({ page, house }, {
  project,
}) => {
  const { semester, other } = documents
  const name = `Vale do Sol ${project.name}`
  const { accesses, coleta } = await provider(house, name, semester, other)
  const tax_regime_id = await house.idOf('tax-regimes', 'Lucro presumido')
  const finances = [
    { state: 'SP', tax_regime_id, gross_billing: 1_000, investiment: 50, download_traffic: 10, upload_traffic: 2 },
  ]
  let last = ''
  for (const month of [1, 2, 3, 4, 5, 6]) {
    const { uuid = '' } = await coleta(2024, month, { locations: accesses(50 + month), finances })
    last = uuid
    if (month < 6) await house.api('PUT', `collects/${uuid}/finalizar`)
  }

  await beginSession(page, house)
  await page.goto(`${house.url}/collects/quadro`)
  await page.getByRole('button', { name: 'Mais ações do mês' }).click()
  await page.getByRole('menuitem', { name: 'Econômico do semestre' }).click()
  await expect(page.getByRole('heading', { name: 'Econômico do semestre', level: 1 })).toBeVisible()
  await page.goto(`${house.url}/collects/semestre?semestre=2024-1&busca=${encodeURIComponent(name)}`)
  await expectFits(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('Incompleto')).toBeVisible()
  await expect(page.getByRole('link', { name: 'jun/2024, SCM: a coleta está em aberto.' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'São Paulo' })).toContainText('3.000,00')
  await expectGood(page)

  await house.api('PUT', `collects/${last}/finalizar`)
  await page.reload()
  await expect(page.getByText('Completo', { exact: true })).toBeVisible()
  await picture(page, `semestre-${project.name}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar arquivo' }).click()
  expect((await download).suggestedFilename()).toMatch(/^REL_ECON_vale-do-sol.*_2024_SEM1\.csv$/)
  await expect(page.getByText('Layout não confirmado pela Anatel: confira CN e CNPJ antes de enviar.')).toBeVisible()
  await expectFits(page)
})
