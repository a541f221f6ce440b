import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'
import { prepareCluster } from '#server/database/embedded/cluster.ts'
import { prepareHome } from '#server/database/embedded/home.ts'
import { openPostmaster, type ServerAddress } from '#server/database/embedded/postmaster.ts'
import { serverSettings } from '#server/database/embedded/settings.ts'

/** A packaged PostgreSQL of its own, in a temporary folder. */
export interface Cluster {
  readonly url: string
  /** The process all of its own are started by. */
  readonly pid: () => number
  /** The files of its databases. */
  readonly folder: string
  /** As after a power cut of the server alone: no goodbye to anyone, then up again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** What is thrown away need not reach a disk, nor be kept tidy. */
export const careless = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
}

/**
 * Settings are those of the product's own server, but for those that keep what is written. `fill` makes the files, where they are not a
 * new database.
 */
export async function startCluster(
  more: Readonly<Record<string, string>> = careless,
  fill: (folder: string) => Promise<void> = async () => {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-postgres-'))
  const home = prepareHome(folder, undefined, () => {})
  const files = join(home.folder, 'cluster')
  await fill(files)
  const postmaster = await openPostmaster(home, await prepareCluster(home), { ...serverSettings, ...more }, () => {})
  const url = urlOf(postmaster.address)
  return {
    url,
    folder: files,
    pid: () => postmaster.pid() ?? 0,
    restart: async () => {
      process.kill(postmaster.pid() ?? 0, 'SIGQUIT')
      for (let tries = 0; !(await answers(url)); tries++) {
        if (tries > 300) throw new Error('it does not come up again')
        await after(50)
      }
    },
    stop: async () => {
      await postmaster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A socket's folder goes in the query: https://www.postgresql.org/docs/17/libpq-connect.html#LIBPQ-CONNSTRING-URIS. */
const urlOf = ({ user, password, database, host, port }: ServerAddress) =>
  `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
