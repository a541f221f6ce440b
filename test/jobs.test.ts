import PgBoss from 'pg-boss'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { imports } from '#features/jobs/jobs.ts'
import { plans } from '#features/lookups.ts'
import { invalid } from '#kernel/problem.ts'
import { migrationsFolder } from '#server/migrate.ts'
import { work } from '#server/jobs/work.ts'
import { engines } from './support/databases.ts'
import { openWorld, type World } from './support/world.ts'

interface Given {
  readonly steps: number
  readonly mood: 'well' | 'refused' | 'broken' | 'slow'
  readonly name: string
}
let runs = 0
const patient = () => new Promise(resolve => setTimeout(resolve, 20))

/** Writes a plan per chunk. */
const plant = work<Given, { readonly at: number }>({
  name: 'test.plant',
  of: imports,
  given: z.object({ steps: z.int(), mood: z.enum(['well', 'refused', 'broken', 'slow']), name: z.string() }),
  needs: () => ['plans.index'],
  run: async ({ steps, mood, name }, job) => {
    runs++
    for (let at = job.mark?.at ?? 0; at < steps; at++) {
      if (mood === 'slow') await patient()
      await job.chunk(async ctx => {
        await ctx.rows(plans).create({ name: `${name} ${at}` })
        if (at === 2 && mood === 'refused') throw invalid({ name: 'Isto não pode ser.' })
        if (at === 2 && mood === 'broken') throw new Error('a fault of ours')
        return { mark: { at: at + 1 }, rows_done: at + 1, rows_total: steps }
      })
    }
  },
})

test('the queue’s schema is the one the installed pg-boss asks for', () => {
  const words = (text: string) => text.replace(/\s+/g, ' ').replaceAll(' ;', ';').trim()
  const [, asked = ''] = PgBoss.getConstructionPlans().split(/::bigint\s*\)\s*;/)
  expect(words(readFileSync(`${migrationsFolder()}/0024-jobs.sql`, 'utf8'))).toContain(
    words(asked.replace(/COMMIT;\s*$/, '')),
  )
})

describe.each(engines)('jobs on %s', engine => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine, {}, undefined, { works: [plant], pace: { pollMs: 50 } })
    await sql`update pgboss.queue set retry_delay = 0, retry_backoff = false`.execute(world.db)
  })
  afterAll(() => world?.close())

  let n = 0
  async function begin(
    given: Omit<Given, 'name'>,
    user = world.people.adminA,
    company: number | null = world.companies.A,
  ) {
    const name = `plantada ${++n}`
    const { rows } = await sql<{ uuid: string }>`
      insert into imports (name, resource, empresa_id, user_id) values (${name}, 'plans', ${world.companies.A}, ${user}) returning uuid`.execute(
      world.db,
    )
    const uuid = rows[0]?.uuid ?? ''
    await world.house.jobs.queue.send(world.db, uuid, {
      user_id: user,
      company,
      work: plant.name,
      given: { ...given, name },
    })
    world.runner.nudge()
    const planted = async () =>
      (
        await sql<{ name: string }>`select name from plans where name like ${`${name} %`} order by id`.execute(world.db)
      ).rows.map(row => Number(row.name.split(' ').at(-1)))
    return { uuid, planted, row: () => rowOf(uuid) }
  }
  const rowOf = async (uuid: string) =>
    (
      await sql<{ state: string; rows_done: number | null; rows_total: number | null; error: string | null }>`
        select state, rows_done, rows_total, error from imports where uuid = ${uuid}`.execute(world.db)
    ).rows[0]
  async function until(done: () => Promise<boolean>) {
    for (let i = 0; i < 400; i++) {
      if (await done()) return
      await patient()
    }
    throw new Error('waited too long')
  }
  const over = (uuid: string) =>
    until(async () => !['na-fila', 'processando'].includes((await rowOf(uuid))?.state ?? ''))

  test('work is done chunk by chunk, and its row says how far', async () => {
    const { uuid, planted, row } = await begin({ steps: 5, mood: 'well' })
    await over(uuid)
    expect(await row()).toEqual({ state: 'concluido', rows_done: 5, rows_total: 5, error: null })
    expect(await planted()).toEqual([0, 1, 2, 3, 4])
    const { rows } = await sql<{ event: string }>`select event from audit_events where request_id = ${uuid}`.execute(
      world.db,
    )
    expect(rows.map(({ event }) => event).at(-1)).toBe('imports.concluir')
  })

  test('a refusal fails the row at once, in its own words, and keeps what was done', async () => {
    const before = runs
    const { uuid, planted, row } = await begin({ steps: 5, mood: 'refused' })
    await over(uuid)
    expect(await row()).toMatchObject({ state: 'falhou', rows_done: 2, error: 'Isto não pode ser.' })
    expect(await planted()).toEqual([0, 1])
    expect(runs - before).toBe(1)
  })

  test('a fault is tried again from where it happened, five times at one place, and then seen', async () => {
    const before = runs
    const { uuid, planted, row } = await begin({ steps: 5, mood: 'broken' })
    await over(uuid)
    expect(await row()).toMatchObject({ state: 'falhou', rows_done: 2 })
    expect((await row())?.error).toContain('Algo falhou do nosso lado')
    expect(await planted()).toEqual([0, 1])
    expect(runs - before).toBe(5)
  })

  test('who is no longer allowed has their work stopped, in the middle too', async () => {
    const { uuid, planted, row } = await begin({ steps: 1_000, mood: 'slow' }, world.people.staffA)
    await until(async () => ((await row())?.rows_done ?? 0) > 2)
    await sql`update users set active = false where id = ${world.people.staffA}`.execute(world.db)
    await over(uuid)
    expect(await row()).toMatchObject({ state: 'falhou', error: 'Quem pediu não pode mais entrar no sistema.' })
    expect((await planted()).length).toBeLessThan(900)
    await sql`update users set active = true, empresa_id = ${world.companies.B} where id = ${world.people.staffA}`.execute(
      world.db,
    )
    const moved = await begin({ steps: 2, mood: 'well' }, world.people.staffA)
    await over(moved.uuid)
    expect(await moved.row()).toMatchObject({
      state: 'falhou',
      error: 'Quem pediu não vê mais a empresa em que o pedido foi feito.',
    })
    await sql`update users set empresa_id = ${world.companies.A} where id = ${world.people.staffA}`.execute(world.db)
    const without = await begin({ steps: 2, mood: 'well' }, world.people.withoutRoutes)
    await over(without.uuid)
    expect(await without.row()).toMatchObject({
      state: 'falhou',
      error: 'Quem pediu não tem mais permissão para isto.',
    })
  })

  test('an administrator who looks at another company meanwhile still gets the work of the one they asked for', async () => {
    await sql`update users set empresa_visualizacao_id = ${world.companies.B} where id = ${world.people.adminA}`.execute(
      world.db,
    )
    const { uuid, row } = await begin({ steps: 2, mood: 'well' })
    await over(uuid)
    expect(await row()).toMatchObject({ state: 'concluido' })
    await sql`update users set empresa_visualizacao_id = ${world.companies.A} where id = ${world.people.adminA}`.execute(
      world.db,
    )
  })
})
