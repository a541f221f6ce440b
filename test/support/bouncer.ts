import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from './cluster.ts'
import { startWire, throughPort } from './wire.ts'

/** The program, where this machine has it. */
export const bouncer = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map(folder => join(folder, 'pgbouncer'))
  .find(path => existsSync(path))

/** A PgBouncer in front of this server, as Debian's package configures it but for the mode. */
export async function startBouncer(server: string, mode: 'session' | 'transaction') {
  const wire = await startWire(server)
  const { username, password, port } = new URL(wire.url)
  const own = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'outorga-bouncer-'))
  // It does not run as root, and who it runs as reads this.
  chmodSync(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
max_client_conn = 200
server_lifetime = 0
`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(bouncer ?? 'pgbouncer', ['-q', ...asUser, settings], { stdio: 'ignore' })
  for (let tries = 0; !(await isOpen(own)); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error('PgBouncer did not start')
    await after(50)
  }
  return {
    url: throughPort(server, own),
    close: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'close')
      await wire.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
