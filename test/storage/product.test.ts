import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreCopy } from '#parts/copy/apart.server.ts'
import { takeCopy } from '#parts/copy/take.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import { keepFiles, readStored } from '#parts/file/store.server.ts'
import { openDatabase } from '#server/database/open.ts'
import { WrongSettings } from '#server/environment.ts'
import { readConfig } from '#settings.server.ts'
import { openHouse } from '../../src/house.server.ts'
import { startBuckets, startLink, type BucketService, type Link } from '../support/bucket.ts'
import { bundled } from '../support/bundled.ts'
import { bareDatabase, freshFolder, freshPostgresUrl } from '../support/databases.ts'
import { dataOf, openWorld, type World } from '../support/world.ts'

// The whole product with its documents in a bucket: sent and fetched by people, moved, copied and restored.

let service: BucketService
let link: Link
let world: World
const folder = freshFolder()
beforeAll(async () => {
  service = await startBuckets('documentos', 'mudanca')
  link = await startLink(service.port)
  // The world begins with documents on its disk.
  world = await openWorld({ env: { ...service.env('documentos', link.port), OUTORGA_ADOPT_FILES: '1' } })
}, 300_000)
afterAll(async () => {
  await world?.close()
  await link?.close()
  service?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a document is sent, fetched whole and in parts, and a service that fails is a 503 or a broken answer', async () => {
  const bytes = Buffer.concat([Buffer.from('um texto\n'), Buffer.alloc(3 * 1024 * 1024, 'Linha de um texto longo.\n')])
  const token = await world.enter('staffA', world.people.staffA)
  const authorization = `Bearer ${token}`
  const client = world.target('clients', 'A1')?.uuid ?? ''
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const send = (name: string, body: Buffer) =>
    fetch(`${url}/api/v1/clients/${client}/documents?name=${name}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
    })
  const made = await send('longo.txt', bytes)
  const { uuid } = dataOf({ body: JSON.parse(await made.text()), text: '' })
  expect(made.status).toBe(201)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await (await storeOf(world.house.config)).has(sha256)).toBe(bytes.length)
  const get = (headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/api/v1/internal-uploads/get-file/${String(uuid)}`, { headers: { authorization, ...headers } })

  const whole = await get()
  const etag = whole.headers.get('etag') ?? ''
  expect([whole.status, whole.headers.get('accept-ranges'), etag.length]).toEqual([200, 'bytes', 34])
  expect(whole.headers.get('content-length')).toBe(String(bytes.length))
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  for (const [range, from, to] of [
    ['bytes=3-9', 3, 9],
    [`bytes=${bytes.length - 5}-`, bytes.length - 5, bytes.length - 1],
    ['bytes=-7', bytes.length - 7, bytes.length - 1],
    ['bytes=0-99999999', 0, bytes.length - 1],
  ] as const) {
    const part = await get({ range })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true)
  }
  expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416)
  for (const headers of [
    { range: 'bytes=3-9', 'if-range': '"outro"' },
    { range: 'bytes=0-1,4-5' },
    { range: 'bytes=9-3' },
  ])
    expect((await get(headers)).status).toBe(200)
  expect((await get({ range: 'bytes=3-9', 'if-range': etag })).status).toBe(206)

  // Cut off before its first megabyte an answer is a 503; after that, it is broken off and never taken for whole.
  link.cutAfter({ received: 200_000 })
  const refused = await get()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('armazenamento de documentos') })
  link.cutAfter({ received: 2_000_000 })
  const broken = await get()
  expect(broken.status).toBe(200)
  await expect(broken.arrayBuffer()).rejects.toThrow()
  link.cutAfter({ sent: 100_000 })
  const lost = await send('perdido.txt', Buffer.from(`perdido ${'x'.repeat(500_000)}`))
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '5'])
  link.heal()
  expect(Buffer.from(await (await get()).arrayBuffer()).equals(bytes)).toBe(true)
  expect((await send('perdido.txt', Buffer.from(`perdido ${'x'.repeat(500_000)}`))).status).toBe(201)
}, 120_000)

