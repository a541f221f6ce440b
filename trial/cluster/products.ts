import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productPassword } from './databases.ts'
import type { Host } from './network.ts'
import { until } from './until.ts'

export const administrator = { email: 'a@exemplo.com.br', password: 'quatro cavalos no telhado' }
export const metricsToken = 'metricas-do-teste'

/** The hosts of the product, and the one that divides what people send among them. */
export interface Products {
  readonly hosts: readonly Host[]
  /** Where people send what they do. */
  readonly url: string
  /** Starts this build on a host, and resolves once it answers. */
  start(host: Host, build: string): Promise<void>
  /** Asks it to end, and resolves once it did. */
  stop(host: Host): Promise<void>
}

/** Files of `deploy` are used as they are, but for their places and the certificate. */
export async function openProducts(folder: string, hosts: readonly Host[], front: Host): Promise<Products> {
  // A disk that both hosts have.
  const data = join(folder, 'data')
  mkdirSync(data)
  startFront(front)
  return {
    hosts,
    url: `http://${front.address}:8080`,
    start: async (host, build) => {
      if (!host.processes('haproxy').length)
        host.start('haproxy', ['haproxy', '-db', '-f', join(process.cwd(), 'deploy/patroni/haproxy.cfg')])
      const database = (port: number) => `postgres://outorga:${productPassword}@127.0.0.1:${port}/outorga`
      const env = {
        NODE_ENV: 'production',
        HOST: '0.0.0.0',
        PORT: '3000',
        DATABASE_URL: database(5000),
        DATABASE_READ_URL: database(5001),
        OUTORGA_DATA_DIR: data,
        OUTORGA_DEMO: '0',
        OUTORGA_URL: `http://${front.address}:8080`,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        ACCESS_TOKEN_SECONDS: '86400',
        UNBOUND_SESSION_SECONDS: '86400',
        REQUESTS_PER_MINUTE: '10000000',
        EXPORT_INLINE_ROWS: '50',
        TRUST_PROXY: front.address,
        METRICS_TOKEN: metricsToken,
        COPY_DAILY: '0',
        LOG_LEVEL: 'warn',
      }
      // The proxy looks for the primary first.
      await until('the proxy of the database has looked', () => host.processes('haproxy').length > 0, 10)
      for (let tries = 0; tries < 10; tries++) {
        const child = host.start('outorga', [process.execPath, join(build, 'dist/server/main.js')], { env })
        const isUp = () => answers(host.address)
        await until('it answers or has ended', async () => child.exitCode !== null || (await isUp()), 90)
        if (child.exitCode === null) return
      }
      throw new Error(`Outorga does not start on ${host.name}: see ${host.folder}/outorga.log`)
    },
    stop: async host => {
      for (const pid of host.processes('dist/server/main.js')) process.kill(pid, 'SIGTERM')
      await until('it has ended', () => !host.processes('dist/server/main.js').length, 30)
    },
  }
}

async function answers(address: string): Promise<boolean> {
  const { ok } = await fetch(`http://${address}:3000/readyz`, { signal: AbortSignal.timeout(2_000) })
  return ok
}

function startFront(front: Host) {
  const page = join(front.folder, '503.http')
  cpSync('deploy/haproxy/503.http', page)
  const file = join(front.folder, 'haproxy.cfg')
  const text = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
    .replaceAll('/etc/haproxy/503.http', page)
    .replace(/^ {2}bind .*$/m, '  bind :8080')
  // Which of the two answered.
  writeFileSync(
    file,
    text.replace(/^frontend outorga$/m, 'frontend outorga\n  http-response set-header X-Served-By %s'),
  )
  front.start('haproxy', ['haproxy', '-db', '-f', file])
}
