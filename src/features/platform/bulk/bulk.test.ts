import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { mappings } from '#features/regulatory/intake/mappings.ts'
import { actWords, outcomeInWords, bulkActWords } from '#features/platform/bulk/acts.ts'
import { openWorld, type Principal, type World } from '#test/support/world.ts'

interface Act {
  readonly uuid: string
  readonly state: string
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly may_undo: boolean
  readonly undone_by: string | null
  readonly error: string | null
  readonly rows: readonly { readonly uuid: string | null; readonly name: string | null; readonly why: string }[]
}

describe('an act on all rows that match', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ fittings: { pace: { pollMs: 50 } } })
  })
  afterAll(() => world?.close())

  let n = 0
  /** Clients of a company, found by a word of their own. */
  async function makeClients(rows: number, company: number | null, word = `lote${++n}x`): Promise<string> {
    await sql`
      insert into clients (name, document, prospect, empresa_responsavel_id)
      select ${word} || ' ' || i, lpad((${++n} * 1000000 + i)::text, 14, '0'), false, ${company}
      from generate_series(1, ${rows}) i`.execute(world.db)
    return word
  }
  const act = (who: Principal, act: string, search: string, count: number, resource = 'clients') =>
    world.call(who, 'POST', 'bulk-acts', { body: { resource, act, query: `search=${search}`, count } })
  const actOf = (reply: { readonly body: object }): Act => Object(Object(reply.body).data)
  const actAt = async (who: Principal, uuid: string) => actOf(await world.call(who, 'GET', `bulk-acts/${uuid}`))
  const undo = (who: Principal, { uuid }: Pick<Act, 'uuid'>) => world.call(who, 'POST', `bulk-acts/${uuid}/desfazer`)
  const states = async (word: string) =>
    (
      await sql<{ on: number; off: number; gone: number }>`
        select count(*) filter (where active and deleted_at is null)::int as "on",
          count(*) filter (where not active and deleted_at is null)::int as off,
          count(*) filter (where deleted_at is not null)::int as gone
        from clients where name like ${`${word} %`}`.execute(world.db)
    ).rows[0]

  test('is done once to each row, under one request, and to no row of another company', async () => {
    const word = await makeClients(30, world.companies.A)
    await makeClients(5, world.companies.B, word)
    await sql`update clients set active = false where name in (${`${word} 1`}, ${`${word} 2`}) and empresa_responsavel_id = ${world.companies.A}`.execute(
      world.db,
    )
    const done = await act('adminA', 'disable', word, 30)
    expect(done.body.message).toBe('28 clientes inativados, 2 já estavam sem uso.')
    expect(actOf(done)).toMatchObject({ state: 'concluido', changed: 28, unchanged: 2, refused: 0, may_undo: true })
    expect(await states(word)).toEqual({ on: 5, off: 30, gone: 0 })
    const events = await world.auditsOf(done.headers['x-request-id'])
    expect(events.filter(event => event === 'clients.disable')).toHaveLength(28)
    expect(events.filter(event => event !== 'clients.disable')).toEqual(['bulk-acts.store'])
  })

  test('is refused with the new number where it is not the one that was confirmed', async () => {
    const word = await makeClients(12, world.companies.A)
    const refused = await act('adminA', 'destroy', word, 11)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message: 'A lista mudou: agora correspondem 12 clientes. Nada foi feito. Confirme de novo.',
      data: { count: 12 },
    })
    expect(await states(word)).toEqual({ on: 12, off: 0, gone: 0 })
    expect((await act('adminA', 'destroy', word, 12)).status).toBe(200)
  })

  test('needs the rights of the list and of the single act', async () => {
    const word = await makeClients(2, world.companies.A)
    expect((await act('clientA', 'disable', word, 2)).status).toBe(403)
    expect((await act('withoutRoutes', 'disable', word, 2)).status).toBe(403)
    expect((await act('anonymous', 'disable', word, 2)).status).toBe(401)
    // The list has no such act, there is no such list, nor such a field.
    expect((await act('superAdmin', 'disable', word, 2, 'statuses')).status).toBe(422)
    expect((await act('superAdmin', 'disable', word, 2, 'nada')).status).toBe(422)
    const odd = { resource: 'clients', act: 'disable', query: 'filter[nada]=1', count: 2 }
    expect((await world.call('superAdmin', 'POST', 'bulk-acts', { body: odd })).status).toBe(422)
    // What every company has alike is changed by who works for all of them.
    const shared = await act('staffA', 'disable', 'zzallzz', 1, 'plans')
    expect(actOf(shared)).toMatchObject({ changed: 0, refused: 1 })
    expect(await states(word)).toEqual({ on: 2, off: 0, gone: 0 })
  })

  test('is done by people of a client to their own rows, as far as they may', async () => {
    await world.make(mappings, 'A1')
    const total = async (who: Principal) => Number((await world.call(who, 'GET', 'mappings')).body.total)
    const [own, all] = [await total('clientA'), await total('superAdmin')]
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThan(all)
    const done = await act('clientA', 'destroy', '', own, 'mappings')
    expect(actOf(done)).toMatchObject({ changed: own, refused: 0, may_undo: false })
    expect([await total('clientA'), await total('superAdmin')]).toEqual([0, all - own])
  })

  test('leaves the rows that the single act refuses, and says which and why; undoing brings the others back', async () => {
    const word = await makeClients(4, world.companies.A)
    const idOf = async (name: string) =>
      (await sql<{ id: number }>`select id from clients where name = ${name}`.execute(world.db)).rows[0]?.id ?? 0
    await world.make(fistels, 'A1', { client_id: await idOf(`${word} 1`) })
    await sql`update clients set active = false where name = ${`${word} 2`}`.execute(world.db)
    const done = actOf(await act('adminA', 'destroy', word, 4))
    expect(done).toMatchObject({ changed: 2, refused: 2 })
    expect(done.rows.map(({ name }) => name)).toEqual([`${word} 1`, `${word} 2`])
    expect(done.rows[0]?.why).toMatch(/^Não é possível excluir o cliente: 1 fistel/)
    expect(done.rows[1]?.why).toBe('Cliente inativo: reative antes de excluir.')
    expect(await states(word)).toEqual({ on: 1, off: 1, gone: 2 })

    // Nobody else sees it, nor undoes it.
    expect((await world.call('superAdmin', 'GET', `bulk-acts/${done.uuid}`)).status).toBe(404)
    expect((await undo('superAdmin', done)).status).toBe(404)

    const back = await undo('adminA', done)
    expect(back.body.message).toBe('2 clientes restaurados.')
    expect(await states(word)).toEqual({ on: 3, off: 1, gone: 0 })
    expect(await actAt('adminA', done.uuid)).toMatchObject({ may_undo: false, undone_by: actOf(back).uuid })
    expect((await undo('adminA', done)).status).toBe(409)
    expect((await undo('adminA', actOf(back))).status).toBe(409)
  })

  test('is undone for the rows that are still as it left them', async () => {
    const word = await makeClients(6, world.companies.A)
    const done = actOf(await act('adminA', 'disable', word, 6))
    const { rows } = await sql<{ id: number }>`
      select id from clients where name in (${`${word} 3`}, ${`${word} 4`}) order by name`.execute(world.db)
    const [turned, gone] = rows.map(({ id }) => id)
    await world.call('superAdmin', 'PUT', 'clients/enable', { body: { ids: [turned] } })
    await world.call('superAdmin', 'PUT', 'clients/disable', { body: { ids: [turned] } })
    await sql`update clients set deleted_at = now() where id = ${gone ?? 0}`.execute(world.db)
    const back = actOf(await undo('adminA', done))
    expect(back).toMatchObject({ changed: 4, refused: 2, may_undo: false })
    expect(back.rows.map(({ why }) => why)).toEqual([
      'Alguém alterou o cliente depois: ficou como está.',
      'Foi excluído por alguém, ou não está mais à sua vista.',
    ])
    expect(await states(word)).toEqual({ on: 4, off: 1, gone: 1 })
  })

  test('requested twelve times at once, it is done once', async () => {
    const word = await makeClients(40, world.companies.A)
    const all = await Promise.all(Array.from({ length: 12 }, () => act('adminA', 'destroy', word, 40)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect(await states(word)).toEqual({ on: 0, off: 0, gone: 40 })
  })

  test('undone twelve times at once, it is undone once', async () => {
    const word = await makeClients(20, world.companies.A)
    const done = actOf(await act('adminA', 'disable', word, 20))
    const all = await Promise.all(Array.from({ length: 12 }, () => undo('adminA', done)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await sql<{ version: number }>`
      select distinct version from clients where name like ${`${word} %`}`.execute(world.db)
    expect(rows).toEqual([{ version: 3 }])
  })

  test('of many rows goes on in the background, and is undone there', async () => {
    const word = await makeClients(450, world.companies.A)
    const sent = await act('adminA', 'disable', word, 450)
    expect(sent.body.message).toBe('450 clientes na fila.')
    expect(actOf(sent)).toMatchObject({ state: 'na-fila', changed: 0, may_undo: false })
    // What no longer matches when its turn comes is left.
    await sql`update clients set name = 'outro nome' where name = ${`${word} 450`}`.execute(world.db)
    await world.runner.settled()
    const ended = await actAt('adminA', actOf(sent).uuid)
    expect(ended.changed + ended.refused).toBe(450)
    expect(ended).toMatchObject({ state: 'concluido', error: null, may_undo: true })
    const { rows } = await sql<{ n: number; apart: number }>`
      select count(*)::int as n, count(distinct row_id)::int as apart from audit_events
      where request_id = ${ended.uuid} and event = 'clients.disable'`.execute(world.db)
    expect(rows).toEqual([{ n: ended.changed, apart: ended.changed }])
    const { rows: notices } = await sql<{ title: string; path: string }>`
      select title, path from notices where kind = 'ato-em-lote-pronto' order by id desc limit 1`.execute(world.db)
    expect(notices[0]?.path).toBe(`/bulk-acts/${ended.uuid}`)

    const back = actOf(await undo('adminA', ended))
    await world.runner.settled()
    expect(await actAt('adminA', back.uuid)).toMatchObject({ state: 'concluido', changed: ended.changed, refused: 0 })
    expect((await states(word))?.off).toBe(0)
  })

  test('stops where its requester loses the right to it, and says how far it came', async () => {
    const word = await makeClients(2_000, world.companies.A)
    let [seen, lost] = [0, Promise.resolve<unknown>(null)]
    const deaf = world.house.events.hear(({ of }) => {
      if (of.path !== 'bulk-acts' || ++seen !== 3) return
      lost = sql`update users set active = false where id = ${world.people.staffA}`.execute(world.db)
    })
    const sent = await act('staffA', 'disable', word, 2_000)
    await world.runner.settled()
    deaf()
    await lost
    await sql`update users set active = true where id = ${world.people.staffA}`.execute(world.db)
    const ended = await actAt('staffA', actOf(sent).uuid)
    expect(ended).toMatchObject({ state: 'falhou', error: 'Quem pediu não pode mais entrar no sistema.' })
    expect(ended.changed).toBeGreaterThan(0)
    expect(ended.changed).toBeLessThan(2_000)
    expect((await states(word))?.off).toBe(ended.changed)
    const back = actOf(await undo('staffA', ended))
    await world.runner.settled()
    expect((await states(word))?.off).toBe(0)
    expect(back.uuid).not.toBe(ended.uuid)
  })

  test('is stopped by who did it, and what was done by then is undone', async () => {
    const word = await makeClients(2_000, world.companies.A)
    const first = new Promise<void>(resolve => {
      let seen = 0
      const deaf = world.house.events.hear(({ of }) => {
        if (of.path !== 'bulk-acts' || ++seen !== 3) return
        deaf()
        resolve()
      })
    })
    const sent = actOf(await act('adminA', 'disable', word, 2_000))
    await first
    expect((await world.call('superAdmin', 'PUT', `bulk-acts/${sent.uuid}/parar`)).status).toBe(404)
    expect((await undo('adminA', sent)).status).toBe(409)
    const stopped = actOf(await world.call('adminA', 'PUT', `bulk-acts/${sent.uuid}/parar`))
    await world.runner.settled()
    expect(stopped).toMatchObject({ state: 'cancelado', may_undo: true })
    expect((await states(word))?.off).toBe(stopped.changed)
    expect(stopped.changed).toBeLessThan(2_000)
    expect((await world.call('adminA', 'PUT', `bulk-acts/${sent.uuid}/parar`)).status).toBe(409)
    await undo('adminA', sent)
    await world.runner.settled()
    expect((await states(word))?.off).toBe(0)
  })

  test('an action that its section offers for many is done where its state allows, and undone', async () => {
    const word = `anotação${++n}x`
    const made = await world.make(collectNotes, 'A1', { content: `${word} 1` })
    await sql`
      insert into collect_notes (collect_id, content, open, user_id)
      select collect_id, ${word} || ' ' || i, i < 4, user_id from collect_notes, generate_series(2, 5) i
      where id = ${made.id}`.execute(world.db)
    const open = async () =>
      (
        await sql<{ content: string }>`
          select content from collect_notes where content like ${`${word} %`} and open order by content`.execute(
          world.db,
        )
      ).rows.map(({ content }) => content.slice(-1))
    const resolve = (who: Principal, count: number, name = 'resolver') => act(who, name, word, count, 'collect-notes')
    expect(await open()).toEqual(['1', '2', '3'])
    for (const name of ['assumir', 'reverter', 'store', 'index', 'constructor', '__proto__'])
      expect((await resolve('adminA', 5, name)).status).toBe(422)
    expect((await resolve('withoutRoutes', 5)).status).toBe(403)
    const done = await resolve('adminA', 5)
    expect(done.body.message).toBe('Resolver: 3 anotações, 2 estavam em outra situação.')
    expect(await open()).toEqual([])
    expect((await resolve('adminA', 5)).body.message).toBe('Resolver: 0 anotações, 5 estavam em outra situação.')
    await sql`update collect_notes set version = version + 1 where content = ${`${word} 3`}`.execute(world.db)
    const back = await undo('adminA', actOf(done))
    expect(actOf(back)).toMatchObject({ changed: 2, refused: 1 })
    expect(await open()).toEqual(['1', '2'])
    const events = await world.auditsOf(done.headers['x-request-id'])
    expect(events.filter(event => event.endsWith('resolver'))).toHaveLength(3)
  })

  test('no section answers these acts in a way of its own, which this one would not know', () => {
    const { catalog } = world.house
    const own = catalog.resources.flatMap(each => catalog.extension(each)?.how.operations ?? []).map(({ id }) => id)
    expect(own.length).toBeGreaterThan(100)
    expect(
      catalog.resources
        .flatMap(({ path }) => ['enable', 'disable', 'update', 'destroy'].map(verb => `${path}.${verb}`))
        .filter(id => own.includes(id)),
    ).toEqual([])
  })
})

test('what came of it is written in the number and the gender of its rows', () => {
  const text = { one: 'estação', many: 'estações', gender: 'f' } as const
  const some = { changed: 1_480, unchanged: 19, refused: 3 }
  expect(outcomeInWords({ text }, 'disable', some)).toBe(
    '1.480 estações inativadas, 19 já estavam sem uso, 3 recusadas',
  )
  expect(outcomeInWords({ text }, 'destroy', { changed: 1, unchanged: 0, refused: 1 })).toBe(
    '1 estação excluída, 1 recusada',
  )
  expect(Object.values(actWords).map(({ undoneBy }) => bulkActWords({}, undoneBy)?.label)).toEqual([
    'Inativar',
    'Ativar',
    'Restaurar',
    'Reverter',
    'Excluir',
    'Alterar',
  ])
})
