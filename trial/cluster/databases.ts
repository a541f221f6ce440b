import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Client } from 'pg'
import type { Host } from './network.ts'
import { until } from './until.ts'

/** Made for this trial alone. */
const passwords = { admin: 'admin-trial', replica: 'replica-trial', rewind: 'rewind-trial', product: 'outorga-trial' }
export const productPassword = passwords.product

type Role = 'leader' | 'sync_standby' | 'replica'
interface Member {
  readonly name: string
  readonly role: Role
  readonly state: string
}

/** The three hosts of databases, with the files of `deploy/patroni`: places are changed, and nothing else. */
export interface DatabaseCluster {
  readonly hosts: readonly Host[]
  members(): Promise<readonly Member[]>
  hostOf(role: Role): Promise<Host>
  /** Starts what was killed on a host. */
  startEtcd(host: Host): void
  startPatroni(host: Host): void
  startBouncer(host: Host): void
  /** The host whose etcd leads the others. */
  etcdLeader(): Host
  /** Resolves once three databases run, and one of them has what is acknowledged. */
  whole(): Promise<void>
  ask(host: Host, statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

const number = (text: string, user: string) => Number(execFileSync('id', [text, user]).toString())
const filled = (path: string, host: Host, places: Readonly<Record<string, string>>) =>
  Object.entries({ '@NOME@': host.name, '@ENDERECO@': host.address, ...places }).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    readFileSync(join('deploy/patroni', path), 'utf8'),
  )

export async function startDatabases(hosts: readonly Host[]): Promise<DatabaseCluster> {
  const [uid, gid] = [number('-u', 'postgres'), number('-g', 'postgres')]
  for (const { folder } of hosts) {
    for (const name of ['postgres', 'run', 'etcd']) {
      mkdirSync(join(folder, name), { mode: 0o700 })
      chownSync(join(folder, name), uid, gid)
    }
  }

  const startEtcd = (host: Host) => {
    const settings = filled('etcd.env', host, { '/var/lib/etcd': join(host.folder, 'etcd') })
    host.start('etcd', ['etcd'], { user: 'postgres', env: { ...definedOf(parseEnv(settings)), ETCD_LOGGER: 'zap' } })
  }
  const startPatroni = (host: Host) => {
    const file = join(host.folder, 'patroni.yml')
    const places = {
      '@SENHA_ADMIN@': passwords.admin,
      '@SENHA_REPLICA@': passwords.replica,
      '@SENHA_REBOBINA@': passwords.rewind,
      '/var/lib/postgresql/15': join(host.folder, 'postgres'),
      '/var/lib/postgresql/.pgpass': join(host.folder, 'postgres', '.pgpass'),
      '/var/run/postgresql': join(host.folder, 'run'),
    }
    writeFileSync(file, filled('patroni.yml', host, places))
    host.start('patroni', ['patroni', file], { user: 'postgres', env: { HOME: join(host.folder, 'postgres') } })
  }
  const startBouncer = (host: Host) => {
    const [file, users] = [join(host.folder, 'pgbouncer.ini'), join(host.folder, 'userlist.txt')]
    writeFileSync(users, `"outorga" "${passwords.product}"\n`)
    chmodSync(users, 0o644)
    writeFileSync(file, filled('pgbouncer.ini', host, { '/etc/pgbouncer/userlist.txt': users }))
    host.start('pgbouncer', ['pgbouncer', file], { user: 'postgres' })
  }

  const members = async (): Promise<readonly Member[]> => {
    const views = await Promise.all(hosts.map(({ address }) => viewOf(address)))
    // Each answers what etcd says; one that is cut off answers nobody.
    return views.find(view => view?.some(({ role }) => role === 'leader')) ?? []
  }
  const hostOf = async (role: Role) => {
    const name = (await members()).find(each => each.role === role)?.name
    const host = hosts.find(each => each.name === name)
    if (!host) throw new Error(`no host is the ${role}`)
    return host
  }
  const isWhole = async () => {
    // Patroni calls a database running that follows nobody: the primary knows who does.
    const rows = await ask(await hostOf('leader'), 'select state, sync_state from pg_stat_replication', 'postgres')
    const following = rows.filter(({ state }) => state === 'streaming')
    return following.length === hosts.length - 1 && following.some(({ sync_state }) => sync_state === 'sync')
  }
  const ask = (host: Host, statement: string, database = 'outorga') =>
    askAt(`postgres://postgres:${passwords.admin}@${host.address}:5432/${database}`, statement)

  hosts.forEach(startEtcd)
  const [first, ...others] = hosts
  if (!first) throw new Error('no host')
  startPatroni(first)
  await until('the first database leads', async () => (await members()).some(({ role }) => role === 'leader'), 60)
  others.forEach(startPatroni)
  await until('three databases run', isWhole, 90)
  await ask(first, `create role outorga login password '${passwords.product}'`, 'postgres')
  await ask(first, `create database outorga owner outorga template template0 encoding 'UTF8'`, 'postgres')
  hosts.forEach(startBouncer)

  return {
    hosts,
    members,
    hostOf,
    startEtcd,
    startPatroni,
    startBouncer,
    etcdLeader: () => leaderAmong(hosts),
    whole: () => until('three databases run, one of them synchronous', isWhole, 120),
    ask,
  }
}

const definedOf = (values: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

async function viewOf(address: string): Promise<readonly Member[] | undefined> {
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) })
    const { members } = Object(await answer.json())
    return members
  } catch {
    return undefined
  }
}

async function askAt(connectionString: string, statement: string) {
  const client = new Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Readonly<Record<string, unknown>>>(statement)).rows
  } finally {
    await client.end()
  }
}

function leaderAmong(hosts: readonly Host[]): Host {
  const endpoints = hosts.map(({ address }) => `http://${address}:2379`).join(',')
  const answer = execFileSync('etcdctl', ['--endpoints', endpoints, 'endpoint', 'status', '-w', 'json'], {
    env: { ...process.env, ETCDCTL_API: '3' },
  }).toString()
  const states: readonly { Endpoint: string; Status: { header: { member_id: number }; leader: number } }[] =
    JSON.parse(answer)
  const leading = states.find(({ Status }) => Status.leader === Status.header.member_id)
  const host = hosts.find(({ address }) => leading?.Endpoint.includes(`${address}:`))
  if (!host) throw new Error('no etcd leads')
  return host
}
