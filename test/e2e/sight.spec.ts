import type { Locator, Page } from '@playwright/test'
import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { expect, expectFits, expectGood, type House, signIn, test } from './house.ts'

/** What moved without being asked to, from the first paint on: the sum the browser keeps of it. */
async function shiftOf(page: Page, address: string, there: string) {
  await page.goto(address)
  await expect(page.getByText(there).filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await expectFits(page)
  return Number(await page.evaluate('window.shifted'))
}
const watchShifts = (page: Page) =>
  page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
/** Of each, whole pixels: its sides, or how much of its text is cut below. */
const measured = (all: Locator, what: 'width' | 'height' | 'cut'): Promise<readonly number[]> =>
  all.evaluateAll(
    (each, side) =>
      each.map(one => {
        const box: object = Object(Reflect.apply(Reflect.get(one, 'getBoundingClientRect'), one, []))
        const cut = Reflect.get(one, 'scrollHeight') - Reflect.get(one, 'clientHeight')
        return Math.round(side === 'cut' ? cut : Reflect.get(box, side))
      }),
    what,
  )
/** Answers come late, and in another order than they were wished for. */
function slow(page: Page) {
  let wished = 0
  return page.route('**/api/v1/**', async route => {
    await new Promise(wait => setTimeout(wait, [400, 100, 300, 200][wished++ % 4]))
    await route.continue().catch(() => undefined)
  })
}
const demonstration = { OUTORGA_DEMO: '1' }
const demo = { password: 'demonstracao-2026' }
const enter = (page: Page, house: House, email: string) => signIn(page, house, { email, ...demo })

test.describe('on the demonstration', () => {
  test.use({ env: demonstration })

  test(
    'nothing moves under the eyes of who opens a first page, a list or the board',
    { tag: '@phone' },
    async ({ page, house }, { project }) => {
      test.setTimeout(240_000)
      await enter(page, house, 'ana@outorga.example')
      await watchShifts(page)
      await slow(page)
      const widths = project.name === 'phone' ? [390] : [1440, 1280]
      for (const width of widths) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
        const places = [
          ['/', 'Informativos'],
          ['/clients', '1–25 de'],
          ['/collects/quadro', 'Atrasada'],
          ['/bills-to-receive', 'A receber'],
        ] as const
        for (const [path, there] of places) {
          const shift = await shiftOf(page, `${house.url}${path}`, there)
          expect.soft(shift, `${path} at ${width}`).toBeLessThan(0.05)
        }
      }
    },
  )

  test(
    'a client’s first page neither moves nor calls late what the house owes',
    { tag: '@phone' },
    async ({ page, house }) => {
      await enter(page, house, 'helena@valeaguasfibra.example')
      await watchShifts(page)
      await slow(page)
      expect(await shiftOf(page, `${house.url}/`, 'Informativos')).toBeLessThan(0.05)
      const theirs = page.locator('section').filter({ hasText: 'Com a consultoria' }).first()
      await expect(theirs).toContainText('A consultoria envia')
      await expect(theirs).not.toContainText(/atrasad/i)
      await expect(page.getByRole('link', { name: 'Pedir ajuda' })).toBeVisible()
      // One client, one fistel: neither is told on every line.
      await expect(page.getByText('Vale das Águas')).toHaveCount(0)
      await expectFits(page)
    },
  )
})

test.describe('at the very first start, with the database the product brings along', () => {
  test.use({ env: { DATABASE_URL: '', APP_NAME: 'Casa nova' } })

  test('the first page leads from the company to the first month, and lists say what to do', async ({
    page,
    house,
  }) => {
    await signIn(page, house)
    const steps = page.getByRole('list').filter({ hasText: 'Cadastre a sua empresa' })
    await expect(steps.getByRole('link', { name: 'Nova empresa' })).toBeVisible()
    await expect(steps.getByRole('link', { name: 'Importar planilha' }).first()).toBeVisible()
    await expect(page.getByText('Nenhum prazo ainda')).toBeVisible()
    await expect(page.getByText('clientes ativos')).toHaveCount(0)
    await expectGood(page)

    await page.goto(`${house.url}/clients`)
    await expect(page.getByRole('link', { name: 'Importar planilha' }).first()).toBeVisible()
    await page.goto(`${house.url}/exports`)
    await expect(page.getByText('Em qualquer lista')).toBeVisible()
    await page.goto(`${house.url}/collects/quadro`)
    await expect(page.getByRole('link', { name: 'Novo fistel' })).toBeVisible()

    await house.api('POST', 'empresas', {
      nome_fantasia: 'Nova',
      razao_social: 'Nova Ltda',
      cnpj: cnpjFrom('318402760001'),
    })
    await page.goto(house.url)
    await expect(steps.getByRole('link', { name: 'Nova empresa' })).toHaveCount(0)
    await expect(steps.getByText('(feito)')).toHaveCount(1)

    const client = await house.api('POST', 'clients', { name: 'Primeira Ltda', document: cnpjFrom('118402760001') })
    const fistel = await house.api('POST', 'fistels', {
      client_id: client.id,
      fistel: '50477700284',
      service_type_id: 1,
    })
    await house.api('POST', 'collects', { client_id: client.id, fistel_id: fistel.id, year: 2026, month: 1 })
    await page.goto(house.url)
    await expect(page.getByRole('region', { name: 'Meu dia' })).toBeVisible()
    await expect(page.getByText('Primeiros passos')).toHaveCount(0)
  })
})

test(
  'names that begin alike are told apart, and three columns keep their width',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const region = project.name === 'phone' ? 'Serrana' : 'Litoral'
    const alike = `Associação dos Provedores de Internet da Região ${region}`
    const ends = Array.from({ length: 25 }, (_, i) => `${alike} ${String.fromCharCode(65 + i)} Ltda`)
    for (const [i, name] of ends.entries())
      await house.api('POST', 'clients', {
        name,
        document: cnpjFrom(`${region === 'Serrana' ? 2184 : 2185}${String(1_000 + i)}0001`),
      })
    await signIn(page, house)
    for (const width of project.name === 'phone' ? [390] : [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${house.url}/clients?search=${region}`)
      const links = page.getByRole('link', { name: alike })
      await expect(links).toHaveCount(25)
      const cut = await measured(links, 'cut')
      expect(Math.max(...cut)).toBeLessThanOrEqual(1)
      expect(new Set(await links.allInnerTexts()).size).toBe(25)
      if (project.name === 'phone') return
      const columns = await measured(page.getByRole('columnheader'), 'width')
      expect([columns[0], columns[1], columns.at(-1)]).toEqual([30, 50, 100])
      const buttons = page.getByRole('row').nth(1).getByRole('button')
      expect(Math.min(...(await measured(buttons, 'height')))).toBeGreaterThanOrEqual(24)
    }
    await expectFits(page)
  },
)
