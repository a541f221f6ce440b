import { readXlsx } from 'hucre/xlsx'
import PgBoss from 'pg-boss'
import { unzipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { expireExports } from '#features/platform/exports/exports.server.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { plans } from '#features/lookups.ts'
import { invalid } from '#kernel/problem.ts'
import { migrationsFolder } from '#server/migrate.ts'
import { work } from '#server/jobs/work.ts'
import { dataOf, openWorld, type World } from './support/world.ts'

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

describe('jobs', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      env: { EXPORT_INLINE_ROWS: '100' },
      fittings: { works: [plant], pace: { pollMs: 50 } },
    })
    await sql`insert into service_types (name, slug, initial)
      select '=Comprido ' || to_char(n, 'FM0000'), 'comprido-' || n, 'S' from generate_series(1, 3000) n`.execute(
      world.db,
    )
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
    const { rows } = await sql<{
      event: string
    }>`select event from audit_events where request_id = ${uuid} order by id`.execute(world.db)
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
    const { uuid, planted, row } = await begin({ steps: 1_000, mood: 'slow' })
    await until(async () => ((await row())?.rows_done ?? 0) > 2)
    await sql`update users set active = false where id = ${world.people.adminA}`.execute(world.db)
    await over(uuid)
    expect(await row()).toMatchObject({ state: 'falhou', error: 'Quem pediu não pode mais entrar no sistema.' })
    expect((await planted()).length).toBeLessThan(900)
    await sql`update users set active = true where id = ${world.people.adminA}`.execute(world.db)
    await sql`update users set empresa_id = ${world.companies.B} where id = ${world.people.staffA}`.execute(world.db)
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

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'staffA') =>
    world.call(who, method, path, body === undefined ? {} : { body })
  const ask = async (format: 'csv' | 'xlsx', query = 'search=Comprido&sort=-name', who = 'staffA') =>
    dataOf(await call('POST', 'exports', { name: 'Compridos', resource: 'service-types', format, query }, who))
  const fetchFile = async (uuid: string, who = 'staffA') =>
    world.app.inject({
      url: `/api/v1/exports/${uuid}/file`,
      headers: {
        authorization: `Bearer ${await world.enter(`${who} again`, world.people[who === 'staffB' ? 'staffB' : 'staffA'])}`,
      },
    })

  test('a long list is written in the background, in its order, and kept with its hash', async () => {
    const { uuid, state, rows_total } = await ask('csv')
    expect({ state, rows_total }).toEqual({ state: 'na-fila', rows_total: 3000 })
    expect((await fetchFile(uuid)).statusCode).toBe(409)
    await world.runner.settled()
    const row = dataOf(await call('GET', `exports/${uuid}`))
    expect(row).toMatchObject({
      state: 'concluido',
      rows_done: 3000,
      rows_total: 3000,
      file: 'compridos.csv',
      error: null,
    })
    const { statusCode, rawPayload, headers } = await fetchFile(uuid)
    expect({ statusCode, size: rawPayload.length, name: headers['content-disposition'] }).toEqual({
      statusCode: 200,
      size: row.size,
      name: "attachment; filename*=UTF-8''compridos.csv",
    })
    const lines = rawPayload.toString().split('\r\n')
    expect(lines).toHaveLength(3002)
    expect(lines[0]).toMatch(/^\uFEFFCódigo;Nome;/)
    expect([lines[1], lines[3000]].map(line => line?.split(';')[1])).toEqual(["'=Comprido 3000", "'=Comprido 0001"])
  })

  test('as a workbook it has the same rows, numbers as numbers, and what was asked on a second sheet', async () => {
    const { uuid } = await ask('xlsx', 'search=Comprido&sort=id&active=true')
    await world.runner.settled()
    const { sheets } = await readXlsx((await fetchFile(uuid)).rawPayload)
    expect(sheets[0]?.rows).toHaveLength(3001)
    const [, first] = sheets[0]?.rows ?? []
    expect([typeof first?.[0], first?.[1]]).toEqual(['number', '=Comprido 0001'])
    expect(sheets[1]?.name).toBe('Filtro')
    expect(sheets[1]?.rows).toEqual([
      ['Lista', 'Todos os tipos de serviço'],
      ['Busca', 'Comprido'],
      ['Ativo', 'Sim'],
      ['Ordem', 'id'],
      ['Pedida por', 'zzAzz staffA'],
    ])
  })

  test('it is cancelled while it waits or works, and asked for again', async () => {
    const { uuid } = await ask('csv')
    expect((await call('PUT', `exports/${uuid}/cancelar`)).body.data).toMatchObject({ state: 'cancelado' })
    await world.runner.settled()
    expect(dataOf(await call('GET', `exports/${uuid}`))).toMatchObject({ state: 'cancelado', file: null })
    expect((await call('PUT', `exports/${uuid}/cancelar`)).status).toBe(409)
    expect((await call('PUT', `exports/${uuid}/tentar-de-novo`)).status).toBe(200)
    await world.runner.settled()
    expect(dataOf(await call('GET', `exports/${uuid}`))).toMatchObject({ state: 'concluido', rows_done: 3000 })
    expect((await call('PUT', `exports/${uuid}/tentar-de-novo`)).status).toBe(409)
    const events = await sql<{ event: string; user_id: number }>`
      select e.event, e.user_id from audit_events e join exports x on x.id = e.row_id and e.resource = 'exports'
      where x.uuid = ${uuid} order by e.id`.execute(world.db)
    expect(events.rows.map(({ event }) => event)).toEqual([
      'exports.store',
      'exports.cancelar',
      'exports.tentar-de-novo',
      'exports.guardar',
      'exports.concluir',
    ])
    expect(new Set(events.rows.map(({ user_id }) => user_id))).toEqual(new Set([world.people.staffA]))
  })

  test('another company neither sees the row nor its file; what was asked cannot be changed under the file', async () => {
    const { uuid } = await ask('csv')
    await world.runner.settled()
    expect((await call('GET', `exports/${uuid}`, undefined, 'staffB')).status).toBe(404)
    expect((await fetchFile(uuid, 'staffB')).statusCode).toBe(404)
    for (const body of [{ query: '' }, { resource: 'plans' }, { empresa_id: null }])
      expect([409, 422]).toContain((await call('PUT', `exports/${uuid}`, body)).status)
    expect((await call('PUT', `exports/${uuid}`, { name: 'Outro nome' })).status).toBe(200)
  })

  test('a file past its days is gone, and says so', async () => {
    const { uuid, id } = await ask('csv')
    await world.runner.settled()
    await sql`update exports set finished_at = now() - interval '29 days' where id = ${id}`.execute(world.db)
    await expireExports(world.db, world.house.config)
    expect((await fetchFile(uuid)).statusCode).toBe(200)
    await sql`update exports set finished_at = now() - interval '31 days' where id = ${id}`.execute(world.db)
    await expireExports(world.db, world.house.config)
    const gone = await fetchFile(uuid)
    expect([gone.statusCode, gone.json().message]).toEqual([
      404,
      'O arquivo fica guardado por 30 dias, e já foi apagado. Peça a exportação outra vez.',
    ])
  })

  test('a short list is answered at once, as ever', async () => {
    const { uuid, state, file, file_note } = await ask('csv', 'search=Comprido 000')
    expect({ state, file, file_note }).toEqual({
      state: 'concluido',
      file: null,
      file_note: expect.stringContaining('feito na hora'),
    })
    // 0001 to 0009, and 1000, 2000 and 3000: a word is found anywhere.
    expect((await fetchFile(uuid)).body.split('\r\n')).toHaveLength(14)
  })

  test('only the columns asked for are taken away, at once or in the background, as CSV or XLSX', async () => {
    const taken = async (format: 'csv' | 'xlsx', search: string) => {
      const { uuid } = await ask(format, `search=${search}&sort=name&columns=initial,name`)
      await world.runner.settled()
      return (await fetchFile(uuid)).rawPayload
    }
    for (const [search, count] of [
      ['Comprido 000', 12],
      ['Comprido', 3_000],
    ] as const) {
      const lines = (await taken('csv', search)).toString().trimEnd().split('\r\n')
      expect([lines[0], lines[1], lines.length]).toEqual(['\uFEFFSigla;Nome', "S;'=Comprido 0001", count + 1])
      const { sheets } = await readXlsx(await taken('xlsx', search))
      const rows = sheets[0]?.rows ?? []
      expect([rows[0], rows[1], rows.length]).toEqual([['Sigla', 'Nome'], ['S', '=Comprido 0001'], count + 1])
      expect(sheets[1]?.rows).toContainEqual(['Colunas', 'Sigla, Nome'])
    }
    const direct = await call('GET', 'service-types/csv?search=Comprido 0001&columns=name')
    expect(direct.text).toContain("Nome\r\n'=Comprido 0001\r\n")
    const asked = { name: 'Com senha', resource: 'service-types', format: 'csv', query: 'columns=name,senha' }
    expect((await call('POST', 'exports', asked)).body.errors).toEqual({
      query: ['Não há a coluna “senha” nesta lista.'],
    })
    expect((await call('GET', 'service-types/csv?columns=senha')).status).toBe(422)
    expect((await call('GET', 'service-types/csv?columns=name&columns=slug')).status).toBe(422)
  })

  test('a short list says what was asked and by whom, and who took it away stays on the record', async () => {
    const { uuid, id } = await ask('xlsx', 'search=Comprido 001&sort=-name')
    const { sheets } = await readXlsx((await fetchFile(uuid)).rawPayload)
    // 0001, 0010 to 0019, 1001 and 2001.
    expect(sheets[0]?.rows).toHaveLength(14)
    expect(sheets[1]?.rows).toEqual([
      ['Lista', 'Todos os tipos de serviço'],
      ['Busca', 'Comprido 001'],
      ['Ordem', 'Nome (decrescente)'],
      ['Pedida por', 'zzAzz staffA'],
    ])
    const { rows } = await sql<{ event: string; user_id: number; changes: object }>`
      select event, user_id, changes from audit_events where resource = 'exports' and row_id = ${id}`.execute(world.db)
    expect(rows).toMatchObject([
      {
        event: 'exports.store',
        user_id: world.people.staffA,
        changes: { resource: [null, 'service-types'], query: [null, 'search=Comprido 001&sort=-name'] },
      },
    ])
  })

  test('whoever listens is told of what they may see as it changes, and of nothing else, until their session ends', async () => {
    if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 })
    const address = world.app.server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const listen = async (who: 'staffA' | 'staffB') => {
      const token = await world.enter(`${who} listens`, world.people[who])
      const over = new AbortController()
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
        signal: over.signal,
      })
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual([
        200,
        'text/event-stream',
        null,
      ])
      let told = ''
      const ended = (async () => {
        const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) told += part.value
      })().catch(() => undefined)
      return { told: () => told, ended, stop: () => over.abort() }
    }
    const [own, other] = [await listen('staffA'), await listen('staffB')]
    const { uuid } = await ask('csv')
    await until(async () => own.told().includes(`"uuid":"${uuid}","state":"concluido"`))
    expect(own.told()).toContain('"rows_done":3000,"rows_total":3000')
    expect(other.told()).not.toContain(uuid)
    await sql`update sessions set ended_at = now(), ended_by = 'user'
      where id = (select max(id) from sessions where user_id = ${world.people.staffA})`.execute(world.db)
    await ask('csv')
    await own.ended
    other.stop()
  })

  test('the month’s ZIP is written in the background too, the same bytes as at once', async () => {
    const asked = await call('POST', 'collects/arquivos', { year: 2026, month: 8 })
    expect(asked).toMatchObject({ status: 201, body: { data: { kind: 'mes', state: 'na-fila' } } })
    await world.runner.settled()
    const { uuid } = dataOf(asked)
    expect(dataOf(await call('GET', `exports/${uuid}`))).toMatchObject({
      state: 'concluido',
      file: 'coletas-2026-08.zip',
    })
    const kept = await fetchFile(uuid)
    const atOnce = await world.app.inject({
      url: '/api/v1/collects/arquivos?year=2026&month=8',
      headers: { authorization: `Bearer ${await world.enter('zips', world.people.staffA)}` },
    })
    expect(kept.headers['content-type']).toBe('application/zip')
    expect(kept.rawPayload.equals(atOnce.rawPayload)).toBe(true)
    expect(Object.keys(unzipSync(kept.rawPayload))).toContain('relatorio.csv')
    expect((await fetchFile(uuid, 'staffB')).statusCode).toBe(404)
  })

  test('a long month is opened in the background, once', async () => {
    await sql`
      with c as (insert into clients (name, document, empresa_responsavel_id, prospect)
        select 'Provedor ' || n, to_char(n, 'FM00000000000000'), ${world.companies.A}, false
        from generate_series(1, 60) n returning id)
      insert into fistels (client_id, fistel, service_type_id, active_anatel)
      select c.id, to_char(row_number() over (), 'FM50400000000'), (select id from service_types where term = '045'), true from c`.execute(
      world.db,
    )
    const first = await call('POST', 'collects/abrir-mes', { year: 2030, month: 5 })
    const { opening: uuid } = Object(first.body.data)
    expect(first.body.message).toMatch(/^Abrindo \d+ coletas em segundo plano\.$/)
    await world.runner.settled()
    const row = dataOf(await call('GET', `month-openings/${uuid}`))
    expect(row).toMatchObject({ state: 'concluido', name: 'Coletas de 05/2030', error: null })
    expect(row.rows_done).toBe(row.rows_total)
    expect((await call('POST', 'collects/abrir-mes', { year: 2030, month: 5 })).body).toMatchObject({
      message: 'Todas as coletas do mês já estavam abertas.',
    })
  })
})
