import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page, type Response } from '@playwright/test'
import { administer, databaseUrl, firstStarts, type FirstStart } from './cluster.ts'
import { beginSessionAt, tokenOf, type Beginning } from './session.ts'

/** What calls answer: a row, or rows by their order. */
export type Data = Readonly<Record<string, string>> & { readonly id: number }

/** The built product, running on a database and a data folder of its own. */
export interface House {
  readonly url: string
  readonly admin: { readonly email: string; readonly password: string }
  /** The newest mail it wrote to this address, as text. */
  lastMail(to: string): string
  /** A call of the API as the administrator; answers the `data` of its JSON. */
  api(method: string, path: string, body?: unknown): Promise<Data>
  /** The id of the first row a search finds. */
  idOf(path: string, search: string): Promise<number>
  /** A statement on its database, for rows in numbers the API would take minutes to write. */
  sql(statement: string): Promise<void>
}

const admin = { email: 'ana.souza@outorga.test', password: 'quatro cavalos no telhado' }
const settings: Readonly<Record<string, string>> = {
  OUTORGA_DEMO: '0',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  LOG_LEVEL: 'warn',
  REQUESTS_PER_MINUTE: '100000',
  // Journeys share a house for longer than a proof is good; those of proofs make theirs old.
  PROOF_MINUTES: '1440',
  // Nobody outside is asked, unless a journey says who.
  CNPJ_URL: '0',
  CNPJ_FALLBACK_URL: '0',
  CEP_URL: '0',
}

interface Wishes {
  /** Settings of a house of its own, which the tests of a worker that wish the same share; without any it is everybody's. An empty
   * DATABASE_URL makes it a first start on the packaged database. */
  readonly env: Readonly<Record<string, string>>
  readonly house: House
}
type HouseOf = (env: Wishes['env']) => Promise<House>
export const test = base.extend<Wishes, { houseOf: HouseOf }>({
  env: [{}, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- it stands on no other fixture
  houseOf: [async ({}, use) => withHouses(use), { scope: 'worker', timeout: 180_000 }],
  house: [async ({ env, houseOf }, use) => use(await houseOf(env)), { timeout: 180_000 }],
  /** A page that fails its test when the console shows an error. */
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('console', message => {
      // What the browser says of an answer that is meant to be a refusal is no mistake of the page.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
    })
    page.on('pageerror', error => errors.push(String(error)))
    await use(page)
    expect(errors).toEqual([])
  },
})

export { expect }

/** Opens each house when it is first wished for. Everybody's stays; of the others only the last, for each is a server with its memory. */
async function withHouses(use: (houseOf: HouseOf) => Promise<void>) {
  const everybodys = JSON.stringify({})
  const opened = new Map<string, ReturnType<typeof openHouse>>()
  const closed: Promise<void>[] = []
  const close = (wished: string) => {
    const house = opened.get(wished)
    opened.delete(wished)
    if (house) closed.push(house.then(each => each.close()))
  }
  await use(async env => {
    const wished = JSON.stringify(env)
    if (!opened.has(wished)) for (const other of opened.keys()) if (other !== everybodys) close(other)
    const found = opened.get(wished) ?? openHouse(env)
    opened.set(wished, found)
    return (await found).house
  })
  for (const each of opened.keys()) close(each)
  await Promise.all(closed)
}

/** A copy of a first start; with an empty DATABASE_URL it is a first start itself, on the packaged database. */
async function openHouse(env: Wishes['env']) {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-e2e-'))
  const database = env.DATABASE_URL === '' ? undefined : await copyInto(folder, env.OUTORGA_DEMO ? 'demo' : 'empty')
  const { url, stop } = await start(folder, { ...(database && { DATABASE_URL: databaseUrl(database) }), ...env })
  const call = caller(url, (await tokenOf(url, admin)).access_token)
  const house: House = {
    url,
    admin,
    lastMail: to => lastMail(join(folder, 'mail'), to),
    api: async (method, path, body) => (await call<{ data: Data }>(method, path, body)).data,
    idOf: async (path, search) => {
      const { data } = await call<{ data: readonly Data[] }>('GET', `${path}?search=${encodeURIComponent(search)}`)
      if (!data[0]) throw new Error(`no ${search} in ${path}`)
      return data[0].id
    },
    sql: statement => {
      if (!database) throw new Error('the packaged database takes no statements from outside')
      return administer(statement, databaseUrl(database))
    },
  }
  const close = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
    if (database) await administer(`drop database ${database}`)
  }
  return { house, close }
}

/** Documents belong to a database by its number: the folder is copied with it. Answers the new database's name. */
async function copyInto(folder: string, first: FirstStart): Promise<string> {
  const { folder: from, database: template } = firstStarts()[first]
  // Several times as fast as Node's own copy.
  execFileSync('cp', ['-R', `${from}/.`, folder])
  const database = basename(folder).toLowerCase().replaceAll('-', '_')
  await administer(`create database ${database} template ${template} strategy file_copy`)
  return database
}

let numbers = 60_000_000

/** No other journey of this worker has it: two that make a CNPJ or a fistel of the same number refuse each other's rows. */
export const nextNumber = () => ++numbers

/** A session begins by a call, as the product keeps it, and the first page is opened: typing the password is a journey of `account.spec.ts`. */
export async function signIn(page: Page, house: House, who = admin, how: Beginning = {}) {
  await beginSession(page, house, who, how)
  await page.goto(house.url, { waitUntil: 'commit' })
}

