import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, nextNumber, signIn, test } from './house.ts'

/** What a page asked for before something was in it: how often, and how many bytes came of it, headers included. */
async function askedUntil(page: Page, address: string, seen: string) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const asked = new Map<string, { readonly url: string; readonly at: number }>()
  const came = new Map<string, number>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request: { url }, wallTime }) =>
    asked.set(requestId, { url, at: wallTime * 1_000 }),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => came.set(requestId, encodedDataLength))
  // The page itself notes the moment: a look from outside comes later, and then counts what followed.
  await page.addInitScript(`
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(${JSON.stringify(seen)})) return
      window.seenAt = Date.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  `)
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.locator(seen).first()).toBeVisible()
  const seenAt = Number(await page.evaluate('window.seenAt'))
  await cdp.detach()
  const before = [...asked].filter(([, { at }]) => at <= seenAt)
  return {
    asked: before.map(([, { url }]) => url),
    bytes: before.reduce((sum, [id]) => sum + (came.get(id) ?? 0), 0),
  }
}

/** An answer as it came, not decoded. */
const raw = (url: string, encoding?: string) =>
  new Promise<{ headers: Readonly<Record<string, unknown>>; body: Buffer }>((resolve, reject) => {
    get(url, { headers: { ...(encoding && { 'accept-encoding': encoding }) } }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(parts) }))
    }).on('error', reject)
  })
/** Scripts and sheets of the build, by their addresses. */
const built = (ending: RegExp) =>
  readdirSync('dist/web/assets')
    .filter(name => ending.test(name))
    .map(name => ({ path: `/assets/${name}`, text: readFileSync(`dist/web/assets/${name}`, 'utf8') }))

test('the first pages weigh no more than was promised', async ({ page, house }) => {
  let bytes = 0
  page.on('requestfinished', async request => {
    if (request.resourceType() !== 'script') return
    const { responseBodySize } = await request.sizes()
    bytes += responseBodySize
  })
  await page.goto(`${house.url}/account/login`)
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(130 * 1024)
  await beginSession(page, house)
  await page.goto(`${house.url}/clients`)
  await expect(page.getByRole('searchbox')).toBeVisible()
  // What is told live never ends: the page is at rest once no script comes any more.
  const more = async () => {
    const before = bytes
    await page.waitForTimeout(500)
    return bytes - before
  }
  await expect.poll(more).toBe(0)
  expect(bytes).toBeLessThanOrEqual(330 * 1024)
})

test('a first visit asks for few things until the sign-in page, and until the first list', async ({
  page,
  house,
  browser,
}) => {
  await house.api('POST', 'clients', { name: 'Rádio Vale do Peso', document: cnpj(nextNumber()) })
  const first = await askedUntil(page, `${house.url}/account/login`, 'input[type=password]')
  expect(first.asked.length, first.asked.join('\n')).toBeLessThanOrEqual(6)
  expect(first.asked.length).toBeGreaterThan(2)
  await signIn(page, house, house.admin, { bound: false })
  // Signed in, and nothing kept but that.
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const list = await askedUntil(await context.newPage(), `${house.url}/clients`, 'tbody td')
  await context.close()
  expect(list.asked.filter(url => url.includes('/api/v1/clients'))).toHaveLength(1)
  expect(list.asked.length, list.asked.join('\n')).toBeLessThanOrEqual(12)
  expect(list.bytes).toBeGreaterThan(100_000)
  expect(list.bytes).toBeLessThanOrEqual(270_000)
})

