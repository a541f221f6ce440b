// The first things somebody sees, by us and by react-admin over our API, in a real Chromium whose processor is slowed: the list of clients
// and the page one signs in on. Both stand behind the same pass-through, which gives out react-admin's files as well; ours it hands on.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import * as z from 'zod'
import { browser as installed } from '../test/e2e/browser.ts'
import { beginSessionAt } from '../test/e2e/session.ts'
import { median } from './figures.ts'
import { openFilled } from './filled.ts'
import { install } from './install.ts'
import { ratios, spread, takeTurns } from './rounds.ts'
import { settingsOf } from './world.ts'

const clients = Number(process.argv[2] ?? 5_000)
const rounds = Number(process.argv[3] ?? 5)
const slower = Number(process.argv[4] ?? 4)
const port = 4830
const listed = '/api/v1/clients?page=1&per_page=25&sort=name'

interface Front {
  readonly name: string
  readonly port: number
  readonly list: string
  readonly entrance: string
}
const ours: Front = {
  name: 'Outorga',
  port: port + 1,
  list: '/clients',
  entrance: '/account/login',
}
const theirs: Front = {
  name: 'react-admin',
  port: port + 2,
  list: '/#/clients',
  entrance: '/#/login',
}
const fronts = [ours, theirs]

interface Visit {
  /** From the beginning of the navigation until what is waited for is painted. */
  readonly milliseconds: number
  /** Until then: asked, and come, headers included. */
  readonly requests: number
  readonly bytes: number
}
interface Work {
  readonly name: string
  /** The most of theirs ours may take, and the most it may ask and bring at all. */
  readonly bars: { readonly time: number; readonly requests?: number; readonly kilobytes?: number }
  readonly look: (front: Front) => Promise<Visit>
}

const told = (visits: readonly Visit[], figure: keyof Visit, unit = 1) =>
  Math.round(median(visits.map(each => each[figure])) / unit).toLocaleString('en')

const product = await openFilled(port, clients)
let chrome: Browser | undefined
try {
  await startFronts()
  chrome = await chromium.launch(await installed())
  const names = await firstNames()
  let remembered: BrowserContextOptions = {}
  /** In a browser that somebody signed in with, and that has nothing else. */
  const signedIn = (front: Front, use: (context: BrowserContext) => Promise<Visit>) =>
    inContext(front === theirs ? remembered : {}, async context => {
      const page = await context.newPage()
      const address = `http://127.0.0.1:${front.port}`
      // Our session counts with the key of its browser alone, which no state of a storage takes along.
      if (front === ours) await beginSessionAt(page, address, administrator())
      else await page.goto(`${address}/config.json`)
      await page.close()
      return use(context)
    })
  const row = `[...document.querySelectorAll('tbody tr')].find(row => row.textContent.includes(${JSON.stringify(names[0])}))`
  const list = (front: Front, context: BrowserContext) =>
    visit(context, front.port, front.list, row, page => mustShow(front, page, names))

  const works: readonly Work[] = [
    {
      name: 'first list, cold',
      bars: { time: 0.9, requests: 12, kilobytes: 270 },
      look: front => signedIn(front, context => list(front, context)),
    },
    {
      name: 'first list, cached',
      bars: { time: 0.8 },
      look: front =>
        signedIn(front, async context => {
          await list(front, context)
          // What comes after the first sight goes into the cache as well, as it does for whoever stays a moment.
          await setTimeout(2_000)
          for (const page of context.pages()) await page.close()
          return list(front, context)
        }),
    },
    {
      name: 'sign-in page, cold',
      bars: { time: 0.9, requests: 6 },
      look: front =>
        inContext({}, context =>
          visit(context, front.port, front.entrance, `document.querySelector('input[type=password]')`),
        ),
    },
  ]

  console.log(`The pass-through before both takes ${(await passThrough()).toFixed(2)} ms of an answer of the API.`)
  let missed = false
  for (const { name, bars, look } of works) {
    for (const front of fronts) {
      // Anew each time: a sign-in that ages would be renewed under the clock.
      if (front === theirs) remembered = { storageState: await signIn() }
      await look(front)
    }
    const visits = new Map(fronts.map(front => [front, [] as Visit[]] as const))
    const found = await takeTurns(fronts, rounds, async front => {
      const each = await look(front)
      visits.get(front)?.push(each)
      return each.milliseconds
    })
    const share = ratios(found.get(ours), found.get(theirs))
    const [mine = [], other = []] = [visits.get(ours), visits.get(theirs)]
    const figures = [
      `${spread(share)}, at most ${bars.time.toFixed(2)}, ${told(mine, 'milliseconds')} and ${told(other, 'milliseconds')} ms`,
      `${told(mine, 'requests')} and ${told(other, 'requests')} requests${bars.requests ? `, at most ${bars.requests}` : ''}`,
      `${told(mine, 'bytes', 1000)} and ${told(other, 'bytes', 1000)} kB${bars.kilobytes ? `, at most ${bars.kilobytes}` : ''}`,
    ]
    console.log(`${name} against ${theirs.name}: ${figures.join('; ')}`)
    missed ||=
      median(share) > bars.time ||
      mine.some(({ requests }) => requests > (bars.requests ?? Infinity)) ||
      mine.some(({ bytes }) => bytes > 1000 * (bars.kilobytes ?? Infinity))
  }
  process.exitCode = missed ? 1 : 0
} finally {
  await chrome?.close()
  await product.close()
}

