// Moves what an earlier release kept in PGlite, its embedded engine, to the PostgreSQL that comes with the product:
// `npm run move-embedded`. PGlite is fetched for this alone. The old store is put aside, and nothing of it is removed.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { pathToFileURL } from 'node:url'
import { connect } from '#server/database/connect.ts'
import { tuning } from '#server/database/database.ts'
import { formerStore } from '#server/database/embedded/former.ts'
import { lockStore } from '#server/database/embedded/lock.ts'
import { startEmbedded } from '#server/database/embedded/open.ts'
import { migrate, migrationsFolder } from '#server/migrate.ts'
import { readConfig } from '#settings.server.ts'
import { moveRows, type RowSource } from './move-rows.ts'

/** The version whose stores are moved: the last one the product embedded. */
const pglite = '@electric-sql/pglite@0.5.14'
/** Left in a cluster whose rows were compared: what remains is to put the old store aside. */
const proof = 'moved-from-pglite'

interface PGlite {
  query(text: string): Promise<{ readonly rows: readonly never[]; readonly blob?: Blob }>
  close(): Promise<void>
}

/** Opens the store with the program that wrote it, installed in a folder of its own. */
async function openFormer(store: string, tools: string): Promise<RowSource & Pick<PGlite, 'close'>> {
  console.log(`Buscando ${pglite}, que só esta mudança usa…`)
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', tools, pglite], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const part = async (path: string) =>
    import(pathToFileURL(join(tools, 'node_modules/@electric-sql/pglite/dist', path)).href)
  const [{ PGlite: Engine }, { NodeFS }, { pg_trgm }, { unaccent }, { amcheck }] = await Promise.all(
    ['index.js', 'fs/nodefs.js', 'contrib/pg_trgm.js', 'contrib/unaccent.js', 'contrib/amcheck.js'].map(part),
  )
  const engine: PGlite = await Engine.create({ fs: new NodeFS(store), extensions: { pg_trgm, unaccent, amcheck } })
  await engine.query(`set timezone to 'UTC'`)
  await engine.query(`set datestyle to 'ISO'`)
  return {
    query: async text => (await engine.query(text)).rows,
    copy: async query => {
      const { blob } = await engine.query(`copy (${query}) to '/dev/blob'`)
      return new Uint8Array((await blob?.arrayBuffer()) ?? [])
    },
    close: () => engine.close(),
  }
}

/** The migrations the old store has, in a folder of their own: a later release applies the rest at its next start. */
async function migrationsOf(source: RowSource, tools: string): Promise<string> {
  const folder = join(tools, 'migrations')
  mkdirSync(folder)
  for (const { name } of await source.query<{ name: string }>('select name from migrations order by name')) {
    if (!existsSync(join(migrationsFolder(), name)))
      throw new Error(
        `O banco antigo é mais novo que este programa (migração ${name}). Instale a versão mais recente do Outorga.`,
      )
    cpSync(join(migrationsFolder(), name), join(folder, name))
  }
  return folder
}

async function move(data: string, user: string | undefined): Promise<void> {
  const [store, home, draft] = [formerStore(data), join(data, 'postgres'), join(data, 'postgres.moving')]
  if (!existsSync(join(store, 'PG_VERSION')))
    throw new Error(`Não há banco de uma versão anterior em ${data}: nada a mudar.`)
  // An earlier release that still runs has it.
  const lock = lockStore(`${store}.lock`)
  const tools = mkdtempSync(join(tmpdir(), 'outorga-move-'))
  try {
    if (!existsSync(join(home, 'cluster', proof))) {
      if (existsSync(home))
        throw new Error(`Já existe um banco em ${home}. Nada foi mudado: tire um dos dois da pasta.`)
      rmSync(draft, { recursive: true, force: true })
      await fill(store, draft, user, tools)
      renameSync(draft, home)
    }
    const aside = `${store}-pglite`
    renameSync(store, aside)
    console.log(`Pronto. O banco antigo está em ${aside}: apague-o quando não precisar mais dele.`)
  } finally {
    rmSync(tools, { recursive: true, force: true })
    lock.release()
  }
}

async function fill(store: string, draft: string, user: string | undefined, tools: string): Promise<void> {
  const source = await openFormer(store, tools)
  try {
    const database = await connect(await startEmbedded(draft, user, tuning), tuning)
    try {
      await migrate(database, await migrationsOf(source, tools))
      const client = await database.pool.connect()
      try {
        const moved = await moveRows(source, client, (table, rows) => rows && console.log(`  ${table}: ${rows}`))
        console.log(
          `${moved.length} tabelas, ${moved.reduce((sum, { rows }) => sum + rows, 0)} linhas, conferidas por contagem e soma.`,
        )
        await client.query('set statement_timeout = 0; analyze')
      } finally {
        client.release(true)
      }
    } finally {
      await database.close()
    }
    writeFileSync(join(draft, 'cluster', proof), '')
  } finally {
    await source.close()
  }
}

if (existsSync('.env')) loadEnvFile('.env')
const config = readConfig(process.env)
await move(config.OUTORGA_DATA_DIR, config.OUTORGA_DATABASE_USER).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
