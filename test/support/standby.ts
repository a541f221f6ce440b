import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'
import { careless, startCluster, type Cluster } from './cluster.ts'

/** A PostgreSQL and one that follows it: what the first acknowledges, the second has. */
export interface ClusterPair {
  readonly primary: Cluster
  readonly standby: Cluster
  /** Runs a statement on one of the two. */
  ask(cluster: Cluster, statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  stop(): Promise<void>
}

const replicated = { ...careless, wal_level: 'replica', max_wal_senders: '5', synchronous_commit: 'on' }

/** The packaged programs have no `pg_basebackup`: files are copied between `pg_backup_start` and `pg_backup_stop`, as it does. */
export async function startPair(): Promise<ClusterPair> {
  const primary = await startCluster(replicated)
  const standby = await startCluster({ ...replicated, primary_conninfo: conninfoOf(primary) }, folder =>
    copyFiles(primary, folder),
  )
  await ask(primary, `alter system set synchronous_standby_names = '*'`)
  await ask(primary, 'select pg_reload_conf()')
  for (let tries = 0; !(await isFollowed(primary)); tries++) {
    if (tries > 200) throw new Error('nobody follows')
    await after(50)
  }
  return {
    primary,
    standby,
    ask,
    stop: async () => void (await Promise.all([primary.stop(), standby.stop()])),
  }
}

async function copyFiles(primary: Cluster, folder: string) {
  const client = new Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`select pg_backup_start('copy', true)`)
  execFileSync('cp', ['-a', primary.folder, folder])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal'])
    rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(join(folder, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(folder, 'standby.signal'), '')
}

function conninfoOf({ url }: Cluster): string {
  const { username, password, port, searchParams } = new URL(url)
  return `host='${searchParams.get('host')}' port=${port} user=${username} password=${password} application_name=segundo`
}

async function isFollowed(primary: Cluster): Promise<boolean> {
  const rows = await ask(primary, `select from pg_stat_replication where sync_state = 'sync'`)
  return rows.length > 0
}

async function ask({ url }: Cluster, statement: string) {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Readonly<Record<string, unknown>>>(statement)
    return rows
  } finally {
    await client.end()
  }
}
