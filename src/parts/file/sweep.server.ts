import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { dayIn, daysTo } from '#kernel/clock.ts'
import { count } from '#kernel/text.ts'
import {
  binOf,
  everyFile,
  filesIn,
  foldersIn,
  ifThere,
  isDraft,
  isHash,
  moveFile,
  pathOf,
  type FileKeeper,
} from '#parts/file/folder.server.ts'
import { namedAmong, tablesNaming, type Why } from '#parts/file/ledger.server.ts'
import { refuseForeign } from '#parts/file/owner.server.ts'

/** Days a file stays in the bin. */
const term = 30
/** This many names are queried at once. */
const chunk = 1_000
/** Uploads given up that are nothing to wonder at, and what part of all files more than those may be. */
const usual = { number: 20, share: 0.05 }
/** Longer than any upload takes from its first byte to its row. */
const isAbandoned = sql`since < now() - interval '1 day'`

export interface Swept {
  /** Files that this run moved to the bin. */
  readonly binned: number
  /** Out of the bin, for a row names them. */
  readonly returned: number
  /** For good. */
  readonly removed: number
}
interface SweepOptions {
  readonly now: Date
  /** A user has confirmed the large number. */
  readonly many: boolean
  readonly signal?: AbortSignal
}

/**
 * Moves to the bin what the ledger knows to have been begun or forgotten more than a day ago and no row names; brings back
 * from the bin what a row names; and removes what lay there for its days. Nothing else is touched, whatever it is. Throws
 * when the folder is another installation's, or when more uploads would go than are ever given up.
 */
export async function sweepFiles(keeper: FileKeeper, { now, many, signal }: SweepOptions): Promise<Swept> {
  await refuseForeign(keeper)
  const tables = await tablesNaming(keeper.sql)
  const returned = await bringBack(keeper, tables)
  const loose = await givenUp(keeper, tables)
  if (!many) await refuseMany(keeper, loose)
  const bin = join(binOf(keeper.config), dayIn(now).day)
  let binned = 0
  for (const { name } of loose) {
    signal?.throwIfAborted()
    if (await throwAway(keeper, tables, name, bin)) binned++
  }
  return { binned, returned, removed: await emptyBin(keeper, now) }
}

interface Loose {
  readonly name: string
  readonly why: Why
}

/** Notes more than a day old whose file no row names; those of files that got their row are struck out. */
async function givenUp({ sql: db }: FileKeeper, tables: readonly string[]): Promise<readonly Loose[]> {
  const found: Loose[] = []
  for (let after = ''; ;) {
    const { rows } = await sql<Loose>`
      select name, why from loose_files where ${isAbandoned} and name > ${after} order by name limit ${chunk}`.execute(
      db,
    )
    const last = rows.at(-1)
    if (!last) return found
    const named = await namedAmong(
      db,
      tables,
      rows.map(({ name }) => name),
    )
    await sql`delete from loose_files where ${isAbandoned} and name = any(${[...named]}::text[])`.execute(db)
    found.push(...rows.filter(({ name }) => !named.has(name)))
    after = last.name
  }
}

async function refuseMany({ config }: FileKeeper, loose: readonly Loose[]) {
  const begun = loose.filter(({ name, why }) => why === 'begun' && isHash(name))
  if (begun.length <= usual.number) return
  const names = new Set(begun.map(({ name }) => name))
  let [all, going] = [0, 0]
  for await (const some of everyFile(config))
    for (const { name } of some)
      if (isHash(name)) {
        all++
        if (names.has(name)) going++
      }
  if (going > Math.max(usual.number, all * usual.share))
    throw new Error(
      `${count(going, { one: 'arquivo', many: 'arquivos', gender: 'm' })} de ${all} iriam para a lixeira por não terem registro, ` +
        'muito mais do que envios abandonados costumam ser: nada foi mexido. Confira se o banco de dados é o certo; se for, use “Executar agora”.',
    )
}

/**
 * The lock of its note makes another upload of the same bytes wait: that one is written after this file is gone, or is noted
 * anew and remains.
 */
function throwAway(
  { config, sql: db }: FileKeeper,
  tables: readonly string[],
  name: string,
  bin: string,
): Promise<boolean> {
  return db.transaction().execute(async trx => {
    const { rows } = await sql`delete from loose_files where name = ${name} and ${isAbandoned} returning name`.execute(
      trx,
    )
    if (!rows.length || (await namedAmong(trx, tables, [name])).size) return false
    return moveFile(pathOf(config, name), join(bin, name))
  })
}

/** The folders of the bin, by the day they are of. */
const daysIn = async ({ config }: FileKeeper) =>
  (await foldersIn(binOf(config))).filter(name => /^\d{4}-\d\d-\d\d$/.test(name))

/** A database put back, or another one that named them, misses them again. */
async function bringBack(keeper: FileKeeper, tables: readonly string[]): Promise<number> {
  const { config, sql: db } = keeper
  let back = 0
  for (const day of await daysIn(keeper)) {
    const files = (await filesIn(join(binOf(config), day))).filter(({ name }) => isHash(name))
    for (let at = 0; at < files.length; at += chunk) {
      const some = files.slice(at, at + chunk)
      const named = await namedAmong(
        db,
        tables,
        some.map(({ name }) => name),
      )
      for (const { name, path } of some) if (named.has(name) && (await moveFile(path, pathOf(config, name)))) back++
    }
  }
  return back
}

async function emptyBin(keeper: FileKeeper, now: Date): Promise<number> {
  let removed = 0
  for (const day of await daysIn(keeper)) {
    if (daysTo(dayIn(now).day, day) < term) continue
    const folder = join(binOf(keeper.config), day)
    for (const { name, path } of await filesIn(folder))
      if (isHash(name) || isDraft(name)) {
        await ifThere(rm(path))
        removed++
      }
    // What somebody else put there keeps it.
    await rmdir(folder).catch(() => undefined)
  }
  return removed
}
