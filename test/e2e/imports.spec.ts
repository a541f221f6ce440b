import { readFileSync } from 'node:fs'
import { beginSession, expect, expectFits, expectGood, inScheme, picture, test } from './house.ts'

/** The `n`-th CNPJ with its verifying digits. */
function cnpj(n: number): string {
  const verify = (digits: string, weights: readonly number[]) => {
    const rest = weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const base = `${String(31_000_000 + n)}0001`
  const first = verify(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  return `${base}${first}${verify(`${base}${first}`, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])}`
}

test('a spreadsheet of clients is looked at, put right, written, and taken back', async ({ page, house }, {
  project,
}) => {
  const own = 100
  const names = ['Rede Serra Azul', 'Conecta Vale', 'Fibra do Mato', 'Norte Telecom', 'Ponte Alta Net']
  const rows = names.map((name, i) => [
    `${name} ${project.name}`,
    i === 2 ? '11222333000182' : cnpj(own + i),
    i % 2 ? '12' : '(12) 99712-3456',
    'Taubaté',
    'SP',
  ])
  const csv = [['Nome do provedor', 'CNPJ', 'Telefone', 'Município', 'UF'], ...rows]
    .map(row => row.join(';'))
    .join('\r\n')
  await beginSession(page, house)
  await page.goto(`${house.url}/imports`)
  await page.getByRole('link', { name: 'Importar planilha' }).first().click()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar o modelo' }).click(),
  ])
  expect(
    readFileSync(await template.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await expectFits(page)
  await page
    .getByLabel('Arquivo a importar')
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })

  // Its own name for the name: said once.
  await expect(page.getByRole('heading', { name: 'Colunas', exact: true })).toBeVisible()
  const left = page.getByRole('region', { name: 'Colunas do arquivo que ficam de fora' })
  await expect(left.getByText('Nome do provedor')).toBeVisible()
  await page.getByLabel('De onde vem: Razão social').selectOption('Nome do provedor')
  await expect(page.getByText('Todas as colunas do arquivo entram.')).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: 'Conferir as linhas' }).click()
  await expect(page.getByText('1 linha para resolver')).toBeVisible()
  await expectGood(page)
  await picture(page, `importar-${project.name}`)

  await page.getByRole('button', { name: 'Colunas' }).click()
  await expect(page.getByLabel('De onde vem: Razão social')).toHaveValue('coluna:Nome do provedor')
  await expect(page.getByText('Como da última vez (Clientes: clientes.csv).')).toBeVisible()
  await page.getByRole('button', { name: 'Conferir as linhas' }).click()
  await expect(page.getByText('1 linha para resolver')).toBeVisible()

  // A phone that cannot be read keeps nobody out, and is put right all the same.
  await page.getByRole('button', { name: /^Telefone: fica de fora/ }).click()
  await page.getByLabel('Trocar “12” por').fill('(12) 3622-1234')
  await page.getByRole('button', { name: 'Trocar nas 2 linhas' }).click()
  await expect(page.getByRole('button', { name: /^Telefone: fica de fora/ })).toHaveCount(0)
  const cell = page.getByRole('textbox', { name: 'CNPJ, linha 4' })
  await cell.fill(cnpj(own + 2))
  await cell.press('Enter')
  await expect(page.getByText('Nada a resolver')).toBeVisible()

  await page.getByRole('button', { name: 'Gravar 5 novos' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Gravar' }).click()
  await expect(page.getByRole('heading', { name: 'Resultado' })).toBeVisible()
  await expect(page.getByText('Criados')).toBeVisible()
  await expectGood(page)
  await page.getByRole('link', { name: 'Gravada' }).first().click()
  await expect(page.getByRole('heading', { name: `Rede Serra Azul ${project.name}` })).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'Desfazer importação' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText('Desfeita', { exact: true }).first()).toBeVisible()
  await page.goto(`${house.url}/clients?search=${encodeURIComponent(`Serra Azul ${project.name}`)}`)
  await expect(page.getByText('Nenhum cliente encontrado')).toBeVisible()
})

