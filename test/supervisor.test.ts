import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { afterEnd, noEnds, openLoopWatch } from '#server/supervisor.ts'
import { bundled } from './support/bundled.ts'
import { livedServer } from './support/lived.ts'

// A server and the process beside it, as `npm start` runs them, on a PostgreSQL of their own.

const supervised = await bundled('src/supervise.server.ts', { main: 'src/main.server.ts' })
afterAll(supervised.remove)

const [email, password] = ['admin@exemplo.com.br', 'quatro cavalos no telhado']
/** A request that never gives the loop back. */
const holding = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel'
  subscribe('http.server.request.start', ({ request }) => request.url === '/hold' && queueMicrotask(() => { for (;;); }))
`)}`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

function surroundings(port: number, more: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-supervised-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: '',
    OUTORGA_DATA_DIR: folder,
    OUTORGA_DEMO: '0',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    PORT: String(port),
    LOOP_WATCH_SECONDS: '1',
    ...more,
  }
  return { folder, env }
}

async function opened(more: Readonly<Record<string, string>> = {}) {
  const { folder, env } = surroundings(await freePort(), more)
  const server = await livedServer(supervised.path, env, ['--import', holding])
  await server.signIn(email, password)
  /** The process that answers: it has the store. */
  const answering = () => Number(JSON.parse(readFileSync(join(folder, 'postgres.lock'), 'utf8')).pid)
  const isUp = () =>
    server.ask('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    )
  /** Once another process than this answers. */
  async function anew(before: number): Promise<void> {
    for (let tries = 0; tries < 600; tries++, await after(100)) if ((await isUp()) && answering() !== before) return
    throw new Error(`it was not started again: ${server.said().toString()}`)
  }
  return { ...server, answering, anew }
}
const linesOf = (said: Buffer) => said.toString().split('\n').filter(Boolean)

test('a server whose loop hangs is started again, with what it had acknowledged and a word about what it was doing', async () => {
  const server = await opened()
  const first = server.answering()
  const written: string[] = []
  let hangs = false
  const write = async (who: number) => {
    for (let n = 0; !hangs && n < 10_000; n++) {
      const name = `Texto ${who} ${n}`
      const reply = await server.ask('POST', 'text-modules', { name, content: 'Olá' }).catch(() => null)
      if (reply?.status === 201) written.push(name)
      if (reply === null) return
    }
  }
  const writing = [1, 2, 3, 4].map(write)
  while (written.length < 40) await after(20)
  // A process the system stopped hears no signal but one.
  process.kill(first, 'SIGSTOP')
  await server.anew(first)
  hangs = true
  await Promise.all(writing)
  await server.signIn(email, password)
  const { text } = await server.ask('GET', 'text-modules?pagination=false&columns=name')
  const names: readonly string[] = JSON.parse(text).data.map((row: { readonly name: string }) => row.name)
  expect(written.filter(name => !names.includes(name))).toEqual([])

  // So does one that computes and never comes to an end.
  const second = server.answering()
  // Of requests that begin within milliseconds of each other one is reported.
  await after(100)
  const held = server.ask('GET', '/hold').catch(() => null)
  await server.anew(second)
  await held
  const told = linesOf(server.said()).filter(line => line.includes('não responde há 1 segundo,'))
  expect(told).toHaveLength(2)
  expect(told[1]).toContain('Em andamento: GET /hold.')
  // One that is ended from outside is started again, too.
  const third = server.answering()
  process.kill(third, 'SIGKILL')
  await server.anew(third)
  await server.signIn(email, password)
  expect(JSON.parse((await server.ask('GET', 'text-modules?pagination=false')).text).data).toHaveLength(names.length)
  server.child.kill('SIGTERM')
  expect(await once(server.child, 'close')).toEqual([0, null])
}, 180_000)

test('told to end, it lets the server drain, answers what was asked, and ends as the server ends', async () => {
  const server = await opened()
  const answering = server.answering()
  const asked = server.ask('POST', 'text-modules', { name: 'O último', content: 'Olá' })
  await after(5)
  server.child.kill('SIGINT')
  server.child.kill('SIGTERM')
  expect((await asked).status).toBe(201)
  expect(await once(server.child, 'close')).toEqual([0, null])
  expect(() => process.kill(answering, 0)).toThrow('ESRCH')
}, 120_000)

test('told to end while the loop hangs, it ends all the same', async () => {
  const server = await opened({ LOOP_WATCH_SECONDS: '0' })
  void server.ask('GET', '/hold').catch(() => null)
  // Nobody watches: it hangs until a signal ends it.
  await after(3_000)
  server.child.kill('SIGTERM')
  expect(await once(server.child, 'close')).toEqual([137, null])
}, 120_000)

test('a setting that is wrong ends it once, with the words and the code of the server', async () => {
  const { env } = surroundings(0, { LOG_LEVEL: 'verbose', LOOP_WATCH_SECONDS: '-1' })
  const { code, said } = await new Promise<{ code: unknown; said: string }>(resolve =>
    execFile(process.execPath, [supervised.path], { env: { ...process.env, ...env } }, (error, _out, said_) =>
      resolve({ code: error?.code, said: said_ }),
    ),
  )
  // systemd's RestartPreventExitStatus=78.
  expect(code).toBe(78)
  const lines = linesOf(Buffer.from(said))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '').msg).toMatch(/LOOP_WATCH_SECONDS deve ser 0 ou mais[^]*LOG_LEVEL deve ser/)
}, 60_000)

test('seconds without a beat are counted, and none while no beat has come or nobody is to watch', () => {
  const watch = openLoopWatch()
  const ticks = (n: number) => Array.from({ length: n }, () => watch.tick()).filter(Boolean).length
  expect(ticks(100)).toBe(0)
  watch.beat({ watch: 20, drain: 9, running: ['GET /a'] })
  expect(ticks(20)).toBe(0)
  watch.beat({ watch: 20, drain: 30, running: ['GET /b'] })
  expect(watch.drain()).toBe(30)
  expect(ticks(20)).toBe(0)
  expect(watch.tick()).toEqual({ watch: 20, drain: 30, running: ['GET /b'] })
  watch.beat({ watch: 0, drain: 9, running: [] })
  expect(ticks(1_000)).toBe(0)
})

test('who never came up is not tried again, who ends again and again later each time', () => {
  const crash = { code: 1, wanted: false, up: 2 }
  expect(afterEnd({ ...crash, up: null }, noEnds)).toEqual({ exit: 1 })
  expect(afterEnd({ code: 0, wanted: true, up: 5 }, noEnds)).toEqual({ exit: 0 })
  expect(afterEnd({ code: 1, wanted: true, up: 5 }, noEnds)).toEqual({ exit: 1 })
  const waits = (ends: readonly Parameters<typeof afterEnd>[0][]) => {
    let count = noEnds
    return ends.map(end => {
      const next = afterEnd(end, count)
      if ('exit' in next) return `exit ${next.exit}`
      count = next.count
      return next.wait
    })
  }
  expect(waits(Array.from({ length: 10 }, () => crash))).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  // What was up for long has nothing to do with earlier ends.
  expect(waits([crash, crash, { ...crash, up: 600 }, crash])).toEqual([0, 1, 0, 1])
  const failed = { code: 3, wanted: false, up: null }
  expect(waits([crash, failed, failed, crash, failed])).toEqual([0, 1, 2, 4, 8])
  expect(waits([crash, failed, failed, failed, failed, failed])).toEqual([0, 1, 2, 4, 8, 'exit 3'])
})
