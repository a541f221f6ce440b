import { showBytes, showInteger } from '#kernel/show.ts'
import { Problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { isHash } from '#parts/file/folder.server.ts'
import { markName } from '#parts/file/storage/names.server.ts'
import { openComparison, placedIn } from '#parts/file/storage/placed.server.ts'
import type { BinnedFile, FileStore, StoredBytes } from '#parts/file/storage/port.server.ts'
import { hashStored, putBytes, verified } from '#parts/file/store.server.ts'

/** A store is not taken for a move: it has documents that are not of it. */
export class MoveRefusal extends Error {}

const document = { one: 'documento', many: 'documentos', gender: 'm' } as const
/** One that a killed move left is written over by the next. */
const draftName = 'mudando.tmp'
/** Milliseconds between two lines of progress. */
const pace = 5_000

interface StoreMove {
  readonly from: FileStore
  readonly to: FileStore
  readonly report: (line: string) => void
}

/** What a move found and did. */
export interface MovedFiles {
  /** In their place, of which `came` were brought by this run. */
  readonly documents: number
  readonly bytes: number
  readonly came: number
  readonly binned: number
  /** Hashes of documents whose bytes are not those of their name: they stay behind. */
  readonly damaged: readonly string[]
  /** Files that are no documents: they stay behind. */
  readonly unknown: number
}

/**
 * Brings every document of a store, and its bin, into another one; what is there already is not brought again, so that it may be killed and
 * run anew. The first store is only read. Throws a `MoveRefusal` where the other one has documents that the first has not.
 */
export async function moveFiles({ from, to, report }: StoreMove): Promise<MovedFiles> {
  const bin = await binOf(from)
  const { documents, bytes, unknown } = await measureMove({ from, to }, new Set(bin.map(({ name }) => name)))
  report(`${count(documents, document)} (${showBytes(bytes)}) n${from.title}, e ${showInteger(bin.length)} na lixeira.`)
  const binned = await moveBin({ from, to }, bin)
  const damaged: string[] = []
  const present = openComparison(to)
  const progress = openProgress(documents, report, 'levados')
  let came = 0
  for await (const { name, size } of placedIn(from)) {
    progress.add(size)
    if ((await present.at(name))?.size === size) continue
    const found = await from.get(name)
    // It went to the bin meanwhile.
    if (!found) continue
    if (await carry(to, name, found)) came++
    else damaged.push(name)
  }
  await present.close()
  return { documents, bytes, came, binned, damaged, unknown }
}

/** Reads every document in the other store. Answers the hashes of those that are not there as they are in the first. */
export async function proveMove(
  { from, to, report }: StoreMove,
  { documents }: MovedFiles,
): Promise<readonly string[]> {
  const wrong: string[] = []
  const progress = openProgress(documents, report, 'conferidos')
  for await (const { name, size } of placedIn(from)) {
    progress.add(size)
    if ((await hashStored(to, name)) !== name) wrong.push(name)
  }
  return wrong
}

async function binOf(store: FileStore): Promise<readonly BinnedFile[]> {
  const all: BinnedFile[] = []
  for await (const some of store.listBin()) all.push(...some.filter(({ name }) => isHash(name)))
  return all
}

/** Counts what is to be brought, and refuses a target with other documents. */
async function measureMove({ from, to }: Pick<StoreMove, 'from' | 'to'>, bin: ReadonlySet<string>) {
  let [documents, bytes, unknown, others] = [0, 0, 0, 0]
  for await (const some of from.list())
    for (const { name, size, inPlace } of some) {
      if (inPlace && isHash(name)) [documents, bytes] = [documents + 1, bytes + size]
      else if (name !== markName) unknown++
    }
  const comparison = openComparison(from)
  for await (const { name } of placedIn(to)) if (!(await comparison.at(name)) && !bin.has(name)) others++
  await comparison.close()
  if (others)
    throw new MoveRefusal(
      `Há n${to.title} ${count(others, document)} que não ${others === 1 ? 'está' : 'estão'} n${from.title}. Nada foi mudado. Escolha um lugar vazio, ou tire de lá o que não é desta mudança.`,
    )
  return { documents, bytes, unknown }
}

/** A file goes to the bin by way of its place: before the documents, for one may be in both. */
async function moveBin({ from, to }: Pick<StoreMove, 'from' | 'to'>, bin: readonly BinnedFile[]): Promise<number> {
  const there = new Set((await binOf(to)).map(({ day, name }) => `${day}/${name}`))
  let binned = 0
  for (const file of bin) {
    const { day, name } = file
    // What a run before this one brought to its place went to the bin since.
    const isStale = (await from.has(name)) === null && (await to.has(name)) !== null
    if (!isStale && there.has(`${day}/${name}`)) continue
    const found = isStale ? null : await from.getBinned(file)
    if ((isStale || (found && (await carry(to, name, found)))) && (await to.bin(name, day))) binned++
  }
  return binned
}

/** Answers false of a document whose bytes are not those of its name. */
async function carry(to: FileStore, sha256: string, { size, bytes }: StoredBytes): Promise<boolean> {
  try {
    await putBytes(to, { sha256, size, bytes: verified(bytes, sha256, size) }, draftName)
    return true
  } catch (error) {
    if (error instanceof Problem && error.kind === 'internal') return false
    throw error
  }
}

function openProgress(all: number, report: (line: string) => void, done: string) {
  let [files, bytes, last] = [0, 0, performance.now()]
  return {
    add(size: number) {
      files++
      bytes += size
      if (performance.now() - last < pace && files < all) return
      last = performance.now()
      report(`${showInteger(files)} de ${count(all, document)} ${done} (${showBytes(bytes)})`)
    },
  }
}