test('killed while it moves the documents, the command moves them when run again; a copy from the bucket is restored into another', async () => {
  const [data, source, target] = [freshFolder(), await freshPostgresUrl(), await bareDatabase()]
  const command = await bundled('src/outorga.server.ts', {}, { splitting: true })
  const onDisk = { OUTORGA_DATA_DIR: data, DATABASE_URL: source.url, OUTORGA_DEMO: '0', LOG_LEVEL: 'silent' }
  const bucket = { ...service.env('mudanca'), S3_PREFIX: 'a' }
  const database = await openDatabase(onDisk)
  const start = async (env: Readonly<Record<string, string>>) => {
    const { app } = await openHouse(readConfig({ ...onDisk, ...env }), database, {
      passwordCost: { memoryCost: 64, timeCost: 1 },
    })
    await app.close()
  }
  await start({})
  const papers = Array.from({ length: 60 }, () => randomBytes(50_000))
  const hashes = await keepFiles({ config: readConfig(onDisk), sql: database.kysely }, papers)
  await sql`insert into exports (name, resource, sha256) select 'um', 'clients', h from unnest(${[...hashes]}::text[]) h`.execute(
    database.kysely,
  )

  const begin = () =>
    spawn(process.execPath, [command.path, 'mudar-arquivos', '--para', 's3'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...onDisk, ...bucket, OUTORGA_FILES: 'disk' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const there = async () => {
    const store = await storeOf(readConfig({ ...onDisk, ...bucket }))
    return (await Promise.all(hashes.map(sha256 => store.has(sha256)))).filter(size => size !== null).length
  }
  // The connection of this test is one of a server: what is there is brought, and the move is not made.
  const killed = begin()
  while ((await there()) < 3) continue
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await database.close()
  const again = begin()
  const [out, err, [code]] = await Promise.all([text(again.stdout), text(again.stderr), once(again, 'exit')])
  expect([code, err.replaceAll(/^.*Warning[^]*/gm, '')]).toEqual([0, ''])
  expect(out).toMatch(/60 de 60 documentos conferidos[^]*Mudança pronta e conferida: 60 documentos[^]*OUTORGA_FILES=s3/)

  const opened = await openDatabase(onDisk)
  const old = await openHouse(readConfig(onDisk), opened).catch((error: unknown) => error)
  expect(old).toBeInstanceOf(WrongSettings)
  expect(String(old)).toContain('saíram da pasta')
  const config = readConfig({ ...onDisk, ...bucket })
  const { app } = await openHouse(config, opened, { passwordCost: { memoryCost: 64, timeCost: 1 } })
  const path = join(folder, 'copia.tar')
  const { content } = await takeCopy({ database: opened, config, key: undefined }, path)
  expect(content.documentos).toMatchObject({ arquivos: 60, faltando: 0, estragados: 0 })
  await app.close()
  await opened.close()

  const restored = readConfig({
    ...onDisk,
    OUTORGA_DATA_DIR: folder,
    DATABASE_URL: target.url,
    ...bucket,
    S3_PREFIX: 'b',
  })
  const fresh = await openDatabase({ DATABASE_URL: target.url, OUTORGA_DATA_DIR: folder })
  await restoreCopy(path, undefined, { database: fresh, config: restored, report: () => {} })
  for (const [at, sha256] of hashes.entries())
    expect((await readStored(restored, sha256)).equals(papers[at] ?? Buffer.alloc(0))).toBe(true)
  expect((await (await storeOf(restored)).readMark())?.slice(0, 36)).toBe(
    (await (await storeOf(config)).readMark())?.slice(0, 36),
  )
  await fresh.close()
  await source.drop()
  await target.drop()
  command.remove()
  rmSync(data, { recursive: true })
}, 300_000)