test('the page lists what it will need, and brings its settings along', async ({ house }) => {
  const html = (await raw(`${house.url}/clients`)).body.toString()
  const [, files = ''] = /<script src="\/first\.js" data-signed-in="([^"]+)">/.exec(html) ?? []
  const named = [...files.split(' '), /<link rel="preload" as="font"[^>]* href="([^"]+)">/.exec(html)?.[1] ?? '']
  expect(named.map(path => path.replace(/-[\w-]{8}\./, '.'))).toEqual([
    '/assets/work.js',
    '/assets/work.css',
    '/assets/inter-latin-wght-normal.woff2',
  ])
  for (const path of named)
    expect((await raw(house.url + path)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const [, said = ''] = /<meta name="config" content="([^"]+)"/.exec(html) ?? []
  const settings: unknown = JSON.parse(said.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
  expect(settings).toEqual(await (await fetch(`${house.url}/config.json`)).json())
  const page = await fetch(`${house.url}/clients`)
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  for (const name of ['permissions-policy', 'cross-origin-opener-policy']) {
    expect(page.headers.get(name)).toBeTruthy()
    for (const path of named) expect((await raw(house.url + path, 'br')).headers[name], path).toBeUndefined()
  }
  const workers = built(/worker.*\.m?js$/)
  expect(workers).toHaveLength(2)
  for (const { path } of workers)
    expect((await raw(house.url + path, 'br')).headers['content-security-policy']).toContain("worker-src 'self'")
  const again = await fetch(`${house.url}/`, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test('a file is sent as the build compressed it, to whoever takes it so', async ({ house }) => {
  const scripts = built(/^(base|work)-.*\.(js|css)$/)
  expect(scripts).toHaveLength(4)
  for (const { path, text } of scripts) {
    const ways = [
      ['br, gzip', 'br', brotliDecompressSync, '.br'],
      ['gzip', 'gzip', gunzipSync, '.gz'],
      [undefined, undefined, (body: Buffer) => body, ''],
    ] as const
    for (const [takes, said, decode, ending] of ways) {
      const { headers, body } = await raw(house.url + path, takes)
      expect(headers['content-encoding']).toBe(said)
      expect(headers.vary).toMatch(/accept-encoding/i)
      expect(headers['content-type']).toMatch(path.endsWith('.js') ? /javascript/ : /text\/css/)
      expect(body.equals(readFileSync(`dist/web${path}${ending}`))).toBe(true)
      expect(decode(body).toString()).toBe(text)
    }
    expect((await raw(`${house.url}${path}.br`)).headers['content-type']).toMatch(/json/)
  }
})

const librarySheet = (name: string) => readFileSync(`node_modules/@mantine/core/${name}.layer.css`, 'utf8')
/** The library's classes in a text: its components name them, and its style sheets have rules for them. */
const classesOf = (text: string) => new Set(text.match(/\bm_[0-9a-f]{5,8}\b/g))
const textOf = (file: RegExp) => built(file).reduce((all, { text }) => all + text, '')

test('everything of the library that is drawn has its style sheet, in the group of files that draws it', () => {
  const styled = classesOf(librarySheet('styles'))
  // A box to tick as a card, and its mark alone: they come with the box in one script, and nobody draws them.
  const undrawn = classesOf(
    ['CheckboxCard', 'CheckboxIndicator', 'RadioCard', 'RadioIndicator']
      .map(name => librarySheet(`styles/${name}`))
      .join(''),
  )
  const drawnBy = (file: RegExp) => [...classesOf(textOf(file))].filter(name => styled.has(name) && !undrawn.has(name))
  // What the account pages do not draw of the first scripts is drawn by the frame, which brings its sheet.
  const sheetsOf = {
    base: 'base|work',
    work: 'base|work',
    after: 'base|work|after',
    record: 'base|work|after|record',
    '.*': '.*',
  }
  for (const [name, sheets] of Object.entries(sheetsOf)) {
    const brought = classesOf(textOf(new RegExp(`^(${sheets})-.*\\.css$`)))
    const drawn = drawnBy(new RegExp(`^${name}-.*\\.js$`))
    expect(drawn.length, name).toBeGreaterThan(name === '.*' ? 100 : 4)
    expect(drawn.filter(each => !brought.has(each))).toEqual([])
  }
})

test('each colour of the library that a style sheet takes is one of the theme', () => {
  // No code is highlighted in what people write: the editor has colours for it that nothing draws.
  const all = textOf(/\.css$/).replaceAll(/--code-color-[\w-]+:[^;}]*/g, '')
  const defined = new Set(all.match(/--mantine-color-[\w-]+(?=:)/g))
  // One that has another value to fall back on is no mistake.
  const used = new Set([...all.matchAll(/var\((--mantine-color-[\w-]+)\)/g)].map(([, name = '']) => name))
  expect(used.size).toBeGreaterThan(20)
  expect([...used].filter(name => !defined.has(name))).toEqual([])
})
