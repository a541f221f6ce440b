// From being spawned to being ready on a database that was there, and the memory in use after a load of lists, single clients and
// changes: the product with its own packaged server in its data folder, the product on a server elsewhere, and the peers on that one.
// The peers are ready once they answer a list. Memory is the proportional set size of what is spawned and all it starts in turn: of the
// first, the product and every process of its PostgreSQL; of the others, theirs alone. A Node counts half of the program's own pages,
// which this process maps as well.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { median } from './figures.ts'
import { openFilled } from './filled.ts'
import { proportionalOf } from './processes.ts'
import { connections, isWanted, load, oneOf, takeTurns, type Call } from './rounds.ts'
import { asStarted } from './serve.ts'
import { oursIn, type Side } from './sides.ts'
import { peersOver } from './start-peers.ts'
import { furnishSearch } from './whole.ts'
import { fill, furnished, settingsOf } from './world.ts'

const clients = Number(process.argv[2] ?? 50_000)
const seconds = Number(process.argv[3] ?? 6)
const starts = Number(process.argv[4] ?? 5)
const port = 4_840

interface Started {
  readonly name: string
  readonly side: Side
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly token: string
  readonly ready: Call
}

const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
const product = await openFilled(port, clients, furnishSearch)
if (product.server.pid) process.kill(product.server.pid)
try {
  const readyz: Call = { method: 'GET', path: '/readyz' }
  const own = { side: { ...oursIn('bare'), port: port + 1 }, args: asStarted, ready: readyz }
  const env = settingsOf(folder)
  const { token } = await furnished(env, database => fill(database, clients))
  const all: readonly Started[] = [
    {
      ...own,
      name: 'Outorga on a server elsewhere',
      env: { ...product.settings, PORT: String(port + 1) },
      token: product.token,
    },
    { ...own, name: 'Outorga with its own server', env: { ...env, PORT: String(port + 1) }, token },
    ...(process.env.WORKS ? [] : peersOver(product)).map(({ side, ...how }) => ({
      ...how,
      side,
      name: side.name,
      token: product.token,
      ready: side.list(1),
    })),
  ]
  const found = await takeTurns(all.filter(isWanted), starts, startOnce)
  for (const [{ name }, each] of found) {
    const [ready, fresh, held] = (['ready', 'fresh', 'held'] as const).map(part => told(each.map(one => one[part])))
    console.log(
      `${name}: ready after ${ready} ms with ${fresh} MB; ${held} MB after ${seconds} s over ${connections} connections`,
    )
  }
} finally {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Starts it, has it work, and stops it. */
async function startOnce({ side, args, env, token, ready }: Started) {
  const headers = { authorization: `Bearer ${token}` }
  const ask = ({ method, path, body }: Call) =>
    fetch(`http://127.0.0.1:${side.port}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(child, 'exit')
  try {
    while (
      !(await ask(ready).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || performance.now() - began > 60_000)
        throw new Error(`${args.join(' ')} did not start`)
      await after(5)
    }
    const took = performance.now() - began
    const fresh = proportionalOf(child.pid)
    const { rows } = side.page.parse(await (await ask(side.list(1))).json())
    let n = 0
    const next = () => {
      if (++n % 3 === 0) return side.list(1 + (n % 100))
      return n % 3 === 1 ? side.one(oneOf(rows)) : side.change(oneOf(rows), `visto ${n}`)
    }
    const { port, isSound } = side
    await load({ port, headers, pid: child.pid, ...(isSound && { isSound }) }, next, seconds)
    return { ready: took, fresh, held: proportionalOf(child.pid) }
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}

function told(figures: readonly number[]) {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map(Math.round)
  return `${middle} (${least}–${most})`
}