test('@phone what no title says is proposed by the cells, and a wrong cell is read whole', async ({ page, house }, {
  project,
}) => {
  const root = project.name === 'phone' ? 400 : 300
  const names = ['Serrana', 'Vale Verde', 'Ponte Nova', 'Pedra Azul', 'Campo Largo']
  const rows = names.map((name, i) => [
    `Provedor ${name} ${project.name} Telecomunicações Ltda`,
    i === 2 ? '11222333000182' : cnpj(root + i),
    i === 1 ? '(83) 98000-1000 recado com a vizinha do lado, só à tarde; 12' : '(83) 3400-2000',
    ['Planalto/Bahia', 'BA - Planalto', '2925006 - Planalto', 'Planalto/BA', 'Planalto, BA'][i],
    `${10 + i}/12/2027`,
    `1.${2 + i}50`,
    `Rua das Palmeiras, ${i}`,
    `contato${i}@provedor.com.br`,
    `Cliente desde sempre, visita na segunda ${i}`,
    `x${i}`,
  ])
  const header = ['Cliente (Razão Social)', 'CNPJ', 'Telefones', 'Cidade/UF', 'Assinado até', 'Mensalidade', 'Endereço', 'Correio', 'Obs', 'Z'] // prettier-ignore
  const file = [header, ...rows].map(row => row.map(cell => `"${cell}"`).join(';')).join('\r\n')
  await beginSession(page, house)
  await page.goto(`${house.url}/imports/create`)
  await page
    .getByLabel('Arquivo a importar')
    .setInputFiles({ name: 'escritorio.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })

  // Nothing of what the cells may be was taken.
  await expect(page.getByText(/Do arquivo ficam de fora: .*Assinado até \(parece ter datas\)/)).toBeVisible()
  await expectFits(page)
  await picture(page, `importar-conferencia-${project.name}`)
  await page.getByRole('button', { name: 'Dizer o que são' }).click()
  const left = page.getByRole('region', { name: 'Colunas do arquivo que ficam de fora' })
  await expect(left.getByText('parece ter e-mails')).toBeVisible()
  await expectGood(page)
  await expectFits(page)
  await picture(page, `importar-colunas-${project.name}`, { fullPage: true })
  await left.getByRole('button', { name: 'É E-mail', exact: true }).click()
  await left.getByRole('button', { name: 'É Fim do contrato' }).click()
  await expect(page.getByLabel('De onde vem: Fim do contrato')).toHaveValue('coluna:Assinado até')
  await page.getByRole('button', { name: 'Conferir as linhas' }).click()

  // One question for the column, answered once.
  const answers = page.getByRole('group', { name: 'Como a coluna Mensalidade (R$) escreve' })
  await expect(answers.getByRole('button')).toHaveText([
    'O ponto separa milhares: 1.250',
    'O ponto separa decimais: 1,25',
  ])
  await expectGood(page)
  await picture(page, `importar-duvida-${project.name}`)
  await answers.getByRole('button', { name: /milhares/ }).click()
  await expect(answers).toBeHidden()
  const cell = page.getByRole('textbox', { name: 'CNPJ, linha 4' })
  await expect(cell).toBeVisible()
  expect((await cell.boundingBox())?.width).toBeGreaterThan(230)
  await expect(page.getByRole('textbox', { name: 'Telefones, linha 4' })).toBeHidden()
  await expectFits(page)
  await picture(page, `importar-celula-${project.name}`, { fullPage: project.name === 'phone' })
  await inScheme(page, 'dark')
  await picture(page, `importar-celula-escura-${project.name}`, { fullPage: project.name === 'phone' })
  await inScheme(page, 'light')
  await page.getByRole('button', { name: 'Corrigir outra célula da linha 4' }).click()
  await expect(page.getByRole('textbox', { name: 'Telefones, linha 4' })).toBeVisible()
  await cell.fill(cnpj(root + 2))
  await cell.press('Enter')
  await expect(cell).toBeHidden()
})

test('an import being undone says so, however late its rows are read', async ({ page, house }) => {
  const csv = ['Razão social;CNPJ', `Volta Atrás Net;${cnpj(190)}`, `Volta Atrás Rádio;${cnpj(191)}`].join('\r\n')
  await beginSession(page, house)
  await page.goto(`${house.url}/imports/create`)
  await page
    .getByLabel('Arquivo a importar')
    .setInputFiles({ name: 'volta.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const judge = page.getByRole('button', { name: 'Conferir as linhas' })
  const write = page.getByRole('button', { name: 'Gravar 2 novos' })
  await expect(judge.or(write)).toBeVisible()
  if (await judge.isVisible()) await judge.click()
  await write.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Gravar' }).click()
  await expect(page.getByRole('heading', { name: 'Resultado' })).toBeVisible()

  // The work pauses in the middle, and what was written is still being read.
  let undoing = false
  let release = () => undefined as void
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route('**/api/v1/events', route => route.abort())
  await page.route(/\/api\/v1\/imports\/[^/]+(\/desfazer|\/conferencia.*)?$/, async route => {
    const path = new URL(route.request().url()).pathname
    if (path.endsWith('/desfazer')) {
      undoing = true
      return route.fulfill({ json: { message: 'Desfazendo a importação.', data: {} } })
    }
    if (!undoing) return route.continue()
    if (path.endsWith('/conferencia')) await released
    const answer = await route.fetch()
    const { data } = Object(await answer.json())
    const going = { state: 'processando', rows_done: 700, rows_total: 1_500 }
    await route.fulfill({
      response: answer,
      json: { data: { ...data, ...(path.endsWith('/conferencia') ? { step: 'desfazer' } : going) } },
    })
  })
  await page.getByRole('button', { name: 'Desfazer importação' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByRole('status').filter({ hasText: '700 de 1.500' })).toHaveText('Em andamento: 700 de 1.500')
  release()
  await expect(page.getByRole('status').filter({ hasText: '700 de 1.500' })).toHaveText('Desfazendo: 700 de 1.500')
  // What the page asks for meanwhile is answered by nobody once the journey ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('without the file of Anatel, the page says where it comes from', async ({ page, house }) => {
  await beginSession(page, house)
  await page.goto(`${house.url}/imports/anatel`)
  await expect(page.getByText('Ainda não há o arquivo da Anatel')).toBeVisible()
  await expectFits(page)
})

test('a municipality is chosen among those it may be, and what stays out of the file is listed @phone', async ({
  page,
  house,
}, { project }) => {
  const base = project.name === 'phone' ? 260 : 220
  const csv = [
    'Clientes de novembro',
    'Razão social;CNPJ;Telefone;Inscrição estadual;Município;UF;Nota',
    `Oferta Um Net;${cnpj(base)};muitos;;Embu;SP;x`,
    `Oferta Dois Net;${cnpj(base + 1)};(12) 3622-1234;100482300112;Rio Branco;AC;`,
    ';;;;;;',
  ].join('\r\n')
  await beginSession(page, house)
  await page.goto(`${house.url}/imports/create`)
  await page
    .getByLabel('Arquivo a importar')
    .setInputFiles({ name: `ofertas-${project.name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const judge = page.getByRole('button', { name: 'Conferir as linhas' })
  const left = page.getByRole('region', { name: 'O que do arquivo não vira registro' })
  await expect(judge.or(left)).toBeVisible()
  if (await judge.isVisible()) await judge.click()
  await expect(left.getByText('Acima do cabeçalho “Clientes de novembro”')).toBeVisible()
  await expect(left.getByText('Linhas em branco')).toBeVisible()
  await expect(left.getByText('Coluna “Nota”')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Inscrição estadual: valor mudado/ })).toBeVisible()
  await page.getByRole('button', { name: /^Município: não existe no cadastro/ }).click()
  const offers = page.getByRole('group', { name: 'O que Embu pode ser' })
  await expect(offers).toBeVisible()
  await expectGood(page)
  await picture(page, `importar-ofertas-${project.name}`)
  await offers.getByRole('button', { name: 'Embu das Artes/SP' }).click()
  await expect(page.getByText('Nada a resolver')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Gravar 2 novos' })).toBeVisible()
})