async function startFronts() {
  const place = install('front')
  execFileSync(process.execPath, [join(place, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel=error'], {
    cwd: place,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  for (const front of fronts) {
    const env = { PORT: String(front.port), BEHIND: String(port) }
    const folder = front === theirs && { FOLDER: join(place, 'dist') }
    await product.start([join(place, 'serve.mjs')], { ...env, ...folder }, front.port, '/readyz')
  }
}

function ask(from: number) {
  return fetch(`http://127.0.0.1:${from}${listed}`, { headers: { authorization: `Bearer ${product.token}` } })
}

async function firstNames(): Promise<readonly string[]> {
  const { data } = z.object({ data: z.array(z.object({ name: z.string() })) }).parse(await (await ask(port)).json())
  return data.map(({ name }) => name)
}

/** Milliseconds it adds to an answer, at the median. */
async function passThrough() {
  const found = await takeTurns([ours.port, port], 100, async from => {
    const began = performance.now()
    await (await ask(from)).arrayBuffer()
    return performance.now() - began
  })
  return median(found.get(ours.port) ?? []) - median(found.get(port) ?? [])
}

async function inContext<T>(options: BrowserContextOptions, use: (context: BrowserContext) => Promise<T>) {
  const context = await chrome?.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR', ...options })
  if (!context) throw new Error('no browser was started')
  try {
    return await use(context)
  } finally {
    await context.close()
  }
}

function administrator() {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = settingsOf(product.folder)
  return { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
}

/** What the browser stores once somebody has signed in to react-admin as a person does. */
function signIn() {
  return inContext({}, async context => {
    const { email, password } = administrator()
    const at = `http://127.0.0.1:${theirs.port}`
    const page = await context.newPage()
    await page.goto(`${at}${theirs.entrance}`)
    await page.fill('input[name=username]', email)
    await page.fill('input[name=password]', password)
    await page.click('button[type=submit]')
    await page.waitForURL(url => !url.href.includes('login'))
    await page.goto(`${at}${theirs.list}`)
    await page.locator('tbody tr').first().waitFor()
    return context.storageState()
  })
}

/**
 * Told by the page itself, so that what drives it does not count: the frame that first draws the element is waited for, and what is left
 * for after the frame has a lower priority than the task that looks at the clock.
 */
function watch(element: string) {
  return `{
  const look = () => {
    if (!(${element})?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) requestAnimationFrame(look)
    else scheduler.postTask(() => tell(String(performance.now())), { priority: 'user-blocking' })
  }
  requestAnimationFrame(look)
}`
}

async function visit(
  context: BrowserContext,
  from: number,
  path: string,
  element: string,
  check?: (page: Page) => Promise<void>,
): Promise<Visit> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const asked: number[] = []
  const come: (readonly [at: number, bytes: number])[] = []
  cdp.on('Network.requestWillBeSent', ({ timestamp, request }) => {
    if (!request.url.startsWith('data:')) asked.push(timestamp)
  })
  cdp.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) => come.push([timestamp, encodedDataLength]))
  const seen = new Promise<number>(resolve =>
    cdp.on('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload))),
  )
  await cdp.send('Network.enable')
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'tell' })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(watch(element))
  const address = `http://127.0.0.1:${from}${path}`
  await page.goto(address, { waitUntil: 'commit' })
  const milliseconds = await Promise.race([seen, tooLate(address)])
  await check?.(page)
  // What is told of the net comes a little later than it happened.
  await page.waitForTimeout(100)
  const until = Math.min(...asked) + milliseconds / 1000
  return {
    milliseconds,
    requests: asked.filter(at => at <= until).length,
    bytes: come.reduce((sum, [at, bytes]) => sum + (at <= until ? bytes : 0), 0),
  }
}

async function tooLate(address: string): Promise<never> {
  await setTimeout(60_000, undefined, { ref: false })
  throw new Error(`${address} shows nothing of what is waited for`)
}

async function mustShow({ name }: Front, page: Page, names: readonly string[]) {
  const rows = await page.locator('tbody tr').allInnerTexts()
  if (rows.length !== names.length || !names.every((each, at) => rows[at]?.includes(each)))
    throw new Error(`${name} shows another list:\n${rows.join('\n')}`)
}
