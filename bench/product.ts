// The product as it runs in production, on a database of its own that a measurement filled before. Every bench gives it a packaged
// PostgreSQL beside it, with the settings it starts its own server with: commits are forced to the disk, and whatever the product is
// compared with uses the same server. Only `start` and `orders` leave the product to start its own server in its data folder, because
// they measure what that server costs and how it survives kills.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { startCluster, type Cluster } from '../test/support/cluster.ts'
import { residentOf } from './processes.ts'
import { asStarted, endServer, serve } from './serve.ts'
import { trickle } from './trickle.ts'
import { furnished, settingsOf } from './world.ts'

/**
 * A PostgreSQL with the product's own settings, but for more connections: each floor and each peer has a pool beside the product's. It
 * runs in a process group of its own, where an interrupt from the terminal does not reach it, so it is ended when this process exits.
 */
export async function startDatabase(): Promise<Cluster> {
  const cluster = await startCluster({ max_connections: '100' })
  const end = () => process.kill(cluster.pid(), 'SIGQUIT')
  const exit = () => process.exit(1)
  process.once('exit', end).once('SIGINT', exit).once('SIGTERM', exit)
  return {
    ...cluster,
    stop: async () => {
      process.off('exit', end).off('SIGINT', exit).off('SIGTERM', exit)
      await cluster.stop()
    },
  }
}

export interface Product<T> {
  /** What filling the database answered. */
  readonly filled: T
  /** The address of its database. */
  readonly database: string
  /** Throws when it is refused. */
  ask(method: string, path: string, body?: object | Buffer): Promise<Response>
  /** Milliseconds of each of a steady trickle of reads of a page, while something else goes on. */
  latencies(path: string, meanwhile: () => Promise<unknown>): Promise<readonly number[]>
  /** Megabytes in memory now, of the server and the processes it has apart. */
  resident(): number
  /** Kills its server as a power cut would, and starts it anew over the same data. */
  restart(): Promise<void>
  /** Where it listens, and who asks it. */
  readonly url: string
  readonly token: string
  /** The most megabytes in memory since it was last asked, looked at fifty times a second. */
  peak(): number
  close(): Promise<void>
}

/** `more`: settings besides those of every bench. */
export async function openProduct<T>(
  port: number,
  fill: (database: Database) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
): Promise<Product<T>> {
  const cluster = await startDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
  const env = { ...settingsOf(folder, cluster.url), ...more }
  const { filled, token } = await furnished(env, fill)

  const start = () => serve(asStarted, { ...env, PORT: String(port) }, port, '/readyz')
  let server = await start()
  const url = `http://127.0.0.1:${port}`
  const resident = () => residentOf(server.pid)
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, resident())), 20)
  return {
    filled,
    database: cluster.url,
    async ask(method, path, body) {
      const type =
        body instanceof Buffer
          ? path.startsWith('imports')
            ? 'application/octet-stream'
            : 'text/csv'
          : 'application/json'
      const answer = await fetch(`${url}/api/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
        ...(body && { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer
    },
    latencies: (path, meanwhile) => trickle({ url: `${url}/api/v1/${path}`, token }, meanwhile),
    resident,
    url,
    token,
    async restart() {
      await endServer(server, 'SIGKILL')
      server = await start()
    },
    peak() {
      const seen = most
      most = 0
      return seen
    },
    async close() {
      clearInterval(looking)
      await endServer(server, 'SIGTERM')
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
