import {
  beginSession,
  type Data,
  expect,
  expectFits,
  expectGood,
  type House,
  nextNumber,
  picture,
  test,
} from './house.ts'
import { cnpj, fistelOf } from '../support/drafts.ts'

/** A provider with an SCM fistel, and what its accesses are made of. */
async function provider(house: House, name: string, document: string, fistel: string, more = {}) {
  const client = await house.api('POST', 'clients', { name, document, ...more })
  const service_type_id = await house.idOf('service-types', 'SCM')
  const { id } = await house.api('POST', 'fistels', { client_id: client.id, fistel, service_type_id })
  const access = {
    client_type_id: await house.idOf('client-types', 'Pessoa física'),
    attendance_type_id: await house.idOf('attendance-types', 'Urbano'),
    attendance_middle_id: await house.idOf('attendance-middles', 'Fibra'),
    product_type_id: await house.idOf('product-types', 'Internet'),
    technology_type_id: await house.idOf('technology-types', 'FTTH'),
    speed: 300,
  }
  const city_id = await house.idOf('cities', 'Taubaté')
  const coleta = (month: number, amount: number | null) =>
    house.api('POST', 'collects', {
      client_id: client.id,
      fistel_id: id,
      year: 2026,
      month,
      locations: amount === null ? [] : [{ city_id, accesses_ordered: [{ ...access, amount }] }],
    })
  return { coleta }
}

test('the month is opened for everybody, repeated with a click, checked, sent and sent again', async ({ page, house }, {
  project,
}) => {
  const same = `Rio Manso ${project.name}`
  const grown = `Rio Bravo ${project.name}`
  const one = await provider(house, same, '33683111000107', '50402345703')
  await one.coleta(6, 120)
  const other = await provider(house, grown, cnpj(nextNumber()), '50402345975')
  await other.coleta(6, 100)
  await other.coleta(7, 260)

  await beginSession(page, house)
  await page.goto(`${house.url}/collects/quadro?mes=2026-07`)
  await page.getByRole('button', { name: /^Abrir o mês/ }).click()
  await expect(page.getByText(/aberta/).first()).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: `Confirmar sem mudanças: ${same}` }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row(same).getByText('Pronta')).toBeVisible()

  // What grew too much is not finished until somebody answers for it.
  await row(grown).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Finalizar as que passam (1)' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 não passa e fica como está')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Finalizar' })).toBeDisabled()
  await expectGood(page)
  await dialog.getByRole('link', { name: grown }).click()
  await expect(page.getByText('O total de acessos cresceu 160 %')).toBeVisible()
  const all = page.getByLabel('Marcar os 2 avisos')
  await all.check()
  // Asked again, what is read and what was marked stays.
  await page.getByRole('button', { name: 'Conferir de novo' }).click()
  await expect(all).toBeChecked()
  // What grew is shown where it is typed, and of a tab with nothing in it the way to begin.
  await page.getByRole('button', { name: 'Ver: O total de acessos' }).click()
  const cell = page.locator('[id="locations.0.accesses_ordered.0.amount"]')
  await expect(cell).toBeFocused()
  await page.getByRole('tab', { name: 'Conferência' }).click()
  await page.getByRole('button', { name: 'Ver: O financeiro está vazio' }).click()
  await expect(page.getByRole('combobox', { name: 'Adicionar estado' })).toBeFocused()
  await page.getByRole('tab', { name: 'Conferência' }).click()
  await all.check()
  await page.getByLabel('Por que está certo assim?').fill('Comprou a rede do vizinho')
  await expectFits(page)
  // The page shows it before the server has it.
  const acknowledged = page.waitForResponse(/collects\/[0-9a-f-]{36}\/reconhecer/)
  await page.getByRole('button', { name: 'Reconhecer 2 avisos' }).click()
  await acknowledged
  await expect(page.getByText('Comprou a rede do vizinho').first()).toBeVisible()
  await page.getByRole('button', { name: 'Finalizar', exact: true }).click()
  await expect(page.getByText('Coleta fechada: somente leitura')).toBeVisible()

  await page.getByRole('tab', { name: 'Envio' }).click()
  await page.getByRole('button', { name: 'Registrar envio' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Registrar envio' }).click()
  await expect(page.getByText('versão 1 · 260 acessos')).toBeVisible()
  await page.getByLabel('A Anatel recusou?').fill('Linha 2: velocidade inválida')
  await page.getByRole('button', { name: 'Registrar o erro' }).click()
  await expect(page.getByRole('heading', { name: 'O que a Anatel respondeu' })).toBeVisible()
  await expectGood(page)
  await picture(page, `envio-${project.name}`)
  await page.getByRole('button', { name: 'Retificar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`Retificar: ${grown} · 07/2026?`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retificar' }).click()
  await expect(page.getByText('versão 2')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Baixar DICI.*versão 1/ })).toBeVisible()

  await page.goto(`${house.url}/collects/quadro?mes=2026-07`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Mais ações do mês' }).click()
  await page.getByRole('menuitem', { name: 'Baixar arquivos do mês' }).click()
  expect((await download).suggestedFilename()).toBe('coletas-2026-07.zip')
})

