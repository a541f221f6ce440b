import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './support/databases.ts'
import { dataOf, openWorld, type World } from './support/world.ts'

describe.each(engines)('exports on %s', engine => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine, { EXPORT_INLINE_ROWS: '100' }, undefined, { pace: { pollMs: 50 } })
    await sql`insert into service_types (name, slug, initial)
      select '=Comprido ' || to_char(n, 'FM0000'), 'comprido-' || n, 'S' from generate_series(1, 3000) n`.execute(
      world.db,
    )
  })
  afterAll(() => world?.close())

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
    await sql`update exports set sha256 = null where id = ${id}`.execute(world.db)
    const gone = await fetchFile(uuid)
    expect([gone.statusCode, gone.json().message]).toEqual([
      404,
      'O arquivo fica guardado por 30 dias, e já foi apagado. Peça a exportação outra vez.',
    ])
  })

  test('a short list is answered at once, as ever', async () => {
    const { uuid, state, file } = await ask('csv', 'search=Comprido 000')
    expect({ state, file }).toEqual({ state: 'concluido', file: null })
    expect((await fetchFile(uuid)).body.split('\r\n')).toHaveLength(11)
  })
})
