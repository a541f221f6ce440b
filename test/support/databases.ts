import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  return openOnce(engine, await copyOf(engine, await emptyPlace(engine)), tuned)
}

/** A data folder holding a migrated, empty embedded database, not open. The caller removes it. */
export const freshDataFolder = async (): Promise<string> =>
  (await copyOf('embedded', await emptyPlace('embedded'))).folder

/** The address of a new, migrated, empty PostgreSQL database, and what drops it. */
export async function freshPostgresUrl(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const place = await copyOf('postgres', await emptyPlace('postgres'))
  return { url: urlOf(place.name), drop: () => remove('postgres', place) }
}

/** Made before the tests, so that none waits for it. */
export async function prepareTemplates(): Promise<void> {
  await emptyPlace('embedded')
  if (process.env.TEST_DATABASE_URL) await emptyPlace('postgres')
}

/** Where a product's data lies: its folder, which holds the embedded database, and the name of a PostgreSQL one. */
export interface Place {
  readonly folder: string
  readonly name: string
}

const openAt = (engine: Engine, { folder, name }: Place, tuned: Partial<Tuning> = {}): Promise<Database> =>
  openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: engine === 'postgres' ? urlOf(name) : undefined }, tuned)

/** Closing it throws it away. */
export async function openOnce(engine: Engine, place: Place, tuned: Partial<Tuning> = {}): Promise<Database> {
  const database = await openAt(engine, place, tuned)
  return {
    ...database,
    close: async () => {
      await database.close()
      await remove(engine, place)
    },
  }
}

/** A place of its own that begins as another is; nobody may have that one open. */
export async function copyOf(engine: Engine, { folder: from, name: template }: Place): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-test-'))
  // Five times as fast as Node's own copy.
  execFileSync('cp', ['-R', `${from}/.`, folder])
  const name = newName()
  if (engine === 'postgres') await administer(admin => admin.query(`create database ${name} template ${template}`))
  return { folder, name }
}

/** What many are copies of, in this folder: made now if nobody did. Whoever finishes second throws its own away. */
export async function keptAt(
  engine: Engine,
  folder: string,
  fill: (database: Database, draft: string) => Promise<void>,
): Promise<Place> {
  if (!existsSync(folder)) {
    const draft = { folder: mkdtempSync(`${folder}-`), name: newName() }
    if (engine === 'postgres')
      await administer(admin => admin.query(`create database ${draft.name} template template0 encoding 'UTF8'`))
    const database = await openAt(engine, draft)
    await migrate(database)
    await fill(database, draft.folder)
    await database.close()
    if (engine === 'postgres') writeFileSync(join(draft.folder, nameFile), draft.name)
    try {
      renameSync(draft.folder, folder)
    } catch (error) {
      await remove(engine, draft)
      if (!existsSync(folder)) throw error
    }
  }
  return { folder, name: nameIn(folder) }
}
const nameFile = 'name.txt'
/** '' where it is the embedded one. */
const nameIn = (folder: string) =>
  existsSync(join(folder, nameFile)) ? readFileSync(join(folder, nameFile), 'utf8') : ''

/** What this run of the tests made once, for every test to copy. */
export const ofThisRun = (name: string) => join(process.env.TEST_RUN ?? tmpdir(), name)

/** Throws all of that away. */
export async function dropThisRun(): Promise<void> {
  const made = readdirSync(ofThisRun('')).map(each => ({ folder: ofThisRun(each), name: nameIn(ofThisRun(each)) }))
  for (const each of made) await remove(each.name ? 'postgres' : 'embedded', each)
  rmSync(ofThisRun(''), { recursive: true })
}

/** The embedded one is kept from run to run. */
const emptyPlace = (engine: Engine): Promise<Place> =>
  keptAt(
    engine,
    engine === 'embedded' ? join(tmpdir(), `outorga-empty-${templateKey()}`) : ofThisRun('empty'),
    async () => {},
  )

/** Changes with the migrations and with the engine: a template of another time is never used. */
const templateKey = () => {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const version = readFileSync(join(engine, '../../package.json'))
  const hash = createHash('sha256').update(version)
  for (const { sha256 } of readMigrations(migrationsFolder())) hash.update(sha256)
  return hash.digest('hex').slice(0, 16)
}

async function remove(engine: Engine, { folder, name }: Place): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  if (engine === 'postgres') await administer(admin => admin.query(`drop database if exists ${name} with (force)`))
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`

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
