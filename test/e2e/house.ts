import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'

/** What calls answer: a row, or rows by their order. */
export type Data = Readonly<Record<string, string>> & { readonly id: number }

/** The built product, running on an embedded database of its own. */
export interface House {
  readonly url: string
  readonly admin: { readonly email: string; readonly password: string }
  /** The newest mail it wrote to this address, as text. */
  lastMail(to: string): string
  /** A call of the API as the administrator; answers the `data` of its JSON. */
  api(method: string, path: string, body?: unknown): Promise<Data>
  /** The id of the first row a search finds. */
  idOf(path: string, search: string): Promise<number>
}

const admin = { email: 'ana.souza@outorga.test', password: 'quatro cavalos no telhado' }
const settings: Readonly<Record<string, string>> = {
  OUTORGA_DEMO: '0',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  LOG_LEVEL: 'warn',
  REQUESTS_PER_MINUTE: '100000',
  // Nobody outside is asked, unless a journey says who.
  CNPJ_URL: '0',
  CNPJ_FALLBACK_URL: '0',
  CEP_URL: '0',
}

interface Wishes {
  /** Settings of a house of its own, which the tests of a worker that wish the same share; without any it is everybody's. */
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

/** Opens each house when it is first wished for. Everybody's stays; of the others only the last, for each takes half a gigabyte. */
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

async function openHouse(env: Wishes['env']) {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-e2e-'))
  // Whoever asks for the demonstration sees the very first start.
  const template = process.env[templateFolder]
  if (template && !env.OUTORGA_DEMO) execFileSync('cp', ['-R', join(template, 'database'), folder])
  const { url, stop } = await start(folder, env)
  const call = caller(url, await signInByApi(url))
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
  }
  const close = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { house, close }
}

/** Signs in as a person does, or takes up a session whose window is closed: to type the password takes longer than many a journey. */
export async function signIn(page: Page, { url, admin }: House, who = admin) {
  const whose = `${url} ${who.email} ${who.password}`
  const kept = page.url() === 'about:blank' ? await sessionLeft(url, whose) : undefined
  if (kept) {
    await page.context().setStorageState(kept.state)
    await page.goto(url, { waitUntil: 'commit' })
  } else {
    await page.goto(`${url}/account/login`)
    await page.getByLabel('E-mail').fill(who.email)
    await page.getByLabel('Senha', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page).not.toHaveURL(/account\/login/)
  }
  const session = kept ?? { state: await page.context().storageState(), since: Date.now() }
  page.context().once('close', () => sessionsLeft.set(whose, session))
}

interface Session {
  readonly state: Exclude<Parameters<BrowserContext['setStorageState']>[0], string>
  readonly since: number
}
/** By address, person and password: of windows that were closed. */
const sessionsLeft = new Map<string, Session>()
/** After that the browser would ask for another token, and the one that is kept would be spent. */
const freshFor = 8 * 60_000

/** One that still holds, with its person as the house knows them by now. */
async function sessionLeft(url: string, whose: string): Promise<Session | undefined> {
  const session = sessionsLeft.get(whose)
  sessionsLeft.delete(whose)
  if (!session || Date.now() - session.since > freshFor) return undefined
  const { state } = session
  const kept = state.origins.flatMap(({ localStorage }) => localStorage)
  const token = kept.find(({ name }) => name === 'outorga.token')
  const user = kept.find(({ name }) => name === 'outorga.user')
  if (!token || !user) return undefined
  const { access_token } = JSON.parse(token.value)
  const answer = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: `Bearer ${access_token}` } })
  if (!answer.ok) return undefined
  user.value = JSON.stringify((await json(answer)).data)
  return session
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

/** It fits, and nothing in it is a serious or critical finding; a page that began to change while it was looked at is looked at again. */
export async function expectGood(page: Page) {
  await expect(async () => {
    await expectFits(page)
    // Once brought, it stays in the page while its reader goes from screen to screen.
    const brought = await page.evaluate('"axe" in window')
    // In one page and without what passed: a third of the time, and the same findings.
    const { violations } = await new AxeBuilder({ page, ...(brought === true && { axeSource: '0' }) })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze()
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(bad.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join('; ')}`)).toEqual([])
  }).toPass({ timeout: 30_000 })
}

/** The variable that says where `template.ts` left a data folder after its first start. */
export const templateFolder = 'E2E_TEMPLATE'

/** The built product on a data folder, answering. */
export async function start(folder: string, env: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...settings,
      ...env,
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
      token = await signInByApi(url)
      answer = await ask(method, path, body)
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return Object(await answer.json())
  }
}

async function signInByApi(url: string): Promise<string> {
  const { client_id, client_secret } = await json(await fetch(`${url}/config.json`))
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      client_id,
      client_secret,
      username: admin.email,
      password: admin.password,
    }),
  })
  return (await json(answer)).access_token ?? ''
}

const json = (answer: Response): Promise<Record<string, string>> => answer.json().then(body => Object(body))

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
