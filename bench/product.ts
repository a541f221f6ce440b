// The product as it runs in production, on a database of its own that a measurement filled before.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { openHouse } from '../src/house.server.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { startCluster, type Cluster } from '../test/support/cluster.ts'
import { settingsOf, signIn } from './world.ts'

export type Engine = 'postgres' | 'embedded'
export const engineOf = (given: string | undefined): Engine => (given === 'embedded' ? given : 'postgres')

export interface Product<T> {
  /** What filling the database answered. */
  readonly filled: T
  readonly folder: string
  readonly cluster: Cluster | undefined
  /** Throws when it is refused. */
  ask(method: string, path: string, body?: object | Buffer): Promise<Response>
  /** Megabytes in memory now. */
  resident(): number
  /** The most megabytes in memory since it was last asked. */
  peak(): number
  close(): void
}

export async function openProduct<T>(
  engine: Engine,
  port: number,
  fill: (database: Database, cluster: Cluster | undefined, folder: string) => Promise<T>,
): Promise<Product<T>> {
  const cluster = engine === 'postgres' ? await startCluster() : undefined
  if (engine === 'postgres' && !cluster) throw new Error('no PostgreSQL is installed here')
  const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
  const env = settingsOf(folder, cluster)
  const config = readConfig(env)
  const database = await openDatabase(config)
  const { app } = await openHouse(config, database)
  const filled = await database.unhurried(() => fill(database, cluster, folder))
  const token = await signIn(app, config)
  await app.close()
  await database.close()

  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, NODE_ENV: 'production', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 600 && !(await isReady(url)); tries++) await after(100)
  const held = (of: 'VmRSS' | 'VmHWM') =>
    Math.round(
      Number(new RegExp(`${of}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
    )
  return {
    filled,
    folder,
    cluster,
    async ask(method, path, body) {
      const type = body instanceof Buffer ? 'text/csv' : 'application/json'
      const answer = await fetch(`${url}/api/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
        ...(body && { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer
    },
    resident: () => held('VmRSS'),
    peak() {
      const most = held('VmHWM')
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
      return most
    },
    close() {
      server.kill('SIGTERM')
      cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
