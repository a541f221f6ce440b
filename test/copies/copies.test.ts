import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreCopy, verifyCopy } from '#parts/copy/apart.server.ts'
import { loadCopy } from '#parts/copy/load.server.ts'
import { CopyReader } from '#parts/copy/read.server.ts'
import { openClient, takeCopy } from '#parts/copy/take.server.ts'
import { documentPath as pathOf } from '#parts/file/storage/disk.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/migrate.ts'
import { readConfig } from '#settings.server.ts'
import { bareDatabase, freshFolder } from '../support/databases.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World
let folder = ''
let documents: readonly string[] = []
const opened: { close(): Promise<void> }[] = []

const configIn = (data: string) => readConfig({ OUTORGA_DATA_DIR: data })
const take = (path: string, key?: Buffer) =>
  takeCopy({ database: world.database, config: world.house.config, key }, path)

/** An empty database whose owner is no superuser, with a folder of its own. */
async function emptyTarget() {
  const { url, drop } = await bareDatabase()
  const data = freshFolder()
  const database = await openDatabase({ DATABASE_URL: url, OUTORGA_DATA_DIR: data })
  opened.push({
    close: async () => {
      await database.close()
      await drop()
      rmSync(data, { recursive: true })
    },
  })
  return { database, config: configIn(data), report: () => {} }
}

/** Every row of every table, as text, in one order. */
async function dumpOf({ pool }: Pick<Database, 'pool'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const dump = new Map<string, readonly string[]>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    dump.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return dump
}

/** Tables whose rows are not the same, with the first that differ. */
const differences = (found: ReadonlyMap<string, readonly string[]>, wanted: ReadonlyMap<string, readonly string[]>) =>
  [...new Set([...found.keys(), ...wanted.keys()])].flatMap(name => {
    const [one = [], other = []] = [found.get(name), wanted.get(name)]
    const at = one.findIndex((row, i) => row !== other[i])
    return one.length === other.length && at < 0 ? [] : [[name, one[at]?.slice(0, 200), other[at]?.slice(0, 200)]]
  })

