import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearAfterKill } from '#parts/copy/apart.server.ts'
import { proveInChild } from '#parts/copy/prove.server.ts'
import { lockStore } from '#server/database/embedded/lock.ts'
import { isPostmasterOf } from '#server/database/embedded/orphan.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World
const folder = () => join(world.house.config.OUTORGA_DATA_DIR, 'copias')
beforeAll(async () => {
  world = await openWorld()
  await world.enter('superAdmin', world.people.superAdmin)
})
afterAll(() => world?.close())

const turn = async () => {
  await sql`update chores set next_at = case name when 'copias' then now() else now() + interval '1 hour' end`.execute(
    world.db,
  )
  await world.house.chores.turn()
  await world.house.chores.settled()
  return (await world.house.chores.standing()).find(({ name }) => name === 'copias')
}
const shown = async () => {
  const answer = await world.call('superAdmin', 'GET', 'manutencao')
  expect(answer.status).toBe(200)
  return answer.body
}
const noticesOf = async () =>
  (
    await sql<{ title: string; people: number }>`
      select title, count(distinct user_id)::int as people from notices where kind = 'copia-atrasada' group by title`.execute(
      world.db,
    )
  ).rows
const age = (days: number) =>
  sql`update migrations set applied_at = now() - ${days} * interval '1 day'`.execute(world.db)

test('a new installation waits for its hour; then a copy a day is taken, opened apart, and shown', async () => {
  expect(await turn()).toMatchObject({ error: null, said: 'Ainda não há cópia conferida.' })
  expect(existsSync(folder())).toBe(false)
  await age(3)
  const chore = await turn()
  expect(chore).toMatchObject({ error: null, figures: { on: 1, copies: 1, oneDisk: 1 } })
  expect(chore?.said).toMatch(/conferida ao abrir à parte: \d+ tabelas, [\d.]+ linhas, 0 documentos/)
  expect(readdirSync(folder())).toEqual([
    expect.stringMatching(/^outorga-[\dT-]+Z\.tar$/),
    expect.stringMatching(/^outorga-[\dT-]+Z\.tar\.conferida$/),
  ])
  expect(existsSync(join(world.house.config.OUTORGA_DATA_DIR, 'prova'))).toBe(false)
  expect(await shown()).toMatchObject({
    data: { copies: { on: true, late: false, one_disk: true, copies: 1, proven_at: expect.stringMatching(/^20/) } },
  })
  expect(await noticesOf()).toEqual([])
  // The day has its copy: the next turn takes none.
  expect((await turn())?.said).toMatch(/^A última conferida é de/)
})

test('a proof that is ended leaves no database behind, and a spoilt copy is refused in words', async () => {
  const { config } = world.house
  const name = readdirSync(folder()).find(each => each.endsWith('.tar')) ?? ''
  const path = join(folder(), name)
  const prove = (of: string, signal: AbortSignal) =>
    proveInChild({ path: of, key: undefined, config, room: 0 }, signal).catch((error: unknown) => error)
  const pidFile = join(config.OUTORGA_DATA_DIR, 'prova/cluster/postmaster.pid')
  const ending = new AbortController()
  const ended = prove(path, ending.signal)
  await expect
    .poll(() => existsSync(pidFile) && Number.parseInt(readFileSync(pidFile, 'utf8'), 10), { timeout: 60_000 })
    .toBeGreaterThan(0)
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  const cluster = realpathSync(join(config.OUTORGA_DATA_DIR, 'prova/cluster'))
  expect(isPostmasterOf(pid, cluster)).toBe(true)
  const why = new Error('the server ends')
  ending.abort(why)
  expect(await ended).toBe(why)
  expect(existsSync(join(config.OUTORGA_DATA_DIR, 'prova'))).toBe(false)
  expect(isPostmasterOf(pid, cluster)).toBe(false)

  // Of a proof that never had the folder, an end touches nothing there: another process may prove a copy.
  const others = join(config.OUTORGA_DATA_DIR, 'prova')
  mkdirSync(others)
  const lock = lockStore(`${others}-em-uso.lock`)
  await clearAfterKill(config)
  expect(existsSync(others)).toBe(true)
  lock.release()
  await clearAfterKill(config)
  expect(existsSync(others)).toBe(false)

  const bytes = readFileSync(path)
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1
  const spoilt = join(config.OUTORGA_DATA_DIR, 'estragada.tar')
  writeFileSync(spoilt, bytes)
  expect(await prove(spoilt, new AbortController().signal)).toMatchObject({
    message: expect.stringMatching(/alterada ou está estragada/),
  })
})

test('one that cannot be opened does not count, and administrators are notified once when the last proven one is old', async () => {
  rmSync(folder(), { recursive: true })
  const { house } = world
  // Where the copies should be is a file.
  writeFileSync(folder(), '')
  expect(await turn()).toMatchObject({ failures: 1, error: expect.stringMatching(/.+/) })
  await turn()
  const [notice, ...more] = await noticesOf()
  expect(more).toEqual([])
  expect(notice).toMatchObject({ title: 'Ainda não há cópia de segurança conferida' })
  expect(notice?.people).toBeGreaterThan(0)
  const { rows } = await sql<{
    times: number
  }>`select max(times)::int as times from notices where kind = 'copia-atrasada'`.execute(house.database.kysely)
  expect(rows).toEqual([{ times: 1 }])
})
