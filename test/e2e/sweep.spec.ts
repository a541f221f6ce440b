import type { Locator, Page } from '@playwright/test'
import { menu } from '#features/menu.ts'
import { beginSession, expect, expectFits, findings, inScheme, test, type House } from './house.ts'

// Every screen of the menu on the data of the demonstration, with what the first row of each leads to. All of them fit and are
// accessible at the width of a laptop, in light colours. All fit a phone, where the sections and their first rows are examined too,
// in dark colours: their tabs and forms are made of the same parts. Journeys look only at what needs their story.
// LOOKS=full examines each section, its first row and its form in every width and colours there are, forced ones too; otherwise
// one section of three is, in one of them each.

test.use({ env: { OUTORGA_DEMO: '1' } })
test.beforeEach(async ({ page }, { project }) => {
  if (project.name === 'phone') await page.emulateMedia({ colorScheme: 'dark' })
  else await page.setViewportSize({ width: 1280, height: 800 })
})

const demonstration = 'demonstracao-2026'
/** The state the page is in; what is found does not end the walk. */
async function examine(page: Page, what: string, forced = false) {
  await expectFits(page)
  expect.soft(await findings(page, forced), what).toEqual([])
}

interface Look {
  readonly width: number
  readonly scheme: 'light' | 'dark'
  readonly forced?: true
}
const heights: Readonly<Record<number, number>> = { 390: 844, 1280: 800, 1440: 900 }
const looksAt = (width: number): readonly Look[] => [
  { width, scheme: 'light' },
  { width, scheme: 'dark' },
  { width, scheme: 'light', forced: true },
  { width, scheme: 'dark', forced: true },
]
/** What a project examines besides its own look. */
const otherLooks = (phone: boolean): readonly Look[] =>
  (phone ? looksAt(390) : [...looksAt(1280), ...looksAt(1440)]).filter(
    ({ width, scheme, forced }) => forced || !(phone ? scheme === 'dark' : width === 1280 && scheme === 'light'),
  )
/** 1280 × 800 at 200 %. */
const zoomed = { width: 640, height: 400 }

const isFull = process.env.LOOKS === 'full'
const everyPath = menu.flatMap(({ items }) => items.map(({ path }) => path))

/** In the other looks of its project: in all of them, or in the one whose turn it is. */
async function examineOtherwise(page: Page, what: string, section: string) {
  const phone = test.info().project.name === 'phone'
  const all = otherLooks(phone)
  const turn = everyPath.indexOf(section)
  const looks = isFull ? all : turn % 3 === 0 ? all.slice((turn / 3) % all.length).slice(0, 1) : []
  const before = page.viewportSize()
  for (const { width, scheme, forced } of looks) {
    await page.setViewportSize({ width, height: heights[width] ?? 800 })
    await page.emulateMedia({ forcedColors: forced ? 'active' : 'none' })
    await inScheme(page, scheme)
    await examine(page, `${what}, ${width} px, ${forced ? 'forced ' : ''}${scheme}`, forced)
  }
  if (!phone) {
    await page.setViewportSize(zoomed)
    await expectFits(page)
  }
  await page.emulateMedia({ forcedColors: 'none' })
  await inScheme(page, phone ? 'dark' : 'light')
  if (before) await page.setViewportSize(before)
}

/** Rows of a list: of its table, and of the cards that a phone has in its place. */
const rowsOfLists = 'main :is([data-look="scrolling"] tbody tr, [data-rows] > li)'
/** Nobody scrolls to see whether a list has what they look for: its first row is whole in the window. */
async function expectFirstRowInSight(page: Page, section: string) {
  const row = page.locator(rowsOfLists).first()
  const height = page.viewportSize()?.height ?? 0
  if (!(await row.count())) return
  const box = await row.boundingBox()
  expect
    .soft(Math.round((box?.y ?? 0) + (box?.height ?? 0)), `${section}: where its first row ends`)
    .toBeLessThanOrEqual(height)
}

/** Of the parts that are examined at a laptop's width, a phone need only have room for them. */
const examineAtDesk = (page: Page, what: string) =>
  test.info().project.name === 'desktop' ? examine(page, what) : expectFits(page)

/** Goes there as a link of the product does, without loading the page again, and waits until its heading and its rows came. */
async function goTo(page: Page, path: string) {
  await page.evaluate(`new Promise((done, fail) => {
    const heading = () => document.querySelector('main h1')
    const [left, words, until] = [heading(), heading()?.textContent, performance.now() + 30_000]
    history.pushState({}, '', ${JSON.stringify(path)})
    const look = () => {
      const there = heading()
      if (there && (there !== left || there.textContent !== words) && !document.querySelector('[data-waiting]')) done()
      else if (performance.now() < until) requestAnimationFrame(look)
      else fail(new Error('no other heading at ' + ${JSON.stringify(path)}))
    }
    look()
  })`)
}

const pathsOf = (links: Locator): Promise<readonly string[]> =>
  links.evaluateAll(all => all.map(each => String(Reflect.get(each, 'pathname')) + String(Reflect.get(each, 'search'))))

/** What the list of a section leads to: its first row, and the form of a new one. */
async function ledTo(page: Page, section: string) {
  const inside = await pathsOf(page.locator(`main a[href^="${section}/"]`))
  return {
    form: inside.find(path => path.endsWith('/create')),
    row: inside.find(path => /[0-9a-f-]{36}/.test(path)),
  }
}

