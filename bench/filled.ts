// The product as it runs in production, over a PostgreSQL of its own that holds clients, beside others that are measured with it.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { startDatabase } from './product.ts'
import type { Loaded } from './rounds.ts'
import { asStarted, endServer, serve } from './serve.ts'
import { fill, furnished, settingsOf } from './world.ts'

export interface FilledProduct {
  /** The address of its database. */
  readonly database: string
  /** For whatever else is written meanwhile; it goes with the rest. */
  readonly folder: string
  readonly token: string
  /** What it is started with, but for its port. */
  readonly settings: Readonly<Record<string, string>>
  /** Itself, to be loaded. */
  readonly server: Loaded
  /** Another server over the same database, which ends with the product. */
  start(...given: Parameters<typeof serve>): Promise<Loaded>
  /** A floor of bench/, on the next port. */
  startFloor(name: string, ...args: string[]): Promise<Loaded>
  /** Kills the product and its PostgreSQL, and starts both over the same files with nothing in their memory. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openFilled(
  port: number,
  clients: number,
  also: (database: Database) => Promise<unknown> = () => Promise.resolve(),
): Promise<FilledProduct> {
  const cluster = await startDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
  const children: ChildProcess[] = []
  const close = async () => {
    // Nobody's rows are kept: to wait for goodbyes would only take time.
    for (const child of children) await endServer(child, 'SIGKILL')
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const env = settingsOf(folder, cluster.url)
    const { token } = await furnished(env, async database => {
      await fill(database, clients)
      await also(database)
    })
    const headers = { authorization: `Bearer ${token}` }
    const start = async (...given: Parameters<typeof serve>) => {
      const child = await serve(...given)
      children.push(child)
      return { port: given[2], headers, pid: child.pid, postmaster: cluster.pid() }
    }
    const server = await start(asStarted, { ...env, PORT: String(port) }, port, '/readyz')
    const startFloor = (name: string, ...args: string[]) => {
      const at = port + children.length
      const given = { DATABASE_URL: cluster.url, PORT: String(at) }
      return start(['--import', 'tsx', `bench/${name}.ts`, ...args], given, at, '/')
    }
    const restart = async () => {
      for (const child of children.splice(0)) await endServer(child, 'SIGKILL')
      await cluster.restart()
      await start(asStarted, { ...env, PORT: String(port) }, port, '/readyz')
    }
    return { database: cluster.url, folder, token, settings: env, server, start, startFloor, restart, close }
  } catch (cause) {
    await close()
    throw cause
  }
}
