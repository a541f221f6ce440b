// The map of the whole network in a real Chromium whose processor is slowed, against the same screen with the few stations of one client:
// until it stands, and how long each frame takes while it is dragged about.
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { Client } from 'pg'
import { browser as installed } from '../test/e2e/browser.ts'
import { median, quantile } from './figures.ts'
import { openFilled } from './filled.ts'
import { furnishNetwork } from './network.ts'
import { ratios, spread, takeTurns } from './rounds.ts'
import { settingsOf } from './world.ts'

const stations = Number(process.argv[2] ?? 20_000)
const rounds = Number(process.argv[3] ?? 5)
const slower = Number(process.argv[4] ?? 4)
const port = 4_841
const house = `http://127.0.0.1:${port}`
interface MapSight {
  /** Milliseconds from the beginning of the navigation until the map stands. */
  readonly sight: number
  /** Milliseconds of each frame while the map is dragged. */
  readonly frames: readonly number[]
}

const product = await openFilled(port, 300, database => furnishNetwork(database, stations))
let chrome: Browser | undefined
try {
  const direct = new Client({ connectionString: product.database })
  await direct.connect()
  const { rows } = await direct.query<{ uuid: string }>(
    'select uuid from clients where id = (select min(client_id) from stations)',
  )
  await direct.end()
  const { args, ...found } = await installed()
  // Drawn by the processor: a machine that measures has no graphics card.
  const drawn = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  chrome = await chromium.launch({ ...found, args: [...args.filter(arg => arg !== '--disable-gpu'), ...drawn] })
  const context = await chrome.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await signIn(context)
  const maps = { few: `/station-links-map/${rows[0]?.uuid ?? ''}`, all: '/station-links-map' }
  const ways = [maps.all, maps.few]
  const looks = new Map(ways.map(path => [path, [] as MapSight[]] as const))
  for (const path of ways) await look(context, path)
  const sights = await takeTurns(ways, rounds, async path => {
    const each = await look(context, path)
    looks.get(path)?.push(each)
    return each.sight
  })
  const framesOf = (path: string, share: number) => (looks.get(path) ?? []).map(({ frames }) => quantile(frames, share))
  const figures = [
    ['until it stands', sights.get(maps.all), sights.get(maps.few)],
    ['a frame while dragged', framesOf(maps.all, 0.5), framesOf(maps.few, 0.5)],
    ['one frame in twenty', framesOf(maps.all, 0.95), framesOf(maps.few, 0.95)],
  ] as const
  for (const [name, all = [], few = []] of figures)
    console.log(
      `map of ${stations} stations, ${name}: ${median(all).toFixed(0)} and ${median(few).toFixed(0)} ms; ${spread(ratios(all, few))} of one client's`,
    )
} finally {
  await chrome?.close()
  await product.close()
}

async function signIn(context: BrowserContext) {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = settingsOf(product.folder)
  const page = await context.newPage()
  await page.goto(`${house}/account/login`)
  await page.fill('input[type=email]', ADMIN_EMAIL)
  await page.fill('input[type=password]', ADMIN_PASSWORD)
  await page.click('button[type=submit]')
  await page.waitForURL(url => !url.href.includes('login'))
  await page.close()
}

async function look(context: BrowserContext, path: string): Promise<MapSight> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const began = performance.now()
  await page.goto(`${house}${path}`, { waitUntil: 'commit' })
  const plan = page.locator('[data-ready] canvas')
  await plan.waitFor({ timeout: 120_000 })
  const sight = performance.now() - began
  // Points come from a thread of their own.
  await page.waitForTimeout(3_000)
  const box = await plan.boundingBox()
  if (!box) throw new Error(`${path} shows no map`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.evaluate(`globalThis.frames_ = []; {
    let last = performance.now()
    const tell = now => (globalThis.frames_.push(now - last), (last = now), requestAnimationFrame(tell))
    requestAnimationFrame(now => ((last = now), requestAnimationFrame(tell)))
  }`)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 60; step++)
    await page.mouse.move(x + 200 * Math.sin(step / 6), y + 120 * Math.cos(step / 6))
  await page.mouse.up()
  const frames = await page.evaluate<number[]>('globalThis.frames_')
  await page.close()
  return { sight, frames }
}
