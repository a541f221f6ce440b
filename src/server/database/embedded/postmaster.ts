import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { spawnAs } from '#server/database/embedded/account.ts'
import { damaged, superuser, type Cluster } from '#server/database/embedded/cluster.ts'
import type { Home } from '#server/database/embedded/home.ts'
import { endProcess, isPostmasterOf } from '#server/database/embedded/orphan.ts'
import { programPath } from '#server/database/embedded/programs.ts'

/** How a driver reaches the server. */
export interface ServerAddress {
  /** The folder of the socket, or a loopback address. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface Postmaster {
  readonly address: ServerAddress
  /** Of its first process. */
  pid(): number | undefined
  /** Ends it in an orderly way, or within some seconds in any. */
  stop(): Promise<void>
}

/** Bytes of a socket's path that every Unix takes: sockaddr_un has 104 on macOS and 108 on Linux, the last of them 0. */
const longestPath = 103
/** Milliseconds in which the last processes of a server that was killed give up its files and its memory: no statement runs longer. */
const lingering = 15_000
/** Milliseconds between two tries of a server that ended by itself and does not come up again. */
const pause = 2_000

/**
 * Starts the server on this cluster and starts it again whenever it ends by itself, until it is stopped. One that an earlier process
 * left running is ended first. Rejects with the reason, in Portuguese, where it cannot be opened.
 */
export async function openPostmaster(
  home: Home,
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  report: (line: string) => void,
): Promise<Postmaster> {
  const address = await addressIn(home, cluster)
  const start = () => startOnce(home, cluster, listening(address, settings), report)

  let stopping = false
  let child = await start()
  const watch = () =>
    child.once('exit', () => {
      if (stopping) return
      report('O banco embutido parou e está sendo reaberto.')
      void startAgain()
    })
  const startAgain = async () => {
    try {
      child = await start()
      if (stopping) await endChild(child)
      else watch()
    } catch (error) {
      if (stopping) return
      report(error instanceof Error ? error.message : String(error))
      await after(pause, undefined, { ref: false })
      await startAgain()
    }
  }
  watch()
  return {
    address,
    pid: () => child.pid,
    stop: async () => {
      stopping = true
      await endChild(child)
    },
  }
}

/** A socket in the home, which only its owner may enter; where the path is too long or the system has none, a loopback port. */
async function addressIn({ folder }: Home, { password }: Cluster): Promise<ServerAddress> {
  const who = { user: superuser, password, database: superuser }
  const isShort = Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestPath
  if (process.platform !== 'win32' && isShort) return { ...who, host: folder, port: 5432 }
  return { ...who, host: '127.0.0.1', port: await freePort() }
}

function listening({ host, port }: ServerAddress, settings: Readonly<Record<string, string>>) {
  const isSocket = host !== '127.0.0.1'
  return {
    ...settings,
    port: String(port),
    listen_addresses: isSocket ? '' : host,
    // A list of folders: quotes keep a comma or a blank in this one.
    unix_socket_directories: isSocket ? `"${host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
  }
}

/** Starts it, and waits as long as it takes to recover from whatever ended it before. */
async function startOnce(
  { programs, account }: Home,
  { folder }: Cluster,
  settings: Readonly<Record<string, string>>,
  report: (line: string) => void,
): Promise<ChildProcess> {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const until = performance.now() + lingering
  for (;;) {
    // Again in each round: a product that was killed may have started one at its last moment.
    const left = postmasterFile(folder)
    if (left && isPostmasterOf(left.pid, folder)) await endProcess(left.pid)
    const child = spawnAs(
      account,
      programPath(programs, 'postgres'),
      ['-D', folder, ...args],
      ['ignore', 'ignore', 'pipe'],
    )
    const lines = linesOf(child, report)
    if (await isReady(child, folder)) return child
    const fatal =
      lines.findLast(line => /^(FATAL|PANIC): +(?!the database system is)/.test(line)) ??
      lines.at(-1) ??
      'sem explicação'
    const isHeld = lines.some(line => /pre-existing shared memory block|lock file "\S+" already exists/.test(line))
    if (!isHeld || performance.now() > until) throw new Error(damaged(folder, fatal.replace(/^\w+: +/, '')))
    await after(100)
  }
}

/** False once it has ended. A server is ready when the last line of its file says so, as `pg_ctl` has it. */
async function isReady(child: ChildProcess, folder: string): Promise<boolean> {
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  while (!ended) {
    const file = postmasterFile(folder)
    if (file?.pid === child.pid && file?.status === 'ready') return true
    await after(10)
  }
  return false
}

/** What it writes before it is ready, or ends; what ends it or one of its processes is reported. */
function linesOf(child: ChildProcess, report: (line: string) => void): readonly string[] {
  const lines: string[] = []
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const [...whole] = (rest + text).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole.filter(Boolean)) {
      if (/^PANIC: |terminated by signal/.test(line)) report(`Banco embutido: ${line}`)
      // The lines explain a failed start, which writes a handful; those of the following months would only fill the memory.
      if (lines.length < 100) lines.push(line)
    }
  })
  return lines
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const gone = once(child, 'exit')
  await endProcess(child.pid)
  await gone
}

/** What a server writes of itself: the process on the first line of `postmaster.pid`, its state on the eighth. */
function postmasterFile(folder: string): { readonly pid: number; readonly status: string } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