/** Constraints, indexes, triggers and columns, as PostgreSQL writes them. */
async function schemaOf({ pool }: Pick<Database, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where conrelid > 0 and connamespace::regnamespace::text in ('public', 'pgboss')
    union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace::regnamespace::text in ('public', 'pgboss')
    union all select tgenabled::text || pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
    union all select attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull from pg_attribute join pg_class c on c.oid = attrelid
      where attnum > 0 and not attisdropped and c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'pgboss')
    order by 1`)
  return rows.map(({ line }) => line)
}

beforeAll(async () => {
  world = await openWorld()
  folder = freshFolder()
  const keeper = { config: world.house.config, sql: world.db }
  const long = randomBytes(700_000)
  documents = [
    await keepFile(keeper, Buffer.from('um contrato')),
    await keepFile(keeper, long),
    await keepFile(keeper, Buffer.from('é vazio? não')),
  ]
  await sql`insert into exports (name, resource, sha256) select 'um', 'clients', h from unnest(${[...documents]}::text[]) h`.execute(
    world.db,
  )
  // What COPY must write in another way: line ends, tabs, backslashes, and rows longer than a piece.
  await sql`insert into tags (name, slug) values (${'a\tb\\N\n\r\\.'}, 'estranha'), (${'ç'.repeat(3)}, 'acentos')`.execute(
    world.db,
  )
  await sql`insert into audit_events (request_id, event, resource, row_id, changes)
    values ('longa', 'store', 'tags', 1, ${JSON.stringify({ a: [null, randomBytes(1_000_000).toString('base64')] })}::json)`.execute(
    world.db,
  )
})
afterAll(async () => {
  for (const each of opened) await each.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a copy', () => {
  test('taken under writes is of one moment: of what is written together it has both or neither', async () => {
    const path = join(folder, 'sob-escrita.tar')
    let writing = true
    let written = 0
    const writer = (async () => {
      for (; writing; written++) {
        await world.db.transaction().execute(async trx => {
          await sql`insert into tags (name, slug) values ('par', ${`par-${written}`})`.execute(trx)
          await sql`insert into audit_events (request_id, event, resource, row_id, changes) values ('par', 'store', 'tags', 1, '{}'::json)`.execute(
            trx,
          )
        })
      }
    })()
    const { content } = await take(path)
    writing = false
    await writer
    expect(written).toBeGreaterThan(5)
    expect(content.documentos).toMatchObject({ arquivos: 3, faltando: 0, estragados: 0, fora: [] })
    const target = await emptyTarget()
    await restoreCopy(path, undefined, target)
    const { rows } = await target.database.pool.query<{ tags: number; events: number }>(
      `select (select count(*)::int from tags where name = 'par') as tags,
        (select count(*)::int from audit_events where request_id = 'par') as events`,
    )
    expect(rows[0]?.tags).toBe(rows[0]?.events)
    expect(rows[0]?.tags).toBeLessThanOrEqual(written)
  })

  test('restored by who owns a PostgreSQL, or in the packaged one, is the same row by row, and goes on', async () => {
    const path = join(folder, 'quieta.tar')
    await take(path)
    const wanted = await dumpOf(world.database)
    expect([...wanted.values()].flat().length).toBeGreaterThan(500)
    const target = await emptyTarget()
    await restoreCopy(path, undefined, target)
    // The world goes on counting how often its queues are looked through.
    expect(
      differences(await dumpOf(target.database), wanted).filter(([name]) => name !== 'public.table_changes'),
    ).toEqual([])
    expect(await schemaOf(target.database)).toEqual(await schemaOf(world.database))

    const data = freshFolder()
    const embedded = await openDatabase({ OUTORGA_DATA_DIR: data, DATABASE_URL: undefined })
    opened.push({ close: () => embedded.close().then(() => rmSync(data, { recursive: true })) })
    await restoreCopy(path, undefined, { database: embedded, config: configIn(data), report: () => {} })
    expect(differences(await dumpOf(embedded), await dumpOf(target.database))).toEqual([])
    expect(await schemaOf(embedded)).toEqual(await schemaOf(world.database))
    for (const hash of documents)
      expect(readFileSync(pathOf(configIn(data), hash)).equals(readFileSync(pathOf(world.house.config, hash)))).toBe(
        true,
      )
    expect(readFileSync(join(data, 'arquivos/instalacao.txt'), 'utf8')).toBe(
      readFileSync(join(world.house.config.OUTORGA_DATA_DIR, 'arquivos/instalacao.txt'), 'utf8'),
    )
    const { rows } = await embedded.pool.query<{ id: number; last: number }>(
      `insert into tags (name, slug) values ('Depois', 'depois') returning id, (select max(id) from tags) as last`,
    )
    expect(rows[0]?.id).toBeGreaterThan(Number(rows[0]?.last))
  })

  test('is refused where it is cut, changed, longer, or another’s key is given', async () => {
    const key = randomBytes(32)
    for (const [name, given] of [
      ['inteira.tar', undefined],
      ['inteira.selada', key],
    ] as const) {
      const path = join(folder, name)
      await take(path, given)
      await expect(verifyCopy(path, given)).resolves.toMatchObject({ head: { formato: 1 } })
      const bytes = readFileSync(path)
      const spoiled = join(folder, 'estragada')
      const refused = async (broken: Uint8Array, why: string) => {
        writeFileSync(spoiled, broken)
        await expect(verifyCopy(spoiled, given), `${name}: ${why}`).rejects.toThrow(
          /Nada foi mudado|não é uma cópia|chave/,
        )
      }
      const places = Array.from({ length: 8 }, (_, i) => Math.floor(((i + Math.random()) * bytes.length) / 8))
      for (const at of [0, 1, 511, 512, bytes.length - 513, bytes.length - 1, ...places]) {
        await refused(bytes.subarray(0, at), `cut at ${at}`)
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        await refused(changed, `changed at ${at}`)
      }
      await refused(Buffer.concat([bytes, Buffer.alloc(512)]), 'longer')
    }
    await expect(verifyCopy(join(folder, 'inteira.selada'), randomBytes(32))).rejects.toThrow('não é a desta cópia')
    await expect(verifyCopy(join(folder, 'inteira.selada'), undefined)).rejects.toThrow('é selada')
    expect(readFileSync(join(folder, 'inteira.selada')).includes('um contrato')).toBe(false)
  })

  test('that ends in the middle leaves the database empty, and the next one is restored there', async () => {
    const path = join(folder, 'inteira.tar')
    const bytes = readFileSync(path)
    const cut = join(folder, 'cortada.tar')
    writeFileSync(cut, bytes.subarray(0, bytes.length - 1_000))
    const target = await emptyTarget()
    await expect(restoreCopy(cut, undefined, target)).rejects.toThrow('cortada')
    expect([...(await dumpOf(target.database)).keys()]).toEqual([])
    const { content } = await restoreCopy(path, undefined, target)
    expect(content.documentos.arquivos).toBe(3)
    await expect(restoreCopy(path, undefined, target)).rejects.toThrow('não está vazio')
  })

  test('without a table is refused, though it is whole in itself', async () => {
    const target = await emptyTarget()
    const reader = await CopyReader.open(asPieces(join(folder, 'inteira.tar')))
    const head = { ...reader.head, tabelas: reader.head.tabelas.filter(({ nome }) => nome !== 'public.tags') }
    Object.defineProperty(reader, 'head', { value: head })
    const client = await openClient(target.database)
    await expect(loadCopy(reader, { client, store: null })).rejects.toThrow('public.tags')
    await client.end()
  })

  test('says which documents are not in it', async () => {
    const [gone = '', spoiled = ''] = documents
    const [one, other] = [pathOf(world.house.config, gone), pathOf(world.house.config, spoiled)]
    const [first, second] = [readFileSync(one), readFileSync(other)]
    rmSync(one)
    writeFileSync(other, 'outra coisa')
    const path = join(folder, 'faltando.tar')
    const { content } = await take(path)
    expect(content.documentos).toMatchObject({ arquivos: 1, faltando: 1, estragados: 1 })
    expect(content.documentos.fora.toSorted()).toEqual([gone, spoiled].toSorted())
    await expect(verifyCopy(path, undefined)).resolves.toEqual({ head: expect.anything(), content })
    writeFileSync(one, first)
    writeFileSync(other, second)
    await expect(take(path)).rejects.toThrow('Já existe')
  })

  test('of an older release is restored and brought up to date; of a newer one it is refused with the release to use', async () => {
    const root = freshFolder()
    const older = join(root, 'migrations')
    mkdirSync(older)
    const all = readMigrations(migrationsFolder())
    for (const { name } of all.slice(0, -6)) symlinkSync(join(migrationsFolder(), name), join(older, name))
    writeFileSync(join(root, 'package.json'), '{"version":"0.0.9"}')
    const { url, drop } = await bareDatabase()
    const old = await openDatabase({ DATABASE_URL: url, OUTORGA_DATA_DIR: root })
    await migrate(old, older)
    await old.pool.query(`insert into tags (name, slug) values ('Antiga', 'antiga')`)
    const path = join(folder, 'antiga.tar')
    await takeCopy({ database: old, config: configIn(root), key: undefined }, path)
    await old.close()
    await drop()
    const target = await emptyTarget()
    const { newer } = await restoreCopy(path, undefined, target)
    expect(newer).toEqual(all.slice(-6).map(({ name }) => name))
    const { rows } = await target.database.pool.query(`select name from tags where slug = 'antiga'`)
    expect(rows).toEqual([{ name: 'Antiga' }])
    expect(await migrate(target.database)).toEqual([])
    expect(await schemaOf(target.database)).toEqual(await schemaOf(world.database))

    const next = await emptyTarget()
    const reader = await CopyReader.open(asPieces(join(folder, 'inteira.tar')))
    const client = await openClient(next.database)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const written = String(version).replaceAll('.', String.raw`\.`)
    await expect(loadCopy(reader, { client, store: null, migrations: older })).rejects.toThrow(
      new RegExp(`versão ${written}[^]*este programa não tem[^]*Restaure com a versão ${written}`),
    )
    await client.end()
    rmSync(root, { recursive: true })
  })
})

async function* asPieces(path: string): AsyncGenerator<Buffer> {
  yield readFileSync(path)
}