test(
  'the month before is copied into the chosen at once, and the board is narrowed to a company',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const companies = ['Norte', 'Sul'].map(name => `Casa ${name} ${project.name}`)
    const names = ['Rio Fundo', 'Rio Raso'].map(name => `${name} ${project.name}`)
    let awaited: Data | null = null
    for (const [i, name] of names.entries()) {
      const empresa = { nome_fantasia: companies[i] ?? '', representante_primeiro_nome: 'Rui' }
      const { id } = await house.api('POST', 'empresas', empresa)
      const { coleta } = await provider(house, name, cnpj(nextNumber()), fistelOf(nextNumber()), {
        empresa_responsavel_id: id,
      })
      await coleta(3, 70 + i)
      awaited = await coleta(4, i ? 71 : null)
    }
    await beginSession(page, house)
    await page.goto(`${house.url}/collects/quadro?mes=2026-04`)
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    for (const name of names) await row(name).getByRole('checkbox').check()
    await expect(page.getByRole('button', { name: 'Finalizar as que passam (2)' })).toBeVisible()
    await expectFits(page)
    await page.getByRole('button', { name: 'Copiar período anterior (1)' }).click()
    const copying = page.getByRole('dialog', { name: 'Copiar mar/2026 em 1 coleta de abr/2026?' })
    await expect(copying.getByRole('listitem')).toHaveText([`${names[0]}: 70 acessos`])
    await expectGood(page)
    await picture(page, `copiar-${project.name}`)
    await copying.getByRole('button', { name: 'Copiar em 1 coleta' }).click()
    await expect(page.getByText('1 coleta copiada do período anterior.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(page.getByText('1 cópia desfeita.')).toBeVisible()
    for (const name of names) {
      const box = row(name).getByRole('checkbox')
      if (!(await box.isChecked())) await box.check()
    }
    await page.getByRole('button', { name: 'Copiar período anterior (1)' }).click()
    await copying.getByRole('button', { name: 'Copiar em 1 coleta' }).click()
    await expect(
      row(names[0] ?? '')
        .getByText('70')
        .first(),
    ).toBeVisible()

    // What finishing will do is said first; whoever is awaited stays out without a reason, and a click takes it back.
    await house.api('PUT', `collects/${awaited?.uuid}/pedir-ao-cliente`)
    for (const name of names) {
      const box = row(name).getByRole('checkbox')
      if (!(await box.isChecked())) await box.check()
    }
    await page.getByRole('button', { name: 'Finalizar as que passam (2)' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('1 passa na conferência e será finalizada, cópia de mar/2026.')
    await expect(dialog).toContainText('1 pede um motivo, e sem ele fica como está:')
    await expect(dialog.getByRole('listitem')).toHaveText([`${names[1]}: ${names[1]} ainda não entregou esta coleta.`])
    await expectGood(page)
    await picture(page, `finalizar-${project.name}`)
    await dialog.getByLabel('Motivo para finalizar essa também').fill('Mandou por telefone')
    await dialog.getByRole('button', { name: 'Finalizar 2 coletas' }).click()
    for (const name of names) await expect(row(name).getByText('Pronta')).toBeVisible()
    const finished = page.getByRole('alert').filter({ hasText: '2 coletas finalizadas.' })
    await finished.getByRole('button', { name: 'Desfazer' }).click()
    await expect(row(names[0] ?? '').getByText('Em aberto')).toBeVisible()
    await expect(row(names[1] ?? '').getByText('Aguardando cliente')).toBeVisible()

    // One after another, too: a question about the awaited one, and a way back from each.
    await page.getByRole('link', { name: 'Fechamento' }).click()
    const heading = page.getByRole('heading', { name: names[1] ?? '' })
    await expect(page.getByRole('paragraph').filter({ hasText: /^1 de \d+$/ })).toBeVisible()
    for (let tries = 0; tries < 8 && !(await heading.isVisible()); tries++) await page.keyboard.press('j')
    await expect(heading).toBeFocused()
    // It may be finished again once the screen has read what was taken back.
    await expect(page.getByRole('button', { name: /^Confirmar/ })).toBeEnabled()
    // It was answered before in these words, and its reason stands.
    await expect(page.getByText('“Mandou por telefone”')).toBeVisible()
    await page.keyboard.press('Enter')
    const alone = page.getByRole('alert').filter({ hasText: `${names[1]}: finalizada.` })
    await alone.getByRole('button', { name: 'Desfazer' }).click()
    await expect
      .poll(async () => Object((await house.api('GET', `collects/${awaited?.uuid}`)).status).name)
      .toBe('Aguardando cliente')
    await page.goto(`${house.url}/collects/quadro?mes=2026-04`)

    if (project.name === 'phone') await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('combobox', { name: 'Empresa', exact: true }).click()
    await page.getByRole('option', { name: companies[1] ?? '' }).click()
    await expect(row(names[0] ?? '')).toHaveCount(0)
    await expectFits(page)
    await page.reload()
    await expect(row(names[1] ?? '')).toBeVisible()
    await expect(row(names[0] ?? '')).toHaveCount(0)

    // What was done to both at once is one line of the history, and opened it does not tell the same of each.
    await page.goto(`${house.url}/historico`)
    const act = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Ver 2 coletas' }) })
    await expect(act.first()).toContainText('Coletas ·')
    await page.getByRole('button', { name: 'Ver 2 coletas' }).first().click()
    const opened = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Recolher' }) })
    const lines = opened.getByRole('listitem')
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).not.toContainText('Coletas ·')
    const within = await opened.boundingBox()
    const title = await lines.first().getByRole('link').first().boundingBox()
    expect((title?.x ?? Infinity) - (within?.x ?? 0)).toBeLessThan(60)
    await expectGood(page)
    await picture(page, `ato-aberto-${project.name}`)
  },
)
