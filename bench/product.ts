// The product as it runs in production, on a database of its own that a measurement filled before.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { startCluster, type Cluster } from '../test/support/cluster.ts'
import { residentOf } from './processes.ts'
import { asStarted, serve } from './serve.ts'
import { trickle } from './trickle.ts'
import { furnished, settingsOf } from './world.ts'

export type Engine = 'postgres' | 'embedded'
export const engineOf = (given: string | undefined): Engine => (given === 'embedded' ? given : 'postgres')

export interface Product<T> {
  /** What filling the database answered. */
  readonly filled: T
  readonly folder: string
  readonly cluster: Cluster | undefined
  /** Throws when it is refused. */
  ask(method: string, path: string, body?: object | Buffer): Promise<Response>
  /** Milliseconds of each of a steady trickle of reads of a page, while something else goes on. */
  latencies(path: string, meanwhile: () => Promise<unknown>): Promise<readonly number[]>
  /** Megabytes in memory now, of the server and the processes it has apart. */
  resident(): number
  /** The most megabytes in memory since it was last asked, looked at fifty times a second. */
  peak(): number
  close(): void
}

export async function openProduct<T>(
  engine: Engine,
  port: number,
  fill: (database: Database) => Promise<T>,
): Promise<Product<T>> {
  const cluster = engine === 'postgres' ? await startCluster() : undefined
  if (engine === 'postgres' && !cluster) throw new Error('no PostgreSQL is installed here')
  const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
  const env = settingsOf(folder, cluster)
  const { filled, token } = await furnished(env, fill)

  const server = await serve(asStarted, { ...env, PORT: String(port) }, port, '/readyz')
  const url = `http://127.0.0.1:${port}`
  const resident = () => residentOf(server.pid)
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, resident())), 20)
  return {
    filled,
    folder,
    cluster,
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
    peak() {
      const seen = most
      most = 0
      return seen
    },
    close() {
      clearInterval(looking)
      server.kill('SIGTERM')
      cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
