import { sql } from 'kysely'
import { dayIn, daysTo } from '#kernel/clock.ts'
import { count } from '#kernel/text.ts'
import { isDraft, isHash, type FileKeeper } from '#parts/file/folder.server.ts'
import { namedAmong, tablesNaming, type Why } from '#parts/file/ledger.server.ts'
import { refuseForeign } from '#parts/file/owner.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'

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
  const store = await storeOf(keeper.config)
  const tables = await tablesNaming(keeper.sql)
  const returned = await bringBack(keeper, store, tables)
  const loose = await givenUp(keeper, tables)
  if (!many) await refuseMany(store, loose)
  const { day } = dayIn(now)
  let binned = 0
  for (const { name } of loose) {
    signal?.throwIfAborted()
    if (await throwAway(keeper, tables, name, () => store.bin(name, day))) binned++
  }
  return { binned, returned, removed: await emptyBin(store, now) }
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

async function refuseMany(store: FileStore, loose: readonly Loose[]) {
  const begun = loose.filter(({ name, why }) => why === 'begun' && isHash(name))
  if (begun.length <= usual.number) return
  const names = new Set(begun.map(({ name }) => name))
  let [all, going] = [0, 0]
  for await (const some of store.list())
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
  { sql: db }: FileKeeper,
  tables: readonly string[],
  name: string,
  bin: () => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async trx => {
    const { rows } = await sql`delete from loose_files where name = ${name} and ${isAbandoned} returning name`.execute(
      trx,
    )
    if (!rows.length || (await namedAmong(trx, tables, [name])).size) return false
    return bin()
  })
}

/** A database put back, or another one that named them, misses them again. */
async function bringBack({ sql: db }: FileKeeper, store: FileStore, tables: readonly string[]): Promise<number> {
  let back = 0
  for await (const binned of store.listBin()) {
    const files = binned.filter(({ name }) => isHash(name))
    for (let at = 0; at < files.length; at += chunk) {
      const some = files.slice(at, at + chunk)
      const named = await namedAmong(
        db,
        tables,
        some.map(({ name }) => name),
      )
      for (const file of some) if (named.has(file.name) && (await store.restore(file))) back++
    }
  }
  return back
}

async function emptyBin(store: FileStore, now: Date): Promise<number> {
  let removed = 0
  for await (const binned of store.listBin())
    for (const file of binned) {
      if (daysTo(dayIn(now).day, file.day) < term || !(isHash(file.name) || isDraft(file.name))) continue
      await store.remove(file)
      removed++
    }
  return removed
}
