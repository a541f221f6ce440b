// From the home page to what one looks for, by the menu and by Ctrl+K: presses of the mouse, keys, and seconds, on the demonstration. A
// press counts 1.1 s of pointing and 0.2 s of pressing, a key 0.2 s (the keystroke-level model of Card, Moran and Newell); the rest is
// what the browser and the server take. Beside it, how long a press or a key waits for the next paint, and what moves by itself, on
// four screens.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import * as z from 'zod'
import { cnpj } from '../test/support/drafts.ts'
import { browser as installed } from '../test/e2e/browser.ts'
import { tokenOf } from '../test/e2e/session.ts'
import { showMonth } from '#kernel/show.ts'
import { asStarted, endServer, serve } from './serve.ts'
import { settingsOf } from './world.ts'

const port = 4_881
const url = `http://127.0.0.1:${port}`
const person = { email: 'ana@outorga.example', password: 'demonstracao-2026' }
const [pointing, pressing] = [1.1, 0.2]
/** Of those of one name, all of which get a value at once. */
const stations = 1_502
/** Milliseconds from a press or a key to the next paint, and the sum of shifts of the layout, at most. */
const most = { paint: 100, shift: 0.05 }

type Pressed = 'link' | 'button' | 'option' | 'tab' | 'menuitem' | 'checkbox' | 'combobox'

/** Counts what a person does. */
class Hand {
  presses = 0
  keys = 0
  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async press(name: string | RegExp, role: Pressed = 'link') {
    this.presses++
    await this.page.getByRole(role, { name }).filter({ visible: true }).first().click()
  }
  /** Looks for a row of a list by its search, and opens it. */
  async openRow(typed: string, text: string) {
    await this.page.getByRole('searchbox').waitFor()
    await this.key('/')
    await this.type(typed)
    this.presses++
    await this.page.getByRole('row').filter({ hasText: text }).getByRole('link').first().click()
  }
  /** Opens the palette. Playwright enters what no key of its keyboard has, such as 'ç', into the field that has the focus, and sends no key. */
  async openPalette() {
    await this.key('Control+k')
    await this.page.locator('[role=combobox][aria-label^="Procurar em"]:focus').waitFor()
  }
  async type(text: string) {
    this.keys += text.length
    await this.page.keyboard.type(text)
  }
  async key(name: string) {
    this.keys++
    await this.page.keyboard.press(name)
  }
  get seconds() {
    return this.presses * (pointing + pressing) + this.keys * pressing
  }
}

/** What a person did since `begun`, and how long it took. */
function handInWords({ presses, keys, seconds }: Hand, begun: number): string {
  const machine = (performance.now() - begun) / 1_000
  return `${presses} presses, ${keys} keys, ${(seconds + machine).toFixed(1)} s, of which ${machine.toFixed(1)} of the machine`
}

interface Way {
  readonly name: string
  /** What the address ends as. */
  readonly to: RegExp
  readonly byMenu: (hand: Hand) => Promise<void>
  /** What is typed after Ctrl+K, before Enter. */
  readonly typed: string
}

