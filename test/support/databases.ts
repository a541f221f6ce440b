import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Database, Tuning } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/migrate.ts'

export type Engine = Database['kind']

/** The engines tested on this machine; PostgreSQL's address is set by `global.ts`. */
export const engines: readonly Engine[] = process.env.TEST_DATABASE_URL ? ['embedded', 'postgres'] : ['embedded']

/** A migrated, empty database of its own. Closing it throws it away. */
export async function freshDatabase(engine: Engine, tuned: Partial<Tuning> = {}): Promise<Database> {
  return engine === 'embedded' ? freshEmbedded(tuned) : freshPostgres(tuned)
}

/** A data folder holding a migrated, empty embedded database, not open. The caller removes it. */
export async function freshDataFolder(): Promise<string> {
  const template = await embeddedTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'outorga-test-'))
  // Five times as fast as Node's own copy.
  execFileSync('cp', ['-R', join(template, 'database'), folder])
  return folder
}

/** The address of a new, migrated, empty PostgreSQL database, and what drops it. */
export async function freshPostgresUrl(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const template = await postgresTemplate()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(admin => admin.query(`create database ${name} template ${template}`))
  return { url: urlOf(name), drop: () => administer(admin => admin.query(`drop database ${name} with (force)`)) }
}

/** Made before the tests, so that none waits for it. */
export async function prepareTemplates(): Promise<void> {
  await embeddedTemplate()
  if (process.env.TEST_DATABASE_URL) await postgresTemplate()
}

async function freshEmbedded(tuned: Partial<Tuning>): Promise<Database> {
  const folder = await freshDataFolder()
  const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined }, tuned)
  return closing(database, async () => rmSync(folder, { recursive: true, force: true }))
}

async function freshPostgres(tuned: Partial<Tuning>): Promise<Database> {
  const { url, drop } = await freshPostgresUrl()
  return closing(await openDatabase({ OUTORGA_DATA_DIR: '', DATABASE_URL: url }, tuned), drop)
}

const closing = (database: Database, then: () => Promise<void>): Database => ({
  ...database,
  close: async () => {
    await database.close()
    await then()
  },
})

/** Changes with the migrations and with the engine: a template of another time is never used. */
const templateKey = () => {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const version = readFileSync(join(engine, '../../package.json'))
  const hash = createHash('sha256').update(version)
  for (const { sha256 } of readMigrations(migrationsFolder())) hash.update(sha256)
  return hash.digest('hex').slice(0, 16)
}

/** Kept from run to run. Whoever finishes second throws its own away. */
async function embeddedTemplate(): Promise<string> {
  const template = join(tmpdir(), `outorga-template-${templateKey()}`)
  if (existsSync(template)) return template
  const draft = mkdtempSync(`${template}-`)
  const database = await openDatabase({ OUTORGA_DATA_DIR: draft, DATABASE_URL: undefined })
  await migrate(database)
  await database.close()
  try {
    renameSync(draft, template)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
  return template
}

/** One per set of migrations; whoever asks while another makes it waits. */
async function postgresTemplate(): Promise<string> {
  const name = `template_${templateKey()}`
  await administer(async admin => {
    await admin.query(`select pg_advisory_lock(hashtext('test templates'))`)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const draft = `draft_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${draft} template template0 encoding 'UTF8'`)
    const database = await openDatabase({ OUTORGA_DATA_DIR: '', DATABASE_URL: urlOf(draft) })
    await migrate(database)
    await database.close()
    await admin.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

async function administer(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: process.env.TEST_DATABASE_URL })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(database: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${database}`
  return url.href
}
