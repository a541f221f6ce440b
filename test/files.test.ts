import { createHash, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHash } from '#parts/file/folder.server.ts'
import { noteLoose } from '#parts/file/ledger.server.ts'
import { measureFolder } from '#parts/file/measure.server.ts'
import { claimStore } from '#parts/file/owner.server.ts'
import { keepFile, keepStream, readStored } from '#parts/file/store.server.ts'
import { documentsFolder } from '#parts/file/storage/disk.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import { sweepFiles } from '#parts/file/sweep.server.ts'
import { readConfig } from '#settings.server.ts'
import type { Database } from '#server/database/database.ts'
import { openHouse } from '../src/house.server.ts'
import { startBuckets, type BucketService } from './support/bucket.ts'
import { freshDatabase, freshFolder } from './support/databases.ts'

// Documents outlive the wrong database, a folder that is shared, and a process killed at any moment.

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const day = 86_400_000

let service: BucketService
let prefixes = 0
beforeAll(async () => {
  service = await startBuckets('documentos')
})
afterAll(() => service?.close())

describe.each(['disk', 's3'])('the documents on %s', kind => {
  const isDisk = kind === 'disk'
  let database: Database
  let folder = ''
  let place: Readonly<Record<string, string>> = {}
  const others: Database[] = []
  beforeEach(async () => {
    await renew()
    database = await freshDatabase()
  })
  afterEach(async () => {
    for (const each of [database, ...others.splice(0)]) await each.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The next start finds a place with nothing in it. */
  async function renew() {
    if (folder) rmSync(folder, { recursive: true, force: true })
    folder = freshFolder()
    place = isDisk ? {} : { ...service.env('documentos'), S3_PREFIX: `lugar-${++prefixes}` }
  }
  const another = async () => {
    const made = await freshDatabase()
    others.push(made)
    return made
  }
  const configOf = (env: Readonly<Record<string, string>> = {}) =>
    readConfig({ OUTORGA_DATA_DIR: folder, OUTORGA_DEMO: '0', LOG_LEVEL: 'silent', ...place, ...env })
  const claim = (of = database, env: Readonly<Record<string, string>> = {}) => claimStore(configOf(env), of.kysely)
  const keeper = () => ({ config: configOf(), sql: database.kysely })
  const sweep = (now = new Date(), many = false) => sweepFiles(keeper(), { now, many })
  const store = () => storeOf(configOf())
  /** A file as it is before it is stored. */
  async function draftOf(name: string, text: string) {
    const path = await (await store()).draft(name, text.length)
    writeFileSync(path, text)
    return path
  }
  /** Files as another installation, or another release, left them. */
  const leave = async (from: number, to: number) => {
    const texts = Array.from({ length: to - from }, (_, i) => `documento ${from + i}`)
    const put = async (text: string) =>
      (await store()).put(hashOf(text), await draftOf(`${randomUUID()}.tmp`, text)).then(() => hashOf(text))
    const hashes: string[] = []
    for (let at = 0; at < texts.length; at += 40) hashes.push(...(await Promise.all(texts.slice(at, at + 40).map(put))))
    return hashes
  }
  const inPlace = async () => {
    let files = 0
    for await (const some of (await store()).list()) files += some.filter(({ name }) => isHash(name)).length
    return files
  }
  const inBin = async () => {
    const names: string[] = []
    for await (const some of (await store()).listBin()) names.push(...some.map(each => each.name))
    return names
  }
  const isThere = async (hash: string) => (await (await store()).has(hash)) !== null
  const name = (hashes: readonly string[], of = database) =>
    sql`insert into exports (name, resource, sha256) select 'um', 'clients', h from unnest(${[...hashes]}::text[]) h`.execute(
      of.kysely,
    )
  const age = (days: number) =>
    sql`update loose_files set since = since - ${days} * interval '1 day'`.execute(database.kysely)

  test('of 476 files and an empty database: refused in so many words, and a year of sweeps takes none', async () => {
    await leave(0, 476)
    const refused = openHouse(configOf(), database)
    await expect(refused).rejects.toThrow(/já tem documentos[^]*476 arquivos[^]*conhece 0[^]*OUTORGA_ADOPT_FILES=1/)
    expect(await (await store()).readMark()).toBe(null)

    expect(await claim(database, { OUTORGA_ADOPT_FILES: '1' })).toEqual([
      expect.stringContaining('476 arquivos que este banco não conhece ficam onde estão'),
    ])
    expect(await claim(database, { OUTORGA_ADOPT_FILES: '1' })).toEqual([expect.stringContaining('retire-a')])
    for (let week = 0; week < 52; week++) await sweep(new Date(Date.now() + week * 7 * day))
    expect(await inPlace()).toBe(476)
    expect(await measureFolder(keeper())).toMatchObject({ documents: 0, unknown: 476, missing: 0, bin: 0 })
  })

  test('of another installation is refused to a new database and to an old one, and stays its own', async () => {
    const [theirs, empty] = [database, await another()]
    await claim(theirs)
    await name(await leave(0, 3), theirs)
    await expect(claim(empty)).rejects.toThrow(/é de outra instalação[^]*este banco de dados é novo/)
    await renew()
    await claim(empty)
    await leave(0, 3)
    await expect(claim(theirs)).rejects.toThrow(
      /é de outra instalação do Outorga \([0-9a-f-]{36}\)[^]*da instalação [0-9a-f-]{36}/,
    )
    await expect(sweep()).rejects.toThrow('nenhum arquivo foi mexido')
    expect(await claim(empty)).toEqual([])
  })

  test('is taken quietly by the database that knows its files, as an older release left them', async () => {
    const files = await leave(0, 10)
    await name(files.slice(0, 6))
    expect(await claim()).toEqual([])
    expect(await claim()).toEqual([])
    const stranger = await another()
    await name(files.slice(0, 4), stranger)
    await expect(claim(stranger)).rejects.toThrow('é de outra instalação')
  })

  test('empty beside a database that names documents is refused, until somebody accepts it for one start', async () => {
    const files = await leave(0, 10)
    await name(files)
    await claim()
    await renew()
    await expect(claim()).rejects.toThrow(
      /está vazi[ao], e este banco de dados cita 10 arquivos[^]*(?:não está montado|mudar-arquivos)[^]*OUTORGA_ADOPT_FILES=1/,
    )
    expect(await (await store()).readMark()).toBe(null)
    await leave(0, 4)
    await expect(claim()).rejects.toThrow('não tem a maior parte dos documentos')
    expect(await claim(database, { OUTORGA_ADOPT_FILES: '1' })).toEqual([])
    expect(await claim()).toEqual([])
    expect(await measureFolder(keeper())).toMatchObject({ documents: 4, missing: 6 })
  })

  test('keeps what an older copy of its database does not know', async () => {
    await claim()
    await name([await keepFile(keeper(), Buffer.from('antes da cópia'))])
    // The copy put back knows neither the row, nor that it was ever begun.
    await leave(0, 5)
    await age(2)
    expect(await claim()).toEqual([])
    expect(await sweep()).toEqual({ binned: 0, returned: 0, removed: 0 })
    expect(await inPlace()).toBe(6)
  })

  test('an upload given up lies in the bin for 30 days; whatever has a row, or no note, stays', async () => {
    await claim()
    const [kept, given] = [
      await keepFile(keeper(), Buffer.from('com registro')),
      await keepFile(keeper(), Buffer.from('sem registro')),
    ]
    await name([kept])
    await sql`update exports set deleted_at = now()`.execute(database.kysely)
    const { sha256: long } = await keepStream(keeper(), parts(), 1_000)
    await leave(0, 2)
    await draftOf(`${randomUUID()}.tmp`, 'de outro programa')
    expect(await sweep()).toMatchObject({ binned: 0 })
    await age(2)
    expect(await sweep()).toEqual({ binned: 2, returned: 0, removed: 0 })
    expect((await inBin()).toSorted()).toEqual([given, long].toSorted())
    expect(await inPlace()).toBe(3)
    expect(await sweep(new Date(Date.now() + 29 * day))).toEqual({ binned: 0, returned: 0, removed: 0 })
    expect(await sweep(new Date(Date.now() + 31 * day))).toEqual({ binned: 0, returned: 0, removed: 2 })
    expect([await inBin(), await inPlace()]).toEqual([[], 3])
    const { rows } = await sql`select 1 from loose_files`.execute(database.kysely)
    expect(rows).toEqual([])
  })

  test('what a row names comes back from the bin, whenever it is sent or put back', async () => {
    await claim()
    const bytes = Buffer.from('quase perdido')
    const hash = await keepFile(keeper(), bytes)
    await age(2)
    expect(await sweep()).toMatchObject({ binned: 1 })
    await name([hash])
    expect(await sweep(new Date(Date.now() + 400 * day))).toEqual({ binned: 0, returned: 1, removed: 0 })
    expect(await readStored(configOf(), hash)).toEqual(bytes)
  })

  test('a process killed between any two steps loses nothing', async () => {
    await claim()
    // Before the file is there: only a note, and a draft half written.
    const draft = `${randomUUID()}.tmp`
    await noteLoose(database.kysely, [hashOf('nunca chegou'), draft], 'begun')
    await draftOf(draft, 'pela met')
    await age(2)
    // On the way to a bucket it lies among what is swept from this disk.
    expect(await sweep()).toMatchObject({ binned: isDisk ? 1 : 0 })
    expect(await inBin()).toEqual(isDisk ? [draft] : [])
    // Between the move and its commit: the note stands, the file does not.
    const hash = await keepFile(keeper(), Buffer.from('enviado de novo'))
    await age(2)
    await sweep()
    await noteLoose(database.kysely, [hash], 'begun')
    await age(2)
    expect(await sweep()).toMatchObject({ binned: 0 })
    // The same bytes sent again, and their row.
    await keepFile(keeper(), Buffer.from('enviado de novo'))
    await name([hash])
    await age(2)
    await sweep()
    expect(await isThere(hash)).toBe(true)
  })

  test('the same bytes are sent while they are being thrown away, and two sweep at once', async () => {
    await claim()
    for (let round = 0; round < 12; round++) {
      const bytes = Buffer.from(`rodada ${round}`)
      await keepFile(keeper(), bytes)
      await age(2)
      const [hash] = await Promise.all([
        keepFile(keeper(), bytes).then(async sent => (await name([sent]), sent)),
        sweep(),
        sweep(),
      ])
      expect(await isThere(hash), `round ${round}`).toBe(true)
    }
  })

  test('more uploads given up than ever are: none goes, it is told, and done when somebody says so', async () => {
    await claim()
    for (let i = 0; i < 21; i++) await keepFile(keeper(), Buffer.from(`perdido ${i}`))
    await name(await leave(0, 100))
    await age(2)
    await expect(sweep()).rejects.toThrow('21 arquivos de 121 iriam para a lixeira')
    expect([await inBin(), await inPlace()]).toEqual([[], 121])
    expect(await sweep(new Date(), true)).toMatchObject({ binned: 21 })
    expect(await inPlace()).toBe(100)
  })

  test('what is there, and what should be and is not, is counted', async () => {
    await claim()
    await name([await keepFile(keeper(), Buffer.from('aqui')), hashOf('perdido no disco')])
    await keepFile(keeper(), Buffer.from('há pouco'))
    await leave(0, 3)
    if (isDisk) writeFileSync(join(documentsFolder({ OUTORGA_DATA_DIR: folder }), 'leia-me.txt'), 'de alguém')
    expect(await measureFolder(keeper())).toMatchObject({
      documents: 1,
      documentBytes: 4,
      loose: 1,
      unknown: isDisk ? 4 : 3,
      missing: 1,
    })
  })
})

async function* parts() {
  yield Buffer.from('aos ')
  yield Buffer.from('poucos')
}
