import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL of our own, in a temporary folder. */
export interface Cluster {
  readonly url: string
  /** The process all of its own are started by. */
  readonly pid: () => number
  /** As after a power cut of the server alone: no goodbye to anyone, then up again. */
  restart(): void
  stop(): void
}

/** The programs of the newest PostgreSQL of this machine, or undefined. */
function programs(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions) ? readdirSync(versions).map(version => join(versions, version, 'bin')) : []
  const folders = [...installed.toReversed(), ...(process.env.PATH ?? '').split(':')]
  return folders.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

/** Undefined where no PostgreSQL is installed. Fast rather than durable: for tests only. */
export async function startCluster(): Promise<Cluster | undefined> {
  const bin = programs()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'outorga-postgres-'))
  const asRoot = process.getuid?.() === 0
  if (asRoot) execFileSync('chown', ['postgres', folder])
  const run = (command: string) =>
    asRoot
      ? execFileSync('su', ['postgres', '-c', command], { cwd: '/', stdio: 'pipe' })
      : execFileSync('sh', ['-c', command], { cwd: '/', stdio: 'pipe' })

  const port = await freePort()
  const data = join(folder, 'data')
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200 -c dynamic_shared_memory_type=mmap -c max_parallel_workers_per_gather=0`
  const control = (verb: string) => run(`${bin}/pg_ctl -D ${data} -w -l ${folder}/log -o '${settings}' ${verb}`)
  run(`${bin}/initdb -D ${data} -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync`)
  control('start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8')),
    restart: () => control('restart -m immediate'),
    stop: () => {
      control('stop -m immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
