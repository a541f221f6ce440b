import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '#kernel/problem.ts'
import { markStore, refuseOtherStore } from '#parts/file/owner.server.ts'
import { hashStored } from '#parts/file/store.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'
import { wrongSettingsCode, WrongSettings } from '#server/environment.ts'
import { readConfig } from '#settings.server.ts'
import { startBuckets, startLink, type BucketService, type Link } from '../support/bucket.ts'
import { freshFolder } from '../support/databases.ts'

// What a store of documents promises is tried on each: on a disk, and on a service that speaks S3.

let service: BucketService
let link: Link
const folders: string[] = []
beforeAll(async () => {
  service = await startBuckets('documentos', 'cortes')
  link = await startLink(service.port)
})
afterAll(async () => {
  await link?.close()
  service?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const open = (env: Readonly<Record<string, string>>) => {
  const folder = freshFolder()
  folders.push(folder)
  return storeOf(readConfig({ OUTORGA_DATA_DIR: folder, ...env }))
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
let drafts = 0
async function draftOf(store: FileStore, bytes: Uint8Array): Promise<string> {
  const path = await store.draft(`00000000-0000-4000-8000-${String(++drafts).padStart(12, '0')}.tmp`, bytes.length)
  writeFileSync(path, bytes)
  return path
}
async function put(store: FileStore, bytes: Uint8Array): Promise<string> {
  await store.put(hashOf(bytes), await draftOf(store, bytes))
  return hashOf(bytes)
}
const read = async (store: FileStore, sha256: string, range?: { from: number; to: number }) => {
  const found = await store.get(sha256, range)
  return found && { size: found.size, bytes: await buffer(found.bytes) }
}
const namesIn = async (store: FileStore) => {
  const names: string[] = []
  for await (const some of store.list()) names.push(...some.flatMap(({ name, inPlace }) => (inPlace ? [name] : [])))
  return names
}
const binOf = async (store: FileStore) => {
  const all: string[] = []
  for await (const some of store.listBin()) all.push(...some.map(({ day, name, size }) => `${day} ${name} ${size}`))
  return all
}

describe.each(['disk', 's3'])('a store on %s', kind => {
  let store: FileStore
  beforeAll(async () => {
    store = await open(kind === 's3' ? service.env('documentos') : {})
  })

  test('gives back what it was given, whole and in part, and its draft is gone', async () => {
    const short = Buffer.from('um contrato')
    const path = await draftOf(store, short)
    await store.put(hashOf(short), path)
    expect(readdirSync(join(path, '..')).filter(name => path.endsWith(name))).toEqual([])
    for (const bytes of [short, Buffer.alloc(0), randomBytes(20 * 1024 * 1024)]) {
      const sha256 = await put(store, bytes)
      expect(await store.has(sha256)).toBe(bytes.length)
      const found = await read(store, sha256)
      expect([found?.size, found?.bytes.equals(bytes)]).toEqual([bytes.length, true])
      if (!bytes.length) continue
      const part = await read(store, sha256, { from: 3, to: bytes.length - 2 })
      expect([part?.size, part?.bytes.equals(bytes.subarray(3, -1))]).toEqual([bytes.length, true])
    }
  })

  test('says of what it does not have that it is not there', async () => {
    const none = hashOf(Buffer.from('nunca veio'))
    expect([await store.has(none), await store.get(none), await store.bin(none, '2026-11-28')]).toEqual([
      null,
      null,
      false,
    ])
    expect(await store.restore({ name: none, day: '2026-11-28', size: 0 })).toBe(false)
  })

  test('moves a file to the bin of a day and back, and removes it from there', async () => {
    const [kept, gone] = [await put(store, Buffer.from('volta')), await put(store, Buffer.from('vai embora'))]
    expect([await store.bin(kept, '2026-11-01'), await store.bin(gone, '2026-11-02')]).toEqual([true, true])
    expect([await store.has(kept), await store.has(gone)]).toEqual([null, null])
    expect(await namesIn(store)).not.toContain(kept)
    expect((await binOf(store)).toSorted()).toEqual([`2026-11-01 ${kept} 5`, `2026-11-02 ${gone} 10`])
    expect(await store.restore({ name: kept, day: '2026-11-01', size: 5 })).toBe(true)
    await store.remove({ name: gone, day: '2026-11-02', size: 10 })
    await store.remove({ name: gone, day: '2026-11-02', size: 10 })
    expect([await binOf(store), await store.has(kept), await store.has(gone)]).toEqual([[], 5, null])
  })

  test('twelve put the same file at once, and it is there once and whole', async () => {
    const bytes = randomBytes(300_000)
    await Promise.all(Array.from({ length: 12 }, () => put(store, bytes)))
    expect(await hashStored(store, hashOf(bytes))).toBe(hashOf(bytes))
    expect((await namesIn(store)).filter(name => name === hashOf(bytes))).toHaveLength(1)
  })

  test('lists more than one answer holds, in the order of the names', async () => {
    const all = Array.from({ length: 1_040 }, (_, i) => Buffer.from(`papel ${i}`))
    for (let at = 0; at < all.length; at += 40) await Promise.all(all.slice(at, at + 40).map(each => put(store, each)))
    const names = (await namesIn(store)).filter(name => /^[0-9a-f]{64}$/.test(name))
    expect(names).toEqual(names.toSorted())
    expect(new Set(names).size).toBe(names.length)
    expect(all.filter(each => !names.includes(hashOf(each)))).toEqual([])
  })

  test('has no room for more than its disk has: nothing is begun', async () => {
    const full: unknown = await store.draft('grande.tmp', 2 ** 52).catch((error: unknown) => error)
    expect(full).toMatchObject({ kind: 'full', status: 507 })
  })

  test('is marked once as one installation’s, and refused to another', async () => {
    const mine = '11111111-1111-4111-8111-111111111111'
    expect(await store.readMark()).toBe(null)
    await markStore(store, mine)
    expect(await store.readMark()).toMatch(/^11111111-1111-4111-8111-111111111111\n/)
    await refuseOtherStore(store, mine, 'a cópia')
    await expect(refuseOtherStore(store, '2', 'a cópia')).rejects.toThrow('é de outra instalação do Outorga (11111111')
  })
})

describe('a bucket', () => {
  const long = randomBytes(20 * 1024 * 1024)
  let store: FileStore
  beforeAll(async () => {
    store = await open(service.env('cortes', link.port))
  })

  const faultOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    return error instanceof Problem ? [error.status, error.detail.retryAfter, error.message] : error
  }
  const silent = [503, 5, expect.stringContaining('não respondeu')]
  const refused = [503, 60, expect.stringContaining('recusou o acesso')]

  test('cut off in the middle of a file that is sent has none of it, and the file is sent again from where it is', async () => {
    const path = await draftOf(store, long)
    link.cutAfter({ sent: 3 * 1024 * 1024 })
    expect(await faultOf(store.put(hashOf(long), path))).toEqual(silent)
    link.heal()
    expect([await store.has(hashOf(long)), await namesIn(store)]).toEqual([null, []])
    await store.put(hashOf(long), path)
    expect(await hashStored(store, hashOf(long))).toBe(hashOf(long))
  })

  test('cut off in the middle of a file that is read ends it in an error', async () => {
    link.cutAfter({ received: 2 * 1024 * 1024 })
    let length = 0
    const reading = async () => {
      for await (const part of (await store.get(hashOf(long)))?.bytes ?? []) length += part.length
    }
    expect(await faultOf(reading())).toEqual(silent)
    expect(length).toBeLessThan(long.length)
    link.heal()
  })

  test('is not given other bytes than those of the name', async () => {
    const [one, other] = [Buffer.from('um'), randomBytes(9 * 1024 * 1024)]
    for (const bytes of [one, other]) {
      const wrong = hashOf(Buffer.from(`outro ${bytes.length}`))
      await expect(store.put(wrong, await draftOf(store, bytes))).rejects.toThrow('has the hash')
      expect(await store.has(wrong)).toBe(null)
    }
  })

  test('that is silent is waited for, and not for ever: before an answer and in the middle of one', async () => {
    const coming = (await store.get(hashOf(long)))?.bytes[Symbol.asyncIterator]()
    await coming?.next()
    link.silence()
    const begun = performance.now()
    const rest = async () => {
      while (!(await coming?.next())?.done) continue
    }
    const path = await draftOf(store, Buffer.from('calado'))
    const all = [
      store.has(hashOf(long)),
      store.get(hashOf(long)),
      store.put(hashOf(Buffer.from('calado')), path),
      rest(),
    ]
    expect(await Promise.all(all.map(faultOf))).toEqual([silent, silent, silent, silent])
    expect(performance.now() - begun).toBeLessThan(20_000)
    link.heal()
  }, 40_000)

  test('that does not exist, refuses the key or is nowhere is told as that, and ends a start by its code', async () => {
    const at = service.env('cortes')
    const nobody = await open(service.env('sumido'))
    const locked = await open({ ...at, S3_ACCESS_KEY_ID: 'errada' })
    const nowhere = await open(service.env('cortes', 1))
    const none = hashOf(Buffer.from('nada'))
    for (const each of [nobody, locked])
      for (const work of [() => each.has(none), () => each.get(none), () => each.list().next()])
        expect(await faultOf(work())).toEqual(refused)
    expect(await faultOf(nowhere.has(none))).toEqual(silent)
    const begin = (each: FileStore) => refuseOtherStore(each, 'x', 'a cópia').catch((error: unknown) => error)
    for (const [each, code] of [
      [nobody, 'NoSuchBucket'],
      [locked, 'InvalidAccessKeyId'],
    ] as const) {
      const error = await begin(each)
      expect(error).toBeInstanceOf(WrongSettings)
      expect(String(error)).toMatch(
        new RegExp(`Não foi possível usar o bucket [^]*\\(${code}\\)[^]*Confira S3_ENDPOINT`),
      )
    }
    expect(String(await begin(nowhere))).toContain('não respondeu')
    expect(wrongSettingsCode).toBe(78)
  }, 60_000)
})

test('settings that do not go together are refused with the others', () => {
  const wrong = (env: Readonly<Record<string, string>>) => () => readConfig(env)
  expect(wrong({ OUTORGA_FILES: 'nuvem' })).toThrow('OUTORGA_FILES deve ser disk ou s3')
  expect(wrong({ OUTORGA_FILES: 's3' })).toThrow('OUTORGA_FILES=s3 precisa de S3_BUCKET')
  expect(wrong({ S3_BUCKET: 'Meu Balde' })).toThrow('S3_BUCKET deve ser o nome de um bucket')
  expect(wrong({ S3_PREFIX: '/a' })).toThrow('S3_PREFIX deve ser um caminho')
  expect(wrong({ S3_BUCKET: 'docs', S3_ACCESS_KEY_ID: 'a' })).toThrow('S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY')
  expect(wrong({ S3_ENDPOINT: 'ftp://a', S3_SECRET_ACCESS_KEY: 'x' })).toThrow(/S3_ENDPOINT deve ser um endereço/)
})
