// A coleta of 5,000 lines in a real Chromium, its processor slowed four times: milliseconds from a key to the next paint.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browser as installed } from '../test/e2e/browser.ts'
import { quantile } from './figures.ts'
import { linesOf } from './lines.ts'
import { asStarted } from './serve.ts'

const lines = Number(process.argv[2] ?? 5_000)
const slower = Number(process.argv[3] ?? 4)
/** Milliseconds at p95. */
const most = 50
const port = 3_199
const url = `http://127.0.0.1:${port}`
const who = { username: 'ana@outorga.example', password: 'demonstracao-2026' }

type Row = Readonly<Record<string, never>> & { readonly id: number; readonly uuid: string }
const json = async (answer: Response) => {
  if (!answer.ok) throw new Error(await answer.text())
  return Object(await answer.json())
}
const send = (method: 'POST' | 'PUT', path: string, body: object, token = '') =>
  fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  }).then(json)

/** A coleta of the demonstration with as many lines as wanted. */
async function fill(): Promise<string> {
  const { client_id, client_secret } = await fetch(`${url}/config.json`).then(json)
  const { access_token: token } = await send('POST', '/oauth/token', {
    grant_type: 'password',
    client_id,
    client_secret,
    ...who,
  })
  const list = async (path: string): Promise<readonly Row[]> =>
    (await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } }).then(json)).data
  const ids = async (path: string) => (await list(`${path}?pagination=false`)).map(({ id }) => id)
  const locations = await linesOf(lines, ids)
  const open = (await list('collects?per_page=100&sort=-id')).find(row => Object(row.status).name === 'Em aberto')
  if (!open) throw new Error('the demonstration has no open coleta')
  await send('PUT', `/api/v1/collects/${open.uuid}`, { locations }, token)
  return open.uuid
}

/**
 * Told by the page itself, so that what drives it does not count: from the moment the key was pressed until the frame that
 * draws what it did is done. A letter does it in the input it brings, which may come a frame later than its key. What is
 * left for after the frame has a lower priority than the task that looks at the clock. Shift and Control are no keys.
 */
const watch = `
  let pressed = 0
  const drawn = (key = waits.length - 1, from = pressed) => requestAnimationFrame(() =>
    scheduler.postTask(() => { waits[key] = performance.now() - from }, { priority: 'user-blocking' }))
  window.waits = []
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key === 'Shift' || key === 'Control') return
    pressed = timeStamp
    waits.push(NaN)
    drawn()
  }, true)
  addEventListener('input', () => drawn(), true)`

async function measured(page: Page, name: string, keys: readonly string[]) {
  await page.evaluate('window.waits = []')
  for (const key of keys) {
    await page.keyboard.press(key)
    // A held key repeats no faster.
    await page.waitForTimeout(30)
  }
  await page.waitForTimeout(300)
  const waits: number[] = await page.evaluate('window.waits')
  const at = (share: number) => quantile(waits, share).toFixed(1)
  const good = Number(at(0.95)) < most && waits.length === keys.length
  console.log(
    `${good ? '✓' : '✗'} ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms (${waits.length} keys; at most ${most} ms)`,
  )
  return good
}

const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
const server = spawn(process.execPath, asStarted, {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    OUTORGA_DATA_DIR: folder,
    OUTORGA_DEMO: '1',
    PORT: String(port),
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const chrome = await chromium.launch(await installed())
try {
  while (!(await fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )))
    await new Promise(wait => setTimeout(wait, 200)) // prettier-ignore
  const uuid = await fill()
  const page = await chrome.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await page.goto(`${url}/account/login`)
  await page.getByLabel('E-mail').fill(who.username)
  await page.getByLabel('Senha', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(address => !address.pathname.includes('login'))
  await page.goto(`${url}/collects/${uuid}`)
  await page.getByRole('gridcell').nth(8).waitFor()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.evaluate(watch)
  await page.locator('[id="locations.0.accesses_ordered.0.speed"]').click()
  const repeat = (n: number, ...keys: readonly string[]) => Array.from({ length: n }, () => keys).flat()
  console.log(`A coleta of ${lines} lines, processor slowed ${slower} times:`)
  // Not ours to better: what the frame itself takes, and the machine's other work.
  await measured(page, 'a key that does nothing', repeat(40, 'F9'))
  const results = [
    await measured(page, 'arrow down', repeat(100, 'ArrowDown')),
    await measured(page, 'arrows sideways', repeat(30, 'ArrowLeft', 'ArrowRight')),
    await measured(page, 'page down', repeat(40, 'PageDown')),
    await measured(page, 'typing numbers', repeat(25, '1', '2', '3', 'ArrowDown')),
    await measured(page, 'selecting a block', repeat(40, 'Shift+ArrowDown').concat(repeat(5, 'Shift+ArrowLeft'))),
    await measured(page, 'fill down and undo', repeat(10, 'Control+d', 'Control+z')),
  ]
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await chrome.close()
  const gone = new Promise(done => server.once('exit', done))
  server.kill('SIGTERM')
  await gone
  rmSync(folder, { recursive: true, force: true })
}
