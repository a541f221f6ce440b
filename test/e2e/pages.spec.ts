import type { Page } from '@playwright/test'
import { expect, expectGood, signIn, test, type House } from './house.ts'

test.use({ env: { OUTORGA_DEMO: '1', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } })

const enter = (page: Page, house: House, email: string) => signIn(page, house, { email, password: 'demonstracao-2026' })
const answer = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

test('a page is drafted, seen as it will be, compared, published, and read by a client', async ({ page, house }, {
  project,
}) => {
  const name = `Feriados de fim de ano ${project.name}`
  const picture = (what: string) => page.screenshot({ path: `test-results/images/${what}-${project.name}.png` })
  await enter(page, house, 'ana@outorga.example')
  await page.goto(`${house.url}/pages/create`)
  await page.getByLabel('Nome', { exact: true }).fill(name)
  await page.getByLabel('Para quem').first().click()
  await page.getByRole('option', { name: 'Todos' }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('button', { name: 'Começar a escrever' }).click()
  const text = page.getByRole('textbox', { name: 'Texto' })
  await text.fill('Não haverá plantão no dia 25.')
  await page.getByLabel('O que mudou').fill('Primeira versão')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Alterações por salvar')).toHaveCount(0)
  await page.getByText('Pré-visualizar').click()
  await expect(page.getByRole('region', { name: 'Como será lida' })).toContainText('Não haverá plantão')
  await expectGood(page)
  await page.getByRole('button', { name: 'Publicar…' }).click()
  await answer(page, 'Publicar')
  await expect(page).toHaveURL(/\/paginas\//)
  await expect(page.getByRole('article')).toContainText('Não haverá plantão no dia 25.')

  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByRole('button', { name: 'Escrever um rascunho' }).click()
  await text.fill('Haverá plantão no dia 25.')
  await page.getByText('Comparar', { exact: true }).click()
  const difference = page.getByRole('region', { name: 'O que muda do que está publicado' })
  await expect(difference.getByRole('insertion')).toContainText('Haverá')
  await expect(difference.getByRole('deletion')).toContainText('Não haverá')
  await expectGood(page)
  await picture('pagina-comparada')
  // What is written is kept before it is published.
  await page.getByRole('button', { name: 'Publicar…' }).click()
  await answer(page, 'Publicar')
  await expect(page.getByRole('article')).toContainText('Haverá plantão no dia 25.')
  const address = page.url()
  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByRole('tab', { name: /Versões/ }).click()
  await expect(page.getByText('Versão 2').first()).toBeVisible()
  await expectGood(page)

  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  await enter(page, house, 'helena@valeaguasfibra.example')
  await page.goto(address)
  await expect(page.getByRole('article')).toContainText('Haverá plantão no dia 25.')
  await expect(page.getByRole('link', { name: 'Editar' })).toHaveCount(0)
  await page.goto(`${house.url}/pages`)
  await expect(page).toHaveURL(/\/paginas$/)
  await page.getByText('Páginas: todas e busca').or(page.getByRole('searchbox')).first().click()
  const tree = page.getByRole('navigation', { name: 'Páginas', exact: true })
  await expect(tree.getByRole('link', { name: 'Erros mais comuns na planilha' })).toBeVisible()
  await expect(tree.getByText('Conferir antes de enviar à Anatel')).toHaveCount(0)
  await expectGood(page)
  await picture('paginas')
  await page.getByRole('searchbox').fill('certificado digital')
  await page.getByRole('link', { name: /Documentos para um novo cliente/ }).click()
  await expect(page.getByRole('article')).toContainText('contrato social')
})

test('each screen has its help one key away, and the news are read once', async ({ page, house }, { project }) => {
  await enter(page, house, 'bruno@outorga.example')
  const button = page.getByRole('button', { name: /^Ajuda desta tela/ })
  await expect(page.getByRole('button', { name: 'Ajuda desta tela; há novidades' })).toBeVisible()
  const screens = [
    ['/', 'Tarefas e meu dia'],
    ['/clients', 'Clientes, documentos e fistéis'],
    ['/collects', 'A coleta do mês'],
    ['/collects/quadro', 'O mês de todos'],
    ['/obrigacoes', 'Prazos e obrigações'],
    ['/regularidade', 'Regularidade'],
    ['/tickets', 'Chamados, contas e estações'],
    ['/imports', 'Importar planilhas'],
    ['/exports', 'Exportar listas'],
    ['/paginas', 'Páginas e links'],
    ['/plans', 'Listas e formulários'],
  ] as const
  for (const [path, title] of screens) {
    await page.goto(house.url + path)
    await button.click()
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
  await expect(page.getByText('Novo', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ajuda desta tela', exact: true })).toBeVisible()
  await expectGood(page)
  await page.goto(`${house.url}/ajuda`)
  await expect(page.getByRole('link', { name: 'O mês de todos' }).first()).toBeAttached()
  await expectGood(page)
  await page.screenshot({ path: `test-results/images/ajuda-${project.name}.png` })
})

test('a link is found, opened where it says, and its category has a face', async ({ page, house }, { project }) => {
  await enter(page, house, 'ana@outorga.example')
  await page.goto(`${house.url}/links-importantes`)
  await expect(page.getByText(/^Não responde desde/)).toBeVisible()
  await expectGood(page)
  await page.screenshot({ path: `test-results/images/links-${project.name}.png` })
  await page.getByRole('searchbox').fill('municipios ibge')
  const link = page.getByRole('link', { name: /Municípios do IBGE/ })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('link', { name: /^SEI/ })).toHaveCount(0)
  await page.getByRole('searchbox').fill('sei anatel')
  await expect(page.getByRole('link', { name: /^SEI Anatel/ })).not.toHaveAttribute('target')
  await page.getByRole('link', { name: 'Editar a lista' }).click()
  await expect(page.getByRole('heading', { name: 'Todos os links importantes' })).toBeVisible()
  await page.goto(`${house.url}/links-importantes-categorias`)
  await page.getByRole('link', { name: 'Anatel', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'anatel.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await expect(page.getByRole('img', { name: 'Imagem da categoria' })).toBeVisible()
  await expectGood(page)
  await page.goto(`${house.url}/links-importantes`)
  await expect(page.locator('h2 img')).toBeVisible()
})
