import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ClientBase, PoolClient } from 'pg'
import { showInstant } from '#kernel/show.ts'
import type { Database } from '#server/database/database.ts'

/** A file of the folder `migrations`. */
export interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
}
interface Applied {
  readonly name: string
  readonly sha256: string
  /** Of the program that applied it; null where an older one did. */
  readonly release: string | null
  readonly applied_at: string
}

/** Any number will do as long as nobody else uses it. */
const advisoryLock = 7_011_962

/** Receives each migration as it is done, with its milliseconds. */
export type MigrationReport = (name: string, milliseconds: number) => void

/**
 * Brings the database to the newest schema: each file of the folder not yet applied, in order, each in one transaction.
 * Returns the names of those applied now. Refuses, with an Error in Portuguese, a database newer than the files and a file
 * changed after it was applied.
 */
export async function migrate(
  database: Database,
  folder = migrationsFolder(),
  report: MigrationReport = () => {},
): Promise<readonly string[]> {
  const client = await database.pool.connect()
  try {
    return await underLock(client, async () => {
      await ensureLedger(client)
      const pending = await pendingIn(client, folder)
      for (const migration of pending) {
        const start = performance.now()
        await apply(client, migration, releaseOf(folder))
        report(migration.name, performance.now() - start)
      }
      return pending.map(({ name }) => name)
    })
  } finally {
    // Not returned to the others: its time limits are off.
    client.release(true)
  }
}

/** The names of those `migrate` would apply, and what it would refuse; nothing is changed. */
export async function pendingMigrations(
  { pool }: Pick<Database, 'pool'>,
  folder = migrationsFolder(),
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
  const { rows: applied } = rows[0]?.there
    ? await pool.query<Applied>(`select name, sha256, null as release, applied_at from migrations order by name`)
    : { rows: [] }
  return pendingAmong(readMigrations(folder), applied).map(({ name }) => name)
}

/** The folder `migrations` of the nearest directory above this file that has one: the same from the sources and the bundle. */
export function migrationsFolder(from = dirname(fileURLToPath(import.meta.url))): string {
  const folder = join(from, 'migrations')
  if (existsSync(folder)) return folder
  const above = dirname(from)
  if (above === from) throw new Error('A pasta "migrations" não foi encontrada junto do Outorga.')
  return migrationsFolder(above)
}

/** The version of the program these migrations came with, as the package beside them says; null where none is. */
export function releaseOf(folder = migrationsFolder()): string | null {
  const file = join(folder, '..', 'package.json')
  const said: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  return typeof said === 'object' && said && 'version' in said ? String(said.version) : null
}

/** The files `NNNN-name.sql`, in order. */
export function readMigrations(folder: string): readonly Migration[] {
  const names = readdirSync(folder)
    .filter(name => /^\d{4}-.+\.sql$/.test(name))
    .toSorted()
  const repeated = names.find((name, at) => numberOf(name) === numberOf(names[at - 1] ?? ''))
  if (repeated) throw new Error(`Há duas migrações com o número ${numberOf(repeated)}.`)
  return names.map(name => {
    // Some checkouts turn line ends around; that is no edit.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Two processes that start at once take turns. */
async function underLock<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [advisoryLock])
  return work().finally(() => client.query('select pg_advisory_unlock($1)', [advisoryLock]))
}

/** Makes the table in which each applied migration has a row; where it is there nothing is written, as on a full disk. */
export async function ensureLedger(client: ClientBase): Promise<void> {
  const { rows: columns } = await client.query(
    `select from information_schema.columns
     where table_schema = current_schema() and table_name = 'migrations' and column_name = 'release'`,
  )
  if (columns.length) return
  await client.query(`
    create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz(3) not null default now()
    )`)
  await client.query('alter table migrations add column if not exists release text')
}

async function appliedIn(client: ClientBase): Promise<readonly Applied[]> {
  const { rows } = await client.query<Applied>('select name, sha256, release, applied_at from migrations order by name')
  return rows
}

/** Those of the folder that this database lacks. Throws, in Portuguese, where those it has are not the first of them. */
export const pendingIn = async (client: ClientBase, folder: string): Promise<readonly Migration[]> =>
  pendingAmong(readMigrations(folder), await appliedIn(client))

function pendingAmong(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  const complaint = mismatch(applied, migrations)
  if (complaint) throw new Error(complaint)
  return migrations.slice(applied.length)
}

/** Runs one in the transaction of its caller, and writes its row. */
export async function runMigration(client: ClientBase, { name, sql, sha256 }: Migration, release: string | null) {
  await client.query(sql)
  await client.query('insert into migrations (name, sha256, release) values ($1, $2, $3)', [name, sha256, release])
}

/** Seconds a migration waits for a table somebody uses, while all who come after it wait behind it; and how often it tries. */
const patience = { seconds: 3, times: 20 }

async function apply(client: PoolClient, migration: Migration, release: string | null, times = 1): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${patience.seconds}s'`)
    await runMigration(client, migration, release)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const isBusy = cause instanceof Error && 'code' in cause && cause.code === '55P03'
    if (isBusy && times < patience.times) {
      await pause(1_000)
      return apply(client, migration, release, times + 1)
    }
    throw new Error(
      `A migração ${migration.name} falhou e foi desfeita: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    )
  }
}

/** What was applied must be the beginning of what there is, word for word. */
function mismatch(applied: readonly Applied[], migrations: readonly Migration[]): string | undefined {
  const at = applied.findIndex(
    ({ name, sha256 }, i) => migrations[i]?.name !== name || migrations[i]?.sha256 !== sha256,
  )
  const found = applied[at]
  if (!found) return undefined
  const file = migrations.find(({ name }) => name === found.name)
  const expected = migrations[at]
  if (file && file.sha256 !== found.sha256)
    return `A migração ${found.name} foi alterada depois de aplicada. Desfaça a alteração e crie uma nova migração.`
  if (!expected || numberOf(found.name) > numberOf(migrations.at(-1)?.name ?? '')) return newer(applied.at(-1) ?? found)
  return `A migração ${expected.name} não foi aplicada na ordem: o banco já tem a ${found.name}.`
}

/** The last migration applied names the release the database needs. */
const newer = ({ name, release, applied_at }: Applied) =>
  `O banco de dados é mais novo que este programa: foi atualizado ${release ? `pela versão ${release} do Outorga` : 'por outra versão do Outorga'} em ${showInstant(applied_at)} (migração ${name}). Instale ${release ? 'essa versão ou uma mais recente' : 'a versão mais recente do Outorga'}.`

const numberOf = (name: string) => name.slice(0, 4)