/** As `signIn`, for a page that opens another address next. */
export const beginSession = (page: Page, { url }: House, who = admin, how: Beginning = {}) =>
  beginSessionAt(page, url, who, how)

/** What a person chose for their menu and lists is stored: it outlives the page, and a journey. */
export async function choicesStored(page: Page) {
  const isTheirs = (answer: Response) => answer.url().endsWith('/menu-lateral') && answer.request().method() === 'PUT'
  expect((await page.waitForResponse(isTheirs)).status()).toBe(200)
}

/** Makes a person's newest session two days old: that of the page, and not the one others call the API with. */
export async function ageSession(house: House, email: string) {
  await house.sql(`update sessions set proved_at = now() - interval '2 days', factor_proved_at = null, created_at = now() - interval '2 days'
    where id = (select max(s.id) from sessions s join users u on u.id = s.user_id where u.email = '${email}')`)
  // The server remembers a caller for a second, where another process changes them without a word.
  await new Promise(done => setTimeout(done, 1_100))
}

/**
 * A picture for the guides, and for people who look at the screens. PICTURES=1 takes them, because they cost a tenth of a run, and
 * PICTURES=dark takes each in dark colours too.
 */
export async function picture(page: Page, name: string, more: { readonly fullPage?: boolean } = {}) {
  const { PICTURES: wished } = process.env
  if (wished !== '1' && wished !== 'dark') return
  const shoot = (suffix: string) => page.screenshot({ path: `test-results/images/${name}${suffix}.png`, ...more })
  await shoot('')
  if (wished === '1') return
  await inScheme(page, 'dark')
  await shoot('-dark')
  await inScheme(page, 'light')
}

/** What answers are awaited for came, and what moves of itself for a while has stopped: dimmed or half faded, nobody reads it. */
const atRest = `new Promise((done, fail) => {
  const until = performance.now() + 60_000
  const look = () => {
    const moves =
      document.querySelector('[aria-busy="true"]') ??
      document.getAnimations().find(
        ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity,
      )
    if (!moves) done()
    else if (performance.now() < until) requestAnimationFrame(look)
    else fail(new Error('after a minute the page is still busy, or moves'))
  }
  look()
})`

/** Nothing is wider than the window, once the page is at rest. */
export async function expectFits(page: Page) {
  await page.evaluate(atRest)
  const sideways = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(sideways, page.url()).toBeLessThanOrEqual(0)
}

/** It fits, and nothing in it is a serious or critical finding: looked for at the desk alone, where a journey runs at both widths. */
export async function expectGood(page: Page) {
  await expectFits(page)
  if (test.info().project.name === 'phone') return
  expect(await findings(page), page.url()).toEqual([])
}

/**
 * What axe finds serious or critical in the page at rest. With `forced`, colours are the system's: axe compares ours, which nobody
 * sees, and so does not compare them.
 */
export async function findings(page: Page, forced = false): Promise<readonly string[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Style sheets are fetched again only for a rule of no weight here.
    preload: false,
    ...(forced && { rules: { 'color-contrast': { enabled: false } } }),
  }
  // Once brought, axe stays in the page while its reader goes from screen to screen; called there, it takes two thirds of the time.
  const brought = await page.evaluate('"axe" in window')
  const { violations } =
    brought === true
      ? await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
      : await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join('; ')}`)
}
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>
type RunOptions = Parameters<AxeBuilder['options']>[0]

/** Colours change once the page heard of it: what is looked at before is neither scheme. */
export async function inScheme(page: Page, scheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}

/** The built product on a data folder, answering. */
export async function start(folder: string, env: Readonly<Record<string, string>> = {}) {
  const port = Number(env.PORT) || (await freePort())
  // Passkeys need a name: `OUTORGA_URL` may say where the port goes.
  const givenUrl = env.OUTORGA_URL?.replace('{port}', String(port))
  const url = givenUrl ?? `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      NODE_ENV: 'production',
      ...settings,
      ...env,
      ...(givenUrl && { OUTORGA_URL: givenUrl }),
      PORT: String(port),
      OUTORGA_DATA_DIR: folder,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await ready(url, server)
  const stop = async () => {
    const gone = new Promise(done => server.once('exit', done))
    server.kill('SIGTERM')
    await gone
  }
  return { url, stop }
}

async function ready(url: string, server: ChildProcess) {
  for (let tries = 0; tries < 1_800; tries++) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const up = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return
    await new Promise(wait => setTimeout(wait, 100))
  }
  server.kill('SIGKILL')
  throw new Error('the server did not start')
}

/** Signs in again when its session was ended by newer ones: of one person only so many live. */
function caller(url: string, first: string) {
  let token = first
  const ask = (method: string, path: string, body: unknown) =>
    fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    let answer = await ask(method, path, body)
    if (answer.status === 401) {
      token = (await tokenOf(url, admin)).access_token
      answer = await ask(method, path, body)
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return Object(await answer.json())
  }
}

/** Quoted-printable and MIME folding undone, as far as a link needs. */
function lastMail(folder: string, to: string): string {
  if (!existsSync(folder)) return ''
  const mails = readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .toSorted()
  const found = mails.map(name => readFileSync(join(folder, name), 'utf8')).findLast(mail => mail.includes(to))
  return (found ?? '').replace(/=\r?\n/g, '').replace(/=3D/g, '=')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