const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
const server = await serve(asStarted, { ...settingsOf(folder), OUTORGA_DEMO: '1', PORT: String(port) }, port, '/readyz')
const chrome = await chromium.launch(await installed())
try {
  const page = await (await chrome.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })).newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(`${url}/account/login`)
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.locator('button[type=submit]').click()
  // The sign-in page has a heading too.
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/account'))
  await page.locator('main h1').waitFor()
  // A session of its own: the page's counts with the key of its browser alone.
  const authorization = `Bearer ${(await tokenOf(url, person)).access_token}`
  const rows = z.object({ data: z.array(z.looseObject({ id: z.number(), name: z.string().nullish() })) })
  const list = async (path: string) => {
    const answer = await fetch(`${url}/api/v1/${path}`, { headers: { authorization } })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return rows.parse(await answer.json()).data
  }
  const first = async (path: string) => {
    const [row] = await list(path)
    if (!row) throw new Error(`${path} is empty`)
    return row
  }
  const client = await first('clients?per_page=1&search=vale')
  const name = String(client.name)
  const fistel = String((await first('fistels?per_page=1&sort=-id')).fistel)
  const station = String(
    (await first('stations?per_page=1&sort=-id&filter[station_number][empty]=false')).station_number,
  )
  const ticket = await first('tickets?per_page=1&sort=-id')
  const document = await first('documents?per_page=1&sort=-id')
  const coleta = await first('collects?per_page=1&sort=-year,-month&search=vale')
  const [year, monthNumber] = [Number(coleta.year), Number(coleta.month)]
  const fromList = (menu: string | RegExp, typed: string, text: string) => async (hand: Hand) => {
    await hand.press(menu)
    await hand.openRow(typed, text)
  }
  const ways: readonly Way[] = [
    { name: 'a client', to: /\/clients\/[^/]+$/, byMenu: fromList('Clientes', 'vale', name), typed: 'vale' },
    { name: 'a fistel', to: /\/fistels\/[^/]+$/, byMenu: fromList('Fistéis', fistel, fistel.slice(-4)), typed: fistel },
    { name: 'a station', to: /\/stations\/[^/]+$/, byMenu: fromList('Estações', station, station), typed: station },
    {
      name: 'a ticket',
      to: /\/tickets\/[^/]+$/,
      byMenu: fromList('Chamados', `#${ticket.id}`, String(ticket.name)),
      typed: `#${ticket.id}`,
    },
    {
      name: 'a document',
      to: /\/documents\/[^/]+$|tab=documents/,
      byMenu: fromList('Documentos', String(document.name), String(document.name)),
      typed: String(document.name),
    },
    {
      name: 'a coleta of a month',
      to: /\/collects\/[^/]+$/,
      byMenu: fromList(/^Coletas$/, 'vale', showMonth(year, monthNumber)),
      typed: `${showMonth(year, monthNumber)} vale`,
    },
    {
      name: 'a screen (regularity)',
      to: /\/regular/,
      byMenu: hand => hand.press('Regularidade'),
      typed: 'regul',
    },
    {
      name: 'a ticket for a client',
      to: /\/tickets\/create/,
      byMenu: async hand => {
        await fromList('Clientes', 'vale', name)(hand)
        await hand.press(/^Chamados/, 'tab')
        await hand.press(/Novo|Criar/)
      },
      typed: 'novo chamado para vale',
    },
  ]
  for (const { name: what, to, byMenu, typed } of ways) {
    const measure = async (walk: (hand: Hand) => Promise<void>) => {
      await page.goto(url)
      await page.locator('main h1').waitFor()
      const hand = new Hand(page)
      const begun = performance.now()
      await walk(hand)
      await page.waitForURL(to)
      await page.locator('main h1').waitFor()
      return handInWords(hand, begun)
    }
    const menu = await measure(byMenu).catch((error: unknown) => `not found (${String(error).split('\n')[0]})`)
    const palette = await measure(async hand => {
      await hand.openPalette()
      await hand.type(typed)
      await page.getByRole('option', { selected: true }).waitFor()
      await hand.key('Enter')
    }).catch((error: unknown) => `not found (${String(error).split('\n')[0]})`)
    console.log(`${what}: by the menu ${menu}; by Ctrl+K ${palette}`)
  }

  // A list as it is narrowed becomes an entry of the menu, with its count.
  await page.goto(`${url}/clients?search=vale`)
  await page.locator('main h1').waitFor()
  const pinning = new Hand(page)
  const begun = performance.now()
  await pinning.press('Visões', 'button')
  pinning.presses++
  await page.getByLabel('Guardar o que está na tela como').click()
  await pinning.type('Do vale')
  await pinning.press('Guardar visão', 'button')
  await pinning.press('Do vale', 'button')
  await pinning.press('Fixar a visão Do vale no menu', 'button')
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: /^Do vale/ })
    .waitFor()
  console.log(`a view pinned: ${handInWords(pinning, begun)}`)

  // Acts on many: both are seen before they are confirmed, and have a way back.
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }
  for (let n = 1; n <= stations; n++) await post('stations', { name: `Torre da medida ${n}`, client_id: client.id })
  for (const [n, name] of ['Medida Alfa Ltda', 'Medida Beta ME'].entries())
    await post('clients', { name, document: cnpj(9_000 + n) })
  const acts: readonly (readonly [name: string, work: (hand: Hand) => Promise<void>])[] = [
    [
      `abertura given to ${stations} stations`,
      async hand => {
        await hand.press('Estações')
        await page.getByRole('searchbox').waitFor()
        await hand.key('/')
        await hand.type('torre da medida')
        await page.getByText('1–25 de 1.502').waitFor()
        await hand.press('Selecionar todos desta página', 'checkbox')
        await hand.press(/^Selecionar todas as 1\.502/, 'button')
        await hand.press('Alterar campos', 'button')
        await hand.press('Abertura: o que fazer', 'combobox')
        for (const key of ['d', 'Enter']) await hand.key(key)
        await hand.press(/^Abertura$/, 'combobox')
        await hand.press('Sim', 'option')
        await hand.press('Ver o que muda', 'button')
        await hand.press('Alterar 1.502 estações', 'button')
        await page.getByText('1.502 estações alteradas.').first().waitFor({ timeout: 60_000 })
      },
    ],
    [
      'two clients merged',
      async hand => {
        await hand.openPalette()
        await hand.type('medida alfa')
        await page.getByRole('option', { name: /Medida Alfa/, selected: true }).waitFor()
        await hand.key('Enter')
        await hand.press('Mais ações', 'button')
        await hand.press('Unificar com outro cliente…', 'menuitem')
        await hand.press('O outro cliente', 'combobox')
        await hand.type('medida beta')
        await hand.press(/Medida Beta/, 'option')
        // Their documents differ, which has to be confirmed.
        await hand.press(/Confirmo que são/, 'checkbox')
        await hand.press(/^Unificar$/, 'button')
        await page.waitForURL(/\/clients\/[\w-]+$/)
      },
    ],
  ]
  for (const [what, work] of acts) {
    await page.goto(url)
    await page.locator('main h1').waitFor()
    const hand = new Hand(page)
    const start = performance.now()
    const failed = await work(hand).then(
      () => null,
      (error: unknown) => String(error).split('\n')[0],
    )
    if (failed) process.exitCode = 1
    console.log(`${what}: ${failed ? `not done (${failed})` : handInWords(hand, start)}`)
  }

  await page.addInitScript(`
    window.paints = []
    window.shifted = 0
    new PerformanceObserver(list => {
      for (const { duration, interactionId } of list.getEntries()) if (interactionId) window.paints.push(duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })
    new PerformanceObserver(list => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  const felt = z.object({ paints: z.array(z.number()), shifted: z.number() })
  const screens: readonly (readonly [name: string, path: string, work: (hand: Hand) => Promise<void>])[] = [
    [
      'list',
      '/clients',
      async hand => {
        await hand.key('/')
        await hand.type('telecom fibra')
        await hand.press('CPF ou CNPJ', 'button')
        await hand.press(/^Filtrar/, 'button')
        await hand.key('Escape')
      },
    ],
    [
      'detail',
      `/clients/${client.uuid}?tab=dados`,
      async hand => {
        await page.getByLabel('Nome fantasia').first().click()
        await hand.type('Vale do Sol')
        await hand.press(/^Chamados/, 'tab')
        await hand.press(/^Fistéis/, 'tab')
      },
    ],
    [
      'palette',
      '/',
      async hand => {
        await hand.openPalette()
        await hand.type('vale das aguas')
        for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Escape']) await hand.key(key)
      },
    ],
    [
      'board',
      '/collects/quadro',
      async hand => {
        for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await hand.key(key)
        await hand.press(/Atrasadas/, 'button')
        await hand.press(/Atrasadas/, 'button')
      },
    ],
  ]
  for (const [what, path, work] of screens) {
    await page.goto(`${url}${path}`)
    await page.locator('main h1').waitFor()
    // What answers and scripts still come: the stream of events keeps the network from ever being idle.
    await page.waitForTimeout(2_500)
    await work(new Hand(page))
    await page.waitForTimeout(500)
    const { paints, shifted } = felt.parse(await page.evaluate('({ paints: window.paints, shifted: window.shifted })'))
    const worst = Math.max(0, ...paints)
    console.log(
      `${what}: ${paints.length} presses and keys of 16 ms or more, the slowest painted after ${worst} ms, at most ${most.paint}; shifts ${shifted.toFixed(3)}, at most ${most.shift}`,
    )
    if (worst > most.paint || shifted > most.shift) process.exitCode = 1
  }
} finally {
  await chrome.close()
  await endServer(server, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
