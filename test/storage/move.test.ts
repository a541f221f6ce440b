import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { moveFiles, MoveRefusal, proveMove } from '#parts/file/move.server.ts'
import { hashStored, putBytes } from '#parts/file/store.server.ts'
import { documentPath, documentsFolder } from '#parts/file/storage/disk.server.ts'
import { openStore } from '#parts/file/storage/open.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'
import { readConfig } from '#settings.server.ts'
import { startBuckets, startLink, type BucketService, type Link } from '../support/bucket.ts'
import { freshFolder } from '../support/databases.ts'

let service: BucketService
let link: Link
let [disk, bucket]: FileStore[] = []
let folder = ''
let moves = 0
beforeAll(async () => {
  service = await startBuckets('documentos')
  link = await startLink(service.port)
})
beforeEach(async () => {
  if (folder) rmSync(folder, { recursive: true })
  folder = freshFolder()
  const config = readConfig({
    OUTORGA_DATA_DIR: folder,
    ...service.env('documentos', link.port),
    S3_PREFIX: `mudanca-${++moves}`,
  })
  ;[disk, bucket] = [await openStore(config, 'disk'), await openStore(config, 's3')]
})
afterAll(async () => {
  await link?.close()
  service?.close()
  rmSync(folder, { recursive: true, force: true })
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
async function add(store: FileStore, bytes: Buffer): Promise<string> {
  const [sha256, pieces] = [hashOf(bytes), (async function* () { yield bytes })()] // prettier-ignore
  await putBytes(store, { sha256, size: bytes.length, bytes: pieces }, `${randomUUID()}.tmp`)
  return sha256
}
const binned = async (store: FileStore) => {
  const all: string[] = []
  for await (const some of store.listBin()) all.push(...some.map(({ day, name }) => `${day}/${name}`))
  return all.toSorted()
}
const both = () => {
  if (!disk || !bucket) throw new Error('no store is open')
  return { disk, bucket }
}

test.each([
  ['disk', 'bucket'],
  ['bucket', 'disk'],
] as const)(
  'every document of a %s and its bin come to a %s, are proven there, and stay where they were',
  async (one, other) => {
    const [from, to] = [both()[one], both()[other]]
    const all = [await add(from, randomBytes(9 * 1024 * 1024)), await add(from, Buffer.alloc(0))]
    for (let i = 0; i < 25; i++) all.push(await add(from, Buffer.from(`papel ${i}`)))
    const [gone, twice = ''] = [await add(from, Buffer.from('na lixeira')), all[3]]
    await from.bin(gone, '2026-11-03')
    await from.bin(twice, '2026-11-04')
    await add(from, Buffer.from('papel 1'))
    const lines: string[] = []
    const move = { from, to, report: (line: string) => lines.push(line) }
    const moved = await moveFiles(move)
    expect(moved).toMatchObject({ documents: 27, came: 27, binned: 2, damaged: [], unknown: 0 })
    expect(await proveMove(move, moved)).toEqual([])
    for (const sha256 of all) for (const store of [from, to]) expect(await hashStored(store, sha256)).toBe(sha256)
    expect(await binned(to)).toEqual([`2026-11-03/${gone}`, `2026-11-04/${twice}`])
    expect(await binned(from)).toEqual(await binned(to))
    expect(await to.has(gone)).toBe(null)
    expect(lines.at(-1)).toMatch(/^27 de 27 documentos conferidos/)
    // Run anew, nothing is brought again.
    expect(await moveFiles(move)).toMatchObject({ documents: 27, came: 0, binned: 0 })
  },
  60_000,
)

test('cut off at any moment and run anew, a move brings the rest', async () => {
  const { disk: from, bucket: to } = both()
  const all: string[] = []
  for (let i = 0; i < 30; i++) all.push(await add(from, randomBytes(200_000)))
  const move = { from, to, report: () => {} }
  link.cutAfter({ sent: 900_000 })
  const cut = setTimeout(() => link.cutAfter({ sent: 0 }), 300)
  await moveFiles(move).catch(() => undefined)
  clearTimeout(cut)
  link.heal()
  const moved = await moveFiles(move)
  expect(moved.documents).toBe(30)
  expect(await proveMove(move, moved)).toEqual([])
}, 60_000)

test('what went to the bin between two runs is in the bin of both', async () => {
  const { disk: from, bucket: to } = both()
  const [stays, goes] = [await add(from, Buffer.from('fica')), await add(from, Buffer.from('vai'))]
  const move = { from, to, report: () => {} }
  await moveFiles(move)
  await from.bin(goes, '2026-11-28')
  expect(await moveFiles(move)).toMatchObject({ documents: 1, came: 0, binned: 1 })
  expect([await to.has(stays), await to.has(goes), await binned(to)]).toEqual([4, null, [`2026-11-28/${goes}`]])
})

test('documents that are damaged stay behind by name, strange files are counted, and a damaged arrival is not proven', async () => {
  const { disk: from, bucket: to } = both()
  const [whole, spoiled] = [await add(from, Buffer.from('inteiro')), await add(from, Buffer.from('estragado'))]
  appendFileSync(documentPath({ OUTORGA_DATA_DIR: folder }, spoiled), '!')
  writeFileSync(join(documentsFolder({ OUTORGA_DATA_DIR: folder }), 'leia-me.txt'), 'de alguém')
  const move = { from, to, report: () => {} }
  const moved = await moveFiles(move)
  expect(moved).toMatchObject({ documents: 2, came: 1, damaged: [spoiled], unknown: 1 })
  expect(await proveMove(move, moved)).toEqual([spoiled])
  expect(await to.has(spoiled)).toBe(null)
  // The other way round, a document that changed on the disk since is found.
  const back = { from: to, to: from, report: () => {} }
  writeFileSync(documentPath({ OUTORGA_DATA_DIR: folder }, whole), 'INTEIRO')
  rmSync(documentPath({ OUTORGA_DATA_DIR: folder }, spoiled))
  expect(await proveMove(back, await moveFiles(back))).toEqual([whole])
})

test('a place with other documents is refused, and nothing is brought', async () => {
  const { disk: from, bucket: to } = both()
  const own = await add(from, Buffer.from('meu'))
  const other = await add(to, Buffer.from('de outro'))
  const refused: unknown = await moveFiles({ from, to, report: () => {} }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(MoveRefusal)
  expect(String(refused)).toMatch(/Há no bucket [^]* 1 documento que não está na pasta/)
  expect([await to.has(own), await to.has(other)]).toEqual([null, 8])
})