/** A section, each tab of its first row, and the form of a new one. */
async function walk(page: Page, section: string) {
  if (new URL(page.url()).pathname !== section) await goTo(page, section)
  await examine(page, section)
  await expectFirstRowInSight(page, section)
  await examineOtherwise(page, section, section)
  const { row, form } = await ledTo(page, section)
  if (row) {
    await walkTabs(page, row)
    if (isFull) await examineOtherwise(page, row, section)
  }
  if (form) {
    await goTo(page, form)
    await examineAtDesk(page, form)
    if (isFull) await examineOtherwise(page, form, section)
  }
}

async function walkTabs(page: Page, row: string) {
  await goTo(page, row)
  await examine(page, row)
  const tabs = await page.locator('main').getByRole('tab').all()
  for (const tab of tabs.slice(1)) {
    await tab.click()
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
    await examineAtDesk(page, `${row}, ${await tab.innerText()}`)
  }
  // On a phone many areas are a list to choose from.
  const areas = page.getByRole('combobox', { name: 'Seção', exact: true })
  if (!(await areas.count())) return
  // Their texts change while counts come: an area is chosen by its value.
  const values = await areas
    .locator('option')
    .evaluateAll(all => all.map(option => String(Reflect.get(option, 'value'))))
  for (const area of values.slice(1)) {
    await areas.selectOption({ value: area })
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
    await examine(page, `${row}, ${area}`)
  }
}

async function enter(page: Page, house: House, email: string) {
  await beginSession(page, house, { email, password: demonstration })
  await page.goto(house.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const shared = (items: readonly { readonly path: string; readonly label: string }[], together: number) =>
  Array.from({ length: Math.ceil(items.length / together) }, (_, i) => items.slice(i * together, (i + 1) * together))
const sections = menu.filter(({ title }) => title !== 'Configurações')
const settings = menu.flatMap(({ title, items }) => (title === 'Configurações' ? items : []))
/** From here on they are lists of the same two screens, each with fields of its own. */
const ownScreens = settings.findIndex(({ path }) => path === '/pages') + 1

for (const some of [...sections.flatMap(({ items }) => shared(items, 4)), ...shared(settings.slice(0, ownScreens), 4)])
  test(`screens, from ${some[0]?.label} on`, { tag: '@phone' }, async ({ page, house }) => {
    await enter(page, house, 'ana@outorga.example')
    for (const { path } of some) await walk(page, path)
  })

for (const some of shared(settings.slice(ownScreens), 12))
  test(`lists to choose from, from ${some[0]?.label} on`, { tag: '@phone' }, async ({ page, house }, { project }) => {
    await enter(page, house, 'ana@outorga.example')
    for (const { path } of some) {
      await goTo(page, path)
      await expectFirstRowInSight(page, path)
      // The lists and forms of other sections are the same at a desk.
      if (project.name !== 'phone' && !isFull) continue
      await examine(page, path)
      if (isFull) await examineOtherwise(page, path, path)
      const { row } = await ledTo(page, path)
      if (!row) continue
      await goTo(page, row)
      await expectFits(page)
    }
  })

test('screens that are reached from others alone', { tag: '@phone' }, async ({ page, house }) => {
  await enter(page, house, 'ana@outorga.example')
  await goTo(page, '/clients')
  const { row: client } = await ledTo(page, '/clients')
  for (const path of [
    '/bills-to-receive/faturar',
    `${client}/taxas-de-estacoes`,
    '/collects/create/old_create',
    '/collects/quadro?vista=meses',
    '/imports/create',
    '/imports/anatel',
    '/links-importantes/lista',
    '/notices',
    '/service-invoices/emitir',
    '/stations/kml',
    '/stations/duplicate',
    '/ajuda',
    '/nada',
  ]) {
    await goTo(page, path)
    await examine(page, path)
  }
  await goTo(page, '/ajuda')
  const [guide] = await pathsOf(page.locator('main a[href^="/ajuda/"]'))
  await goTo(page, guide ?? '')
  await examine(page, 'a guide')
})

test('panels of the frame and of a list', { tag: '@phone' }, async ({ page, house }, { project }) => {
  await enter(page, house, 'ana@outorga.example')
  await goTo(page, '/clients')
  const open = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().click()
    await examine(page, String(name))
    await page.keyboard.press('Escape')
  }
  for (const name of [/^Ajuda desta tela/, /^Notificações/, 'Aparência', /^Conta de/, 'Visões', 'Baixar'])
    await open(name)
  if (project.name === 'phone') await open('Menu')
  else {
    await goTo(page, '/plans')
    await open('Colunas e altura das linhas')
  }
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Meu perfil' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meu perfil' })).toBeVisible()
  await examine(page, 'own profile')
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Segurança' }).click()
  await expect(page.getByText('Este aparelho')).toBeVisible()
  await examine(page, 'own security')
})

test('screens of people of a client', { tag: '@phone' }, async ({ page, house }) => {
  await enter(page, house, 'helena@valeaguasfibra.example')
  for (const path of ['/', '/clients', '/collects', '/tickets', '/order-services', '/bills-to-receive', '/paginas'])
    await walk(page, path)
})

test('pages before signing in', { tag: '@phone' }, async ({ page, house }) => {
  await page.goto(`${house.url}/account/login`)
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  await examine(page, 'login')
  await page.getByText('Escolher com quem entrar').click()
  await examine(page, 'accounts of the demonstration')
  await page.getByRole('link', { name: /Esqueci/ }).click()
  await expect(page.getByRole('button', { name: 'Pedir link' })).toBeVisible()
  await examine(page, 'recovery')
})
