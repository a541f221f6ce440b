import { beginSession, expect, expectFits, expectGood, picture, signIn, test } from './house.ts'

test('a deadline is found on the first page, marked as done, taken back, and read in an agenda', async ({
  page,
  house,
}, { project }) => {
  const name = `Pico Alto ${project.name}`
  const client = await house.api('POST', 'clients', { name, document: '41000000000179' })
  await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: '50402345622',
    service_type_id: await house.idOf('service-types', 'SCM'),
  })

  await signIn(page, house)
  const panel = page.getByRole('region', { name: 'Prazos' })
  await expect(panel.getByText('a fazer').first()).toBeVisible()
  await expectFits(page)
  await panel
    .getByRole('link', { name: /^FUST: declaração/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Obrigações', exact: true })).toBeVisible()
  await page.getByLabel('Buscar cliente ou fistel').fill(name)
  const mark = page.getByRole('button', { name: `Marcar como feito: ${name}` })
  await expect(mark).toBeVisible()
  await expectFits(page)
  await picture(page, `obrigacoes-${project.name}`)

  await mark.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Anotação').fill('Guia paga pelo contador')
  await expectGood(page)
  await dialog.getByRole('button', { name: 'Marcar como feito' }).click()
  await expect(page.getByText(/Guia paga pelo contador/)).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(mark).toBeVisible()

  // The same from the client's own page.
  await page.goto(`${house.url}/clients/${client.uuid}?tab=obrigacoes`)
  const open = page.getByRole('region', { name: 'A fazer' })
  await open
    .getByRole('button', { name: /^Marcar como feito: FUST/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Marcar como feito' }).click()
  const done = page.getByRole('region', { name: 'Feitas' })
  await expect(done.getByText(/^FUST/)).toBeVisible()
  await expectFits(page)
  await done.getByRole('button', { name: /^Reabrir: FUST/ }).click()
  await expect(done).toHaveCount(0)

  await page.goto(`${house.url}/obrigacoes`)
  await page.getByRole('button', { name: 'Assinar na agenda' }).click()
  await page.getByRole('button', { name: /Criar o link|Trocar o link/ }).click()
  const link = await page.getByLabel('Seu link').inputValue()
  await expectGood(page)
  const answer = await fetch(link)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = await answer.text()
  expect(text.replaceAll('\r\n ', '')).toContain(name)
  await page.getByRole('button', { name: 'Trocar o link' }).click()
  await expect(page.getByLabel('Seu link')).not.toHaveValue(link)
  expect((await fetch(link)).status).toBe(404)
})

test('twelve months of everybody are walked with the arrows, and each opens its coleta', async ({ page, house }, {
  project,
}) => {
  const name = `Serra dos Meses ${project.name}`
  const client = await house.api('POST', 'clients', { name, document: '41000222000191' })
  const fistel = await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: '50402345894',
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  const coleta = await house.api('POST', 'collects', {
    client_id: client.id,
    fistel_id: fistel.id,
    year: 2025,
    month: 3,
  })

  await beginSession(page, house)
  await page.goto(`${house.url}/collects/quadro?mes=2025-04`)
  await page.getByRole('link', { name: 'Meses', exact: true }).click()
  await page.goto(`${house.url}/collects/quadro?vista=meses&mes=2025-04&busca=${encodeURIComponent(name)}`)
  const cell = (month: string, said: string) => page.getByLabel(`${name}, ${month}: ${said}`)
  await expect(cell('mar/2025', 'ausente')).toBeVisible()
  await expectFits(page)
  await picture(page, `meses-${project.name}`)
  // What was before its first coleta is asked of nobody; what came after, and was never sent, is missing.
  await expect(cell('mai/2024', 'não esperada')).toBeAttached()
  await cell('mai/2024', 'não esperada').focus()
  await page.keyboard.press('End')
  await expect(cell('abr/2025', 'ausente')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cell('mar/2025', 'ausente')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/collects/${coleta.uuid}`))
})

test('the month is closed one client after another, without a mouse', async ({ page, house }, { project }) => {
  const [year, city_id] = [2023, await house.idOf('cities', 'Taubaté')]
  const service_type_id = await house.idOf('service-types', 'SCM')
  const access = {
    client_type_id: await house.idOf('client-types', 'Pessoa física'),
    attendance_type_id: await house.idOf('attendance-types', 'Urbano'),
    attendance_middle_id: await house.idOf('attendance-middles', 'Fibra'),
    product_type_id: await house.idOf('product-types', 'Internet'),
    technology_type_id: await house.idOf('technology-types', 'FTTH'),
    speed: 300,
  }
  // The last that is made.
  let brusco: string | undefined
  for (const [name, document, fistel, amounts] of [
    ['Ágil', '77123451000140', '50412345153', [40, 42]],
    ['Brusco', '77123453000130', '50412345315', [100, 300]],
  ] as const) {
    const client = await house.api('POST', 'clients', { name: `${name} ${project.name}`, document })
    const { id } = await house.api('POST', 'fistels', { client_id: client.id, fistel, service_type_id })
    for (const [i, amount] of amounts.entries())
      brusco = (
        await house.api('POST', 'collects', {
          client_id: client.id,
          fistel_id: id,
          year,
          month: 5 + i,
          locations: [{ city_id, accesses_ordered: [{ ...access, amount }] }],
        })
      ).uuid
  }

  await beginSession(page, house)
  await page.goto(`${house.url}/collects/quadro?mes=${year}-06`)
  await page.getByRole('link', { name: 'Fechamento' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fechamento de jun/' })
  // What jumped comes first: it is not closed until somebody answers for it.
  await expect(dialog.getByRole('heading', { name: `Brusco ${project.name}` })).toBeFocused()
  await expect(dialog.getByText('O total de acessos cresceu 200 %')).toBeVisible()
  await expectGood(page)
  await picture(page, `fechamento-${project.name}`)
  // A finding is seen where it is, and the closing goes on where it was.
  await dialog.getByRole('button', { name: /^Ver: Taubaté/ }).click()
  await expect(page).toHaveURL(/\?tab=acessos&campo=locations\.0\.accesses_ordered\.0\.amount$/)
  await expect(page.locator('[id="locations.0.accesses_ordered.0.amount"]')).toBeFocused()
  await page.goBack()
  await expect(dialog.getByRole('heading', { name: `Brusco ${project.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  const stopped = page.getByRole('dialog', {
    name: `Brusco ${project.name}, jun/${year}: ainda não pode ser finalizada.`,
  })
  await expect(stopped).toContainText('Reconheça o aviso em Conferência, ou corrija.')
  await page.keyboard.press('Escape')
  await expect(stopped).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: `Brusco ${project.name}` })).toBeFocused()

  // What is doubted stays open, and what is known is written down; keys typed into the dialog reach nothing else, and are
  // discarded only after a question.
  const noting = page.getByRole('dialog', { name: 'Anotar' })
  const notes = dialog.getByRole('region', { name: 'Anotações' })
  await page.keyboard.press('f')
  await expect(noting.getByLabel('Para acompanhar')).toBeChecked()
  await page.keyboard.type('jk')
  await expectGood(page)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(noting).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: `Brusco ${project.name}` })).toBeFocused()
  await page.keyboard.press('f')
  await expect(noting.getByLabel('Anotação')).toBeFocused()
  await page.keyboard.type('Perguntar se comprou a rede do vizinho')
  await page.keyboard.press('Control+Enter')
  await expect(notes.getByText('Perguntar se comprou a rede do vizinho')).toBeVisible()
  await expect(noting).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(noting.getByLabel('Para acompanhar')).not.toBeChecked()
  await expect(noting.getByLabel('Anotação')).toBeFocused()
  await page.keyboard.type('Atende só por WhatsApp')
  await page.keyboard.press('Control+Enter')
  await expect(notes.getByRole('listitem').filter({ hasText: 'WhatsApp' })).toContainText('Anotação')
  await expect(notes.getByRole('button', { name: /^Resolver/ })).toHaveCount(1)
  await expectFits(page)
  await page.keyboard.press('j')
  await expect(dialog.getByRole('heading', { name: `Ágil ${project.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('1 de 2 fechadas')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: `Brusco ${project.name}` })).toBeFocused()

  await page.keyboard.press('a')
  await page.keyboard.press('Space')
  await page.getByLabel('Por que está certo assim?').focus()
  await page.keyboard.type('Comprou a rede do vizinho')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Reconhecido').first()).toBeVisible()
  await dialog.getByRole('heading', { name: `Brusco ${project.name}` }).focus()
  await page.keyboard.press('Enter')
  // What is to be followed up asks for a reason, which stays.
  const asked = page.getByRole('dialog', { name: new RegExp(`^Brusco ${project.name}, jun/${year}`) })
  await expect(asked).toContainText('A acompanhar: Perguntar se comprou a rede do vizinho')
  await asked.getByLabel('Motivo').fill('Comprou, e já está no contrato')
  await asked.getByRole('button', { name: 'Finalizar' }).click()
  await expect(dialog.getByText('2 de 2 fechadas')).toBeVisible()
  await expect(dialog.getByText('Tudo fechado.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`quadro\\?mes=${year}-06`))

  // What was left open is found in its own list, and is marked and resolved from the coleta too.
  await page.goto(`${house.url}/collect-notes?filter[open]=true`)
  await expect(page.getByRole('link', { name: 'Perguntar se comprou a rede do vizinho' })).toBeVisible()
  await expect(page.getByText('Atende só por WhatsApp')).toHaveCount(0)
  await page.goto(`${house.url}/collects/${brusco}?tab=conferencia`)
  await page
    .getByRole('button', { name: /^Marcar para acompanhar: Taubaté/ })
    .first()
    .click()
  await noting.getByLabel('Anotação').fill('Conferir o próximo mês')
  await noting.getByRole('button', { name: 'Guardar' }).click()
  const here = page.getByRole('region', { name: 'Anotações' })
  await expect(here.getByRole('listitem').filter({ hasText: 'Conferir o próximo mês' })).toContainText('Taubaté')
  await expectFits(page)
  await page.getByRole('tab', { name: 'Acessos' }).click()
  const accesses = page.getByRole('region', { name: 'Acessos' })
  await expect(accesses.getByText('Acompanhar')).toBeVisible()
  await expectGood(page)
  await picture(page, `comentado-${project.name}`)
  await page.getByRole('tab', { name: 'Conferência' }).click()
  await here.getByRole('button', { name: 'Resolver: Conferir o próximo mês' }).click()
  await expect(here.getByRole('button', { name: /^Resolver/ })).toHaveCount(1)
  await page.getByRole('tab', { name: 'Acessos' }).click()
  await expect(accesses.getByText('Comentado')).toBeVisible()
})
