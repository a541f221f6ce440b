import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { beginSession, expect, expectFits, expectGood, picture, signIn, test } from './house.ts'

test(
  'a page is drafted, seen as it will be, compared, published, and read by a client',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const name = `Plantões ${project.name}`
    const shot = (what: string) => picture(page, `${what}-${project.name}`)
    const answer = (words: string) => page.getByRole('alertdialog').getByRole('button', { name: words }).click()
    await house.api('POST', 'pages', { name: `Só da equipe ${project.name}`, audience: 'equipe' })
    const reader = { email: `leitora.${project.name}@outorga.test`, password: 'nove pipas no quintal' }
    const profile_id = await house.idOf('profiles', 'Cliente')
    const document = cnpjFrom(project.name === 'phone' ? '725139660001' : '725139650001')
    const client = await house.api('POST', 'clients', { name: `Cliente da leitora ${project.name}`, document })
    const clientUser = [{ client_id: client.id }]
    await house.api('POST', 'users', { name: 'Leitora', ...reader, profile_id, clientUser })

    await beginSession(page, house)
    await page.goto(`${house.url}/pages/create`)
    await page.getByLabel('Nome', { exact: true }).fill(name)
    await page.getByLabel('Para quem').first().click()
    await page.getByRole('option', { name: 'Todos' }).click()
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByRole('button', { name: 'Começar a escrever' }).click()
    const text = page.getByRole('textbox', { name: 'Texto' })
    await text.fill('O plantão vai até o dia 10.')
    await page.getByLabel('O que mudou').fill('Primeira versão')
    await page.getByText('Pré-visualizar').click()
    await expect(page.getByRole('region', { name: 'Como será lida' })).toContainText('O plantão vai até o dia 10.')
    // What is written is kept before it is published.
    await page.getByRole('button', { name: 'Publicar…' }).click()
    await answer('Publicar')
    await expect(page).toHaveURL(/\/paginas\//)
    await expect(page.getByRole('article')).toContainText('O plantão vai até o dia 10.')

    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByRole('button', { name: 'Escrever um rascunho' }).click()
    await text.fill('O plantão vai até o dia 12.')
    await page.getByText('Comparar', { exact: true }).click()
    const difference = page.getByRole('region', { name: 'O que muda do que está publicado' })
    await expect(difference.getByRole('insertion')).toContainText('12')
    await expect(difference.getByRole('deletion')).toContainText('10')
    await expectGood(page)
    await shot('pagina-comparada')
    await page.getByRole('button', { name: 'Publicar…' }).click()
    await answer('Publicar')
    await expect(page.getByRole('article')).toContainText('O plantão vai até o dia 12.')
    const address = page.url()
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByRole('tab', { name: /Versões/ }).click()
    await expect(page.getByText('Primeira versão')).toBeVisible()
    await expectFits(page)

    // The page of the session before must not act on what the next one stores.
    await page.goto('about:blank')
    await beginSession(page, house, reader)
    await page.goto(address)
    await expect(page.getByRole('article')).toContainText('O plantão vai até o dia 12.')
    await expect(page.getByRole('link', { name: 'Editar' })).toHaveCount(0)
    await page.goto(`${house.url}/pages`)
    await expect(page).toHaveURL(/\/paginas$/)
    if (project.name === 'phone') await page.getByText('Páginas: índice e busca').click()
    const tree = page.getByRole('navigation', { name: 'Páginas', exact: true })
    await expect(tree.getByRole('link', { name })).toBeVisible()
    await expect(tree.getByText(/Só da equipe/)).toHaveCount(0)
    await page.getByRole('searchbox').fill('plantao 12')
    await expect(page.getByText(/^\d+ encontradas?$/)).toBeVisible()
    await expectGood(page)
    await shot('paginas')
  },
)

test('each screen has its help one key away, and links are opened where they say', async ({ page, house }, {
  project,
}) => {
  const category = await house.api('POST', 'links-importantes-categorias', { nome: `Anatel ${project.name}` })
  const link = (nome: string, more: object) =>
    house.api('POST', 'links-importantes', { nome, url: `${house.url}/ajuda`, category_id: category.id, ...more })
  await link(`Nova aba ${project.name}`, { abrir_em_nova_aba: true })
  await link(`Mesma aba ${project.name}`, { abrir_em_nova_aba: false, descricao: 'Petições' })
  await signIn(page, house)
  const screens = [
    ['/', 'Tarefas e meu dia'],
    ['/clients', 'Clientes, documentos e fistéis'],
    ['/collects', 'A coleta do mês'],
    ['/collects/quadro', 'O mês de todos'],
    ['/obrigacoes', 'Prazos e obrigações'],
    ['/regularidade', 'Regularidade'],
    ['/tickets', 'Chamados e estações'],
    ['/imports', 'Importar planilhas'],
    ['/exports', 'Exportar listas'],
    ['/plans', 'Listas e formulários'],
  ] as const
  for (const [path, title] of screens) {
    await page.goto(house.url + path)
    await page.getByRole('button', { name: /^Ajuda desta tela/ }).click()
    await expect(page.getByRole('dialog', { name: title }).getByRole('link', { name: 'Toda a ajuda' })).toBeVisible()
  }
  await expectGood(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Novidades/ })
    .click()
  await expect(page.getByRole('region', { name: 'Financeiro, chamados, páginas e ajuda' })).toBeVisible()
  await expectFits(page)

  await page.goto(`${house.url}/links-importantes`)
  await page.getByRole('searchbox').fill(`peticoes ${project.name}`)
  await expect(page.getByRole('link', { name: /^Nova aba/ })).toHaveCount(0)
  await page.getByRole('link', { name: /^Mesma aba/ }).click()
  await expect(page).toHaveURL(/\/ajuda$/)
  await expectFits(page)
  await picture(page, `ajuda-${project.name}`)

  await page.goto(`${house.url}/links-importantes-categorias/${category.uuid}`)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const image = { name: 'anatel.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await page.locator('input[type=file]').setInputFiles(image)
  await expect(page.getByRole('img', { name: 'Imagem da categoria' })).toBeVisible()
  await page.goto(`${house.url}/links-importantes`)
  const shelf = page.getByRole('region', { name: `Anatel ${project.name}` })
  await expect(shelf.locator('img')).toBeVisible()
  // What this one opened comes first.
  await expect(shelf.getByRole('link').first()).toContainText('Mesma aba')
  await expect(shelf.getByRole('link', { name: /abre em outra aba/ })).toHaveAttribute('target', '_blank')
  await expectFits(page)
})
