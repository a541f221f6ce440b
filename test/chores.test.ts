import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFile } from '#parts/file/store.server.ts'
import { openKeeper } from '#server/chores/keeper.ts'
import { openWorld, type World } from './support/world.ts'

// What the house does by itself: each thing by itself, whatever becomes of the others, and never twice at once.

describe('chores', () => {
  let world: World
  let broken: Error | null = new Error('o disco sumiu')
  let runs = 0
  let hold = Promise.resolve()
  beforeAll(async () => {
    const moreChores = [
      {
        name: 'aa-falha',
        title: 'Que falha',
        about: 'Falha enquanto o teste quer.',
        every: 60,
        run: async () => {
          if (broken) throw broken
        },
      },
      {
        name: 'conta',
        title: 'Que conta',
        about: 'Conta quantas vezes foi feita.',
        every: 60,
        run: async () => {
          runs++
          await hold
          return { said: `${runs} vezes.` }
        },
      },
    ]
    world = await openWorld({ fittings: { moreChores } })
    await world.enter('superAdmin', world.people.superAdmin)
    await world.enter('staffA', world.people.staffA)
  })
  afterAll(() => world?.close())

  const rowOf = async (name: string) => (await world.house.chores.standing()).find(each => each.name === name)
  const due = (name: string) =>
    sql`update chores set next_at = case name when ${name} then now() else now() + interval '1 hour' end`.execute(
      world.db,
    )
  /** Does it as if its time had come, and no other's. */
  async function rush(name: string) {
    await due(name)
    await world.house.chores.turn()
    await world.house.chores.settled()
    return rowOf(name)
  }

  test('one that fails keeps no other from being done, and says why', async () => {
    // What fails is done first.
    await sql`update chores set next_at = now() - case name when 'aa-falha' then 2 else 1 end * interval '1 hour'`.execute(
      world.db,
    )
    await world.house.chores.turn()
    await world.house.chores.settled()
    const all = await world.house.chores.standing()
    expect(all.length).toBeGreaterThan(12)
    expect(all.filter(({ error }) => error !== null).map(({ name, error }) => [name, error])).toEqual([
      ['aa-falha', 'o disco sumiu'],
    ])
    expect(all.filter(({ name, succeeded_at }) => name !== 'aa-falha' && succeeded_at === null)).toEqual([])
    const failed = await rowOf('aa-falha')
    expect(failed).toMatchObject({ failures: 1, succeeded_at: null, running: false })
    // Tried again before its hour is over.
    expect(Date.parse(failed?.next_at ?? '') - Date.now()).toBeLessThan(16 * 60_000)
    const metrics = await world.app.inject('/metrics')
    expect(metrics.body).toContain('chore_failures_total{chore="aa-falha"} 1')
    expect(metrics.body).toMatch(/chore_last_success_timestamp_seconds\{chore="conta"\} \d{10}/)
    expect(metrics.body).not.toContain('timestamp_seconds{chore="aa-falha"}')
  })

  test('once it is mended nothing is held against it, and what is not due is left', async () => {
    broken = null
    expect(await rush('aa-falha')).toMatchObject({ error: null, failures: 1 })
    const before = runs
    await world.house.chores.turn()
    expect(runs).toBe(before)
  })

  test('two processes never do the same at once; one that died is taken over when its lease is over', async () => {
    const other = openKeeper({
      house: () => world.house,
      chores: world.house.chores.chores,
      now: () => new Date(),
      failed: error => {
        throw error
      },
    })
    const before = runs
    await due('conta')
    let release = () => {}
    hold = new Promise(resolve => (release = resolve))
    const both = Promise.all([world.house.chores.turn(), other.turn()])
    await expect.poll(() => runs).toBe(before + 1)
    expect(await rowOf('conta')).toMatchObject({ running: true })
    release()
    await both
    expect(runs).toBe(before + 1)

    await sql`update chores set run = gen_random_uuid(), leased_until = now() + interval '1 minute' where name = 'conta'`.execute(
      world.db,
    )
    await rush('conta')
    expect(runs).toBe(before + 1)
    await sql`update chores set leased_until = now() - interval '1 second' where name = 'conta'`.execute(world.db)
    await rush('conta')
    expect(runs).toBe(before + 2)
  })

  test('an administrator runs one now, once, on the record; nobody else does', async () => {
    const url = 'manutencao/conta/executar'
    expect((await world.call('staffA', 'PUT', url)).status).toBe(403)
    expect((await world.call('staffA', 'GET', 'manutencao')).status).toBe(403)
    let release = () => {}
    hold = new Promise(resolve => (release = resolve))
    const before = runs
    const asked = await Promise.all(Array.from({ length: 6 }, () => world.call('superAdmin', 'PUT', url)))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    await expect.poll(() => runs).toBe(before + 1)
    release()
    await world.house.chores.settled()
    expect((await world.call('superAdmin', 'PUT', 'manutencao/nada/executar')).status).toBe(404)
    const { rows } = await sql`
      select user_id from audit_events where event = 'manutencao.executar' and resource = 'chores'`.execute(world.db)
    expect(rows).toEqual([{ user_id: world.people.superAdmin }])
    expect(await rowOf('conta')).toMatchObject({ asked_by: world.people.superAdmin, said: `${runs} vezes.` })
  })

  test('the screen tells how each went, how large each table is, and what the folder holds', async () => {
    await rush('pasta')
    const { status, body } = await world.call('superAdmin', 'GET', 'manutencao')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      installation: expect.stringMatching(/^[0-9a-f-]{36}$/),
      chores: expect.arrayContaining([
        expect.objectContaining({ name: 'lixeira', title: 'Lixeira de arquivos', error: null, running: false }),
        expect.objectContaining({ name: 'conta', asked_by: expect.any(String) }),
      ]),
      folder: { heaps: expect.arrayContaining([{ name: 'missing', files: expect.any(Number), bytes: null }]) },
    })
    const { tables } = Object(body.data)
    expect(tables.length).toBeGreaterThan(100)
    expect(tables[0].bytes).toBeGreaterThanOrEqual(tables.at(-1).bytes)
    expect(tables).toContainEqual(expect.objectContaining({ name: 'clients', title: 'Clientes' }))
  })

  describe('what has a term', () => {
    const folder = () => world.house.config.OUTORGA_DATA_DIR
    const keep = (text: string) => keepFile({ config: world.house.config, sql: world.db }, Buffer.from(text))
    const pathOf = (hash: string) => join(folder(), 'arquivos', hash.slice(0, 2), hash)
    const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => {
      const [row] = (await query.execute(world.db)).rows
      if (!row) throw new Error('no row')
      return row
    }
    /** A day later, as far as files without a row go. */
    const nextDay = async () => {
      await sql`update loose_files set since = since - interval '2 days'`.execute(world.db)
      return rush('lixeira')
    }

    test('a document deleted long ago goes with its file; one deleted lately, and history, stay', async () => {
      const client = world.target('clients', 'A1')?.id
      const documentOf = async (days: number) => {
        const hash = await keep(`excluído há ${days} dias`)
        const { id } = await one(sql<{ id: number }>`
          insert into documents (name, ext, size, sha256, client_id, deleted_at)
          values ('um.txt', 'txt', 3, ${hash}, ${client}, now() - ${days} * interval '1 day') returning id`)
        return { id, hash }
      }
      const [old, late] = [await documentOf(1_900), await documentOf(1_800)]
      expect(await rush('excluidos')).toMatchObject({ error: null, said: '1 registro apagado.' })
      expect(existsSync(pathOf(old.hash))).toBe(true)
      expect(await nextDay()).toMatchObject({ error: null, said: '1 arquivo para a lixeira.' })
      expect([existsSync(pathOf(old.hash)), existsSync(pathOf(late.hash))]).toEqual([false, true])
      const { rows } = await sql<{ event: string }>`
        select event from audit_events where resource = 'documents' and row_id = ${old.id}`.execute(world.db)
      expect(rows).toEqual([{ event: 'documents.esquecer' }])
    })

    test('rows and file of an import go after a year, its figures stay, and it can no longer be taken back', async () => {
      const hash = await keep('nome;cnpj')
      const importOf = (days: number, state: string) =>
        one(sql<{ id: number; uuid: string }>`
          insert into imports (name, resource, state, sha256, created, updated_at, user_id)
          values ('clientes.csv', 'clients', ${state}, ${hash}, 7, now() - ${days} * interval '1 day', ${world.people.superAdmin})
          returning id, uuid`)
      const old = await importOf(366, 'concluido')
      const [going, late] = [await importOf(366, 'processando'), await importOf(364, 'concluido')]
      await sql`insert into import_rows (import_id, row, cells)
        select i, n, '[]' from unnest(${[old.id, going.id, late.id]}::bigint[]) i, generate_series(1, 1200) n`.execute(
        world.db,
      )
      expect(await rush('importacoes')).toMatchObject({ error: null, said: '1.200 linhas e 1 arquivo.' })
      const { rows } = await sql`
        select i.id, i.created, i.sha256 is null as let_go, (select count(*)::int from import_rows r where r.import_id = i.id) as n
        from imports i where id = any(${[old.id, going.id, late.id]}::bigint[]) order by i.id`.execute(world.db)
      expect(rows).toEqual([
        { id: old.id, created: 7, let_go: true, n: 0 },
        { id: going.id, created: 7, let_go: false, n: 1200 },
        { id: late.id, created: 7, let_go: false, n: 1200 },
      ])
      const undone = await world.call('superAdmin', 'PUT', `imports/${old.uuid}/desfazer`, { body: {} })
      expect([undone.status, undone.body.message]).toEqual([409, expect.stringContaining('já foram esquecidos')])
      await sql`delete from imports where id = ${going.id}`.execute(world.db)
    })

    test('exports without a file go after two years, with a line in history', async () => {
      const { id } = await one(sql<{ id: number }>`
        insert into exports (name, resource, state, finished_at, updated_at)
        values ('de antes', 'clients', 'concluido', now() - interval '800 days', now() - interval '800 days') returning id`)
      expect(await rush('pedidos')).toMatchObject({ error: null, said: '1 registro apagado.' })
      const { rows } = await sql`select 1 from exports where id = ${id}`.execute(world.db)
      expect(rows).toEqual([])
    })

    test('answers from outside and old messages go; messages of this month, and other files, stay', async () => {
      await sql`insert into registry_answers (kind, key, answer, at)
        values ('cep', '1', '{}', now() - interval '91 days'), ('cep', '2', '{}', now())`.execute(world.db)
      expect(await rush('consultas')).toMatchObject({ said: '1 registro apagado.' })
      const mail = join(folder(), 'mail')
      mkdirSync(mail, { recursive: true })
      const of = (days: number) =>
        `${new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(':', '-')}-0a1b2c3d.eml`
      const [old, late] = [of(31), of(29)]
      for (const file of [old, late, 'guardar.eml']) writeFileSync(join(mail, file), 'Olá')
      expect(await rush('mensagens')).toMatchObject({ error: null, said: '1 arquivo apagado.' })
      expect([old, late, 'guardar.eml'].map(file => existsSync(join(mail, file)))).toEqual([false, true, true])
    })

    test('what ended work left half written goes after a week; what is going on, and what nobody knows, stays', async () => {
      const of = async (state: string) =>
        (
          await one(sql<{ uuid: string }>`
          insert into exports (name, resource, state) values ('um', 'clients', ${state}) returning uuid`)
        ).uuid
      const names = [await of('falhou'), await of('na-fila'), '11111111-2222-4333-8444-555555555555', 'de outro'].map(
        uuid => `${uuid}.csv`,
      )
      mkdirSync(join(folder(), 'em-curso'), { recursive: true })
      const long = new Date(Date.now() - 8 * 86_400_000)
      for (const file of names) {
        writeFileSync(join(folder(), 'em-curso', file), 'pela met')
        utimesSync(join(folder(), 'em-curso', file), long, long)
      }
      expect(await rush('em-curso')).toMatchObject({ error: null, said: '1 arquivo apagado.' })
      expect(names.map(file => existsSync(join(folder(), 'em-curso', file)))).toEqual([false, true, true, true])
    })

    test('nothing is thrown away in a folder that became another installation’s, and that is told', async () => {
      const plate = join(folder(), 'arquivos/instalacao.txt')
      writeFileSync(plate, '11111111-2222-4333-8444-555555555555\n')
      const hash = await keep('sem registro')
      expect(await nextDay()).toMatchObject({ error: expect.stringContaining('nenhum arquivo foi mexido') })
      expect(existsSync(pathOf(hash))).toBe(true)
    })
  })
})
