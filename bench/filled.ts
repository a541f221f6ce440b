// The product as it runs in production, over a PostgreSQL of its own that holds clients, beside others that are measured with it.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHouse } from '../src/house.server.ts'
import { readConfig } from '#settings.server.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { startCluster } from '../test/support/cluster.ts'
import { serve } from './serve.ts'
import { fill, settingsOf, signIn } from './world.ts'

export interface FilledProduct {
  /** The address of its database. */
  readonly database: string
  /** For whatever else is written meanwhile; it goes with the rest. */
  readonly folder: string
  readonly token: string
  /** Another server, which ends with the product. */
  start(...given: Parameters<typeof serve>): Promise<void>
  close(): Promise<void>
}

export async function openFilled(
  port: number,
  clients: number,
  also: (database: Database) => Promise<unknown> = () => Promise.resolve(),
): Promise<FilledProduct> {
  const cluster = await startCluster()
  if (!cluster) throw new Error('no PostgreSQL is installed here')
  const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
  const children: ChildProcess[] = []
  const close = async () => {
    // Nobody's rows are kept: to wait for goodbyes would only take time.
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode) continue
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async (...given: Parameters<typeof serve>) => void children.push(await serve(...given))
  try {
    const env = settingsOf(folder, cluster)
    const config = readConfig(env)
    // Filling takes longer than a statement of a request may.
    const database = await openDatabase(config, { statementMs: 600_000 })
    const { app } = await openHouse(config, database)
    await database.unhurried(() => fill(database, clients))
    await also(database)
    const token = await signIn(app, config)
    await app.close()
    await database.close()
    await start(['dist/server/main.js'], { ...env, PORT: String(port) }, port, '/readyz')
    return { database: cluster.url, folder, token, start, close }
  } catch (cause) {
    await close()
    throw cause
  }
}
