import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { stations } from '#features/network/stations/stations.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { BulkActAnswer, ChangePreview } from '#features/platform/bulk/api.ts'
import { openWorld, type Principal, type World } from '#test/support/world.ts'

describe('fields of many rows', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ fittings: { pace: { pollMs: 50 } } })
  })
  afterAll(() => world?.close())

  let n = 0
  const rowsOf = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(world.db)).rows
  /** Clients of a company, found by a word of their own. */
  async function makeClients(rows: number, company: number | null = world.companies.A, word = `campo${++n}x`) {
    await sql`
      insert into clients (name, document, prospect, empresa_responsavel_id)
      select ${word} || ' ' || lpad(i::text, 4, '0'), lpad((${++n} * 1000000 + i)::text, 14, '0'), false, ${company}
      from generate_series(1, ${rows}) i`.execute(world.db)
    return word
  }
  async function makePlan(name: string): Promise<number> {
    const [row] = await rowsOf(sql<{ id: number }>`
      insert into plans (name, slug) values (${name}, ${`plano-${++n}`}) returning id::float8 as id`)
    return row?.id ?? 0
  }
  const change = (who: Principal, search: string, count: number, draft: object, resource = 'clients') =>
    world.call(who, 'POST', 'bulk-acts', {
      body: { resource, act: 'update', query: `search=${search}`, count, draft },
    })
  const look = (who: Principal, search: string, draft: object, resource = 'clients') =>
    world.call(who, 'POST', 'bulk-acts/previa', { body: { resource, query: `search=${search}`, draft } })
  const previewOf = (reply: { readonly body: object }): ChangePreview => Object(Object(reply.body).data)
  const actOf = (reply: { readonly body: object }): BulkActAnswer => Object(Object(reply.body).data)
  const actAt = async (who: Principal, { uuid }: { readonly uuid: string }) =>
    actOf(await world.call(who, 'GET', `bulk-acts/${uuid}`))
  const undo = (who: Principal, { uuid }: { readonly uuid: string }) =>
    world.call(who, 'POST', `bulk-acts/${uuid}/desfazer`)
  const plansOf = (word: string) =>
    rowsOf(sql<{ plan_id: number | null; inscricao_estadual: string | null; n: number }>`
      select plan_id::float8 as plan_id, inscricao_estadual, count(*)::int as n from clients where name like ${`${word} %`}
      group by 1, 2 order by 1 nulls first, 2`)
  const idsOf = async (word: string) =>
    (
      await rowsOf(
        sql<{ id: number }>`select id::float8 as id from clients where name like ${`${word} %`} order by name`,
      )
    ).map(({ id }) => id)

  test('are seen before they change, change once in each row, and get back what each had', async () => {
    const [gold, silver] = [await makePlan('Plano Ouro'), await makePlan('Plano Prata')]
    const word = await makeClients(6)
    const [first = 0, second = 0, third = 0] = await idsOf(word)
    await sql`update clients set plan_id = ${gold}, inscricao_estadual = '12' where id in (${first}, ${second})`.execute(
      world.db,
    )
    await sql`update clients set plan_id = ${silver} where id = ${third}`.execute(world.db)
    const before = await plansOf(word)
    const draft = { plan_id: silver, inscricao_estadual: null }

    const untouched = await world.fingerprint()
    const seen = await look('adminA', word, draft)
    expect(previewOf(seen)).toEqual({
      total: 6,
      changed: 5,
      unchanged: 1,
      refused: 0,
      rehearsed: 6,
      compared: 0,
      fields: [
        {
          label: 'Inscrição estadual',
          becomes: null,
          same: 4,
          from: [{ value: '12', rows: 2 }],
          more: { values: 0, rows: 0 },
        },
        {
          label: 'Plano',
          becomes: 'Plano Prata',
          same: 1,
          from: [
            { value: null, rows: 3 },
            { value: 'Plano Ouro', rows: 2 },
          ],
          more: { values: 0, rows: 0 },
        },
      ],
      refusals: [],
    })
    expect(await world.fingerprint(), 'a preview writes nothing').toBe(untouched)

    const done = await change('adminA', word, 6, draft)
    expect(done.body.message).toBe('5 clientes alterados, 1 já tinha estes valores.')
    expect(actOf(done)).toMatchObject({
      name: 'Alterar Inscrição estadual e Plano de 6 clientes',
      may_undo: true,
      values: [
        { label: 'Inscrição estadual', value: null },
        { label: 'Plano', value: 'Plano Prata' },
      ],
    })
    expect(await plansOf(word)).toEqual([{ plan_id: silver, inscricao_estadual: null, n: 6 }])
    const events = await world.auditsOf(done.headers['x-request-id'])
    expect(events.filter(event => event === 'clients.update')).toHaveLength(5)

    const back = await undo('adminA', actOf(done))
    expect(back.body.message).toBe('5 clientes revertidos.')
    expect(await plansOf(word)).toEqual(before)
    expect((await undo('adminA', actOf(done))).status).toBe(409)
  })

  test('are those of the marked rows, or the new number is answered', async () => {
    const word = await makeClients(4)
    const [first = 0, second = 0] = await idsOf(word)
    const body = {
      resource: 'clients',
      act: 'update',
      query: `filter[id][in]=${first},${second}`,
      count: 2,
      draft: { inscricao_estadual: '77' },
    }
    await sql`update clients set deleted_at = now() where id = ${second}`.execute(world.db)
    const refused = await world.call('adminA', 'POST', 'bulk-acts', { body })
    expect([refused.status, refused.body.data]).toMatchObject([409, { count: 1 }])
    const done = await world.call('adminA', 'POST', 'bulk-acts', { body: { ...body, count: 1 } })
    expect(actOf(done)).toMatchObject({ changed: 1 })
    expect(await plansOf(word)).toEqual([
      { plan_id: null, inscricao_estadual: '77', n: 1 },
      { plan_id: null, inscricao_estadual: null, n: 3 },
    ])
  })

  test('are written as a save of one row would, by who may do that', async () => {
    const word = await makeClients(2)
    const errorsOf = async (draft: object, who: Principal = 'adminA', resource = 'clients') => {
      const replies = [await change(who, word, 2, draft, resource), await look(who, word, draft, resource)]
      expect(replies.map(({ status }) => status)).toEqual([422, 422])
      return replies.map(({ body }) => Object.keys(body.errors ?? {}))
    }
    for (const [draft, key] of [
      [{ plan_id: 'ouro' }, 'plan_id'],
      [{ contract_month: 13 }, 'contract_month'],
      [{ opening_data: '2026-02-30' }, 'opening_data'],
      [{ station_045: null }, 'station_045'],
      [{ name: 'O mesmo nome' }, 'name'],
      [{ document: '11222333000181' }, 'document'],
      [{ email: 'um@exemplo.com.br' }, 'email'],
      [{ tags: [] }, 'tags'],
      [{ metas_only_father: [] }, 'metas_only_father'],
      [{ pendency_names: 'nenhuma' }, 'pendency_names'],
      [{ nada: 1 }, 'nada'],
      [{}, 'draft'],
    ] as const)
      expect(await errorsOf(draft)).toEqual([[key], [key]])
    // What only the consultancy writes is no field of who is of a client.
    expect(await errorsOf({ responsible_id: 1 }, 'clientA', 'collects')).toEqual([
      ['responsible_id'],
      ['responsible_id'],
    ])
    // There is no act of another kind with values, nor one of this kind without.
    const odd = { resource: 'clients', query: `search=${word}`, count: 2 }
    for (const body of [
      { ...odd, act: 'disable', draft: { plan_id: null } },
      { ...odd, act: 'update' },
    ])
      expect((await world.call('adminA', 'POST', 'bulk-acts', { body })).status).toBe(422)
    for (const who of ['clientA', 'withoutRoutes'] as const) {
      expect((await change(who, word, 2, { plan_id: null })).status).toBe(403)
      expect((await look(who, word, { plan_id: null })).status).toBe(403)
    }
    expect((await change('superAdmin', word, 2, { name: 'x' }, 'statuses')).status).toBe(422)
    expect(await plansOf(word)).toEqual([{ plan_id: null, inscricao_estadual: null, n: 2 }])
  })

  test('of other companies and clients are neither changed nor counted', async () => {
    const word = await makeClients(3, world.companies.A)
    await makeClients(5, world.companies.B, word)
    expect(previewOf(await look('adminA', word, { inscricao_estadual: '9' }))).toMatchObject({ total: 3, changed: 3 })
    expect(actOf(await change('adminA', word, 3, { inscricao_estadual: '9' }))).toMatchObject({ changed: 3 })
    expect(await plansOf(word)).toEqual([
      { plan_id: null, inscricao_estadual: '9', n: 3 },
      { plan_id: null, inscricao_estadual: null, n: 5 },
    ])
    await world.make(collects, 'A1')
    const hidden = () => rowsOf(sql<{ n: number }>`select count(*)::int as n from collects where hide_report`)
    const [{ n: before } = { n: 0 }] = await hidden()
    const own = Number((await world.call('clientA', 'GET', 'collects')).body.total)
    const all = Number((await world.call('superAdmin', 'GET', 'collects')).body.total)
    const done = actOf(await change('clientA', '', own, { hide_report: true }, 'collects'))
    expect(done.changed + done.unchanged + done.refused).toBe(own)
    const [{ n: after } = { n: 0 }] = await hidden()
    expect(after - before).toBe(done.changed)
    expect(own).toBeLessThan(all)
  })

  test('that the single save refuses stay, and the preview says which and why', async () => {
    const fistel = await world.make(fistels, 'A1')
    const own = await world.make(stations, 'A1', { name: 'Gavea do cliente', fistel_id: null })
    const other = await world.make(stations, 'A2', { name: 'Gavea de outro', fistel_id: null })
    const off = await world.make(stations, 'A1', { name: 'Gavea parada', fistel_id: null })
    await world.call('adminA', 'PUT', 'stations/disable', { body: { ids: [off.id] } })
    const settled = await world.make(stations, 'A1', { name: 'Gavea pronta', fistel_id: null })
    await sql`update stations set status_id = (select id from statuses where model = 'Station' and slug = 'finalizado')
      where id = ${settled.id}`.execute(world.db)
    const draft = { fistel_id: fistel.id, opening: 'sim' }
    const reasons = [
      ['Este fistel é de outro cliente.', '“Gavea de outro”'],
      ['Estação inativa: reative antes de alterar.', '“Gavea parada”'],
      ['Estação fechada: reabra antes de alterar.', '“Gavea pronta”'],
    ]
    const seen = previewOf(await look('adminA', 'Gavea', draft, 'stations'))
    expect(seen).toMatchObject({ total: 4, changed: 1, refused: 3, rehearsed: 2 })
    expect(seen.refusals.map(({ why, names }) => [why, names]).toSorted()).toEqual(reasons.toSorted())
    const done = actOf(await change('adminA', 'Gavea', 4, draft, 'stations'))
    expect(done).toMatchObject({ changed: 1, refused: 3 })
    expect(done.rows.map(({ why, name }) => [why, `“${name}”`]).toSorted()).toEqual(reasons.toSorted())
    const [row] = await rowsOf(sql<{ opening: string }>`select opening from stations where id = ${own.id}`)
    expect(row?.opening).toBe('sim')
    const kept = await rowsOf(sql<{ fistel_id: number | null }>`
      select distinct fistel_id from stations where id in (${other.id}, ${off.id}, ${settled.id})`)
    expect(kept).toEqual([{ fistel_id: null }])
  })

  test('tell a new responsible person once, of what was not refused and was not theirs before', async () => {
    const word = await makeClients(5)
    const [off = 0, had = 0, other = 0] = await idsOf(word)
    await sql`update clients set active = false where id = ${off}`.execute(world.db)
    await sql`update clients set responsible_id = ${world.people.staffA} where id = ${had}`.execute(world.db)
    const noticesOf = () =>
      rowsOf(sql<{ title: string; times: number; row_uuid: string }>`
        select title, times, row_uuid from notices where user_id = ${world.people.staffA} and kind = 'atribuicao' order by id`)
    const before = (await noticesOf()).length
    const draft = { responsible_id: world.people.staffA }
    const done = actOf(await change('adminA', word, 5, draft))
    expect(done).toMatchObject({ changed: 3, unchanged: 1, refused: 1 })
    expect((await noticesOf()).slice(before)).toEqual([
      { title: 'Você é responsável por 3 clientes', times: 1, row_uuid: done.uuid },
    ])
    // Of a single row, by its name; who gets it back by undoing was not notified of it a second time.
    await sql`update clients set responsible_id = null where id = ${other}`.execute(world.db)
    expect(actOf(await change('adminA', word, 5, draft))).toMatchObject({ changed: 1, unchanged: 3, refused: 1 })
    const [row] = await rowsOf(sql<{ uuid: string; name: string }>`select uuid, name from clients where id = ${other}`)
    expect((await noticesOf()).slice(before + 1)).toEqual([
      { title: `Você é responsável pelo cliente ${row?.name}`, times: 1, row_uuid: row?.uuid },
    ])
  })

  test('come back where nobody changed the row, and what it pointed to is there', async () => {
    const [old, gone, fresh] = [await makePlan('Plano velho'), await makePlan('Plano extinto'), await makePlan('Novo')]
    const word = await makeClients(4)
    const [a = 0, b = 0, c = 0] = await idsOf(word)
    await sql`update clients set plan_id = ${old} where id in (${a}, ${b})`.execute(world.db)
    await sql`update clients set plan_id = ${gone} where id = ${c}`.execute(world.db)
    const done = actOf(await change('adminA', word, 4, { plan_id: fresh }))
    expect(done.changed).toBe(4)
    await world.call('adminA', 'PUT', `clients/${b}`, { body: { inscricao_estadual: '5' } })
    expect((await world.call('superAdmin', 'DELETE', `plans/${gone}`)).status).toBe(200)
    const back = actOf(await undo('adminA', done))
    expect(back).toMatchObject({ changed: 2, refused: 2, may_undo: false })
    expect(back.rows.map(({ why }) => why)).toEqual([
      'Alguém alterou o cliente depois: ficou como está.',
      'O registro escolhido não existe mais. Escolha outro.',
    ])
    expect(await plansOf(word)).toEqual([
      { plan_id: null, inscricao_estadual: null, n: 1 },
      { plan_id: old, inscricao_estadual: null, n: 1 },
      { plan_id: fresh, inscricao_estadual: '5', n: 1 },
      { plan_id: fresh, inscricao_estadual: null, n: 1 },
    ])
  })

  test('requested and undone twelve times at once, while one row is saved, change once', async () => {
    const word = await makeClients(20)
    const [one = 0] = await idsOf(word)
    const many = await Promise.all([
      ...Array.from({ length: 6 }, () => look('adminA', word, { inscricao_estadual: '3' })),
      ...Array.from({ length: 12 }, () => change('adminA', word, 20, { inscricao_estadual: '3' })),
      world.call('adminA', 'PUT', `clients/${one}`, { body: { fantasy_name: 'Outro' } }),
    ])
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
    const acts = many.slice(6, 18).map(actOf)
    expect(acts.map(({ changed }) => changed).toSorted((x, y) => y - x)).toEqual([
      20,
      ...Array.from({ length: 11 }, () => 0),
    ])
    const done = acts.find(({ changed }) => changed)
    const all = await Promise.all(Array.from({ length: 12 }, () => undo('adminA', done ?? { uuid: '' })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const [{ least, most } = { least: 0, most: 0 }] = await rowsOf(sql<{ least: number; most: number }>`
      select min(version) as least, max(version) as most from clients where name like ${`${word} %`} and id <> ${one}`)
    expect([least, most]).toEqual([3, 3])
  })

  test('of a long list are compared in all rows and tried in some, change in the background, and come back', async () => {
    const word = await makeClients(450)
    await sql`update clients set active = false where name like ${`${word} %`} and right(name, 1) = '7'`.execute(
      world.db,
    )
    await sql`update clients set inscricao_estadual = right(name, 2) where name like ${`${word} %`}`.execute(world.db)
    const draft = { inscricao_estadual: '15' }
    const seen = previewOf(await look('adminA', word, draft))
    expect(seen).toMatchObject({ total: 450, unchanged: 5, refused: 45, changed: 400, rehearsed: 200, compared: 205 })
    expect(seen.refusals).toEqual([
      {
        why: 'Cliente inativo: reative antes de alterar.',
        rows: 45,
        names: `“${word} 0007”, “${word} 0017”, “${word} 0027” e mais 42`,
      },
    ])
    expect(seen.fields[0]).toMatchObject({ same: 5, from: Array.from({ length: 5 }, () => ({ rows: 5 })) })
    expect(seen.fields[0]?.more).toEqual({ values: 84, rows: 375 })
    const sent = actOf(await change('adminA', word, 450, draft))
    expect(sent).toMatchObject({ state: 'na-fila', changed: 0 })
    await world.runner.settled()
    const ended = await actAt('adminA', sent)
    expect(ended).toMatchObject({ state: 'concluido', changed: 400, unchanged: 5, refused: 45, may_undo: true })
    const [told] = await rowsOf(sql<{ n: number; apart: number }>`
      select count(*)::int as n, count(distinct row_id)::int as apart from audit_events
      where request_id = ${ended.uuid} and event = 'clients.update'`)
    expect(told).toEqual({ n: 400, apart: 400 })
    const back = actOf(await undo('adminA', ended))
    await world.runner.settled()
    expect(await actAt('adminA', back)).toMatchObject({ state: 'concluido', changed: 400, refused: 0 })
    const [{ n: wrong } = { n: -1 }] = await rowsOf(sql<{ n: number }>`
      select count(*)::int as n from clients where name like ${`${word} %`} and inscricao_estadual <> right(name, 2)`)
    expect(wrong).toBe(0)
  })

  test('stop changing where their requester loses the right, and what was done by then comes back', async () => {
    const word = await makeClients(2_000)
    let [heard, lost] = [0, Promise.resolve<unknown>(null)]
    const deaf = world.house.events.hear(({ of }) => {
      if (of.path !== 'bulk-acts' || ++heard !== 3) return
      lost = sql`delete from profiles_profile_roles where role = 'clients.update'
        and parent_id = (select profile_id from users where id = ${world.people.staffA})`.execute(world.db)
    })
    const sent = actOf(await change('staffA', word, 2_000, { inscricao_estadual: '4' }))
    await world.runner.settled()
    deaf()
    await lost
    const ended = await actAt('staffA', sent)
    expect(ended).toMatchObject({ state: 'falhou', may_undo: false })
    expect(ended.changed).toBeGreaterThan(0)
    expect(ended.changed).toBeLessThan(2_000)
    expect((await undo('staffA', ended)).status).toBe(403)
    await sql`insert into profiles_profile_roles (parent_id, position, role)
      select profile_id, 900, 'clients.update' from users where id = ${world.people.staffA}`.execute(world.db)
    await undo('staffA', ended)
    await world.runner.settled()
    expect(await plansOf(word)).toEqual([{ plan_id: null, inscricao_estadual: null, n: 2_000 }])
  })
})
