import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { documentTypes } from '#features/clients/documents/documents.ts'
import type { OwedThing } from '#features/platform/home/api.ts'
import { inOrder } from '#features/platform/home/owed.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { dataOf, marksIn, openWorld, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const bare = { client: { uuid: '', name: '' }, fistel: null, amount: null, bar_code: null }
const thing = (name: string, kind: OwedThing['kind'], due: string | null, late = false): OwedThing => ({
  ...bare,
  uuid: name,
  name,
  kind,
  due,
  late,
})

test('what is late comes first, what waits without a day before what has one, the nearest day first', () => {
  const given = [
    thing('far', 'coleta', '2026-12-15'),
    thing('missing', 'documento', null),
    thing('late', 'conta', '2026-11-01', true),
    thing('near', 'documento', '2026-11-30'),
    thing('later', 'coleta', '2026-11-10', true),
    thing('asked', 'chamado', null),
  ]
  expect(inOrder(given).map(({ name }) => name)).toEqual(['late', 'later', 'missing', 'asked', 'near', 'far'])
})

describe('what a client owes', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await sql`update tickets set document_id = null`.execute(world.db)
    await sql`delete from documents`.execute(world.db)
    await sql`update collects set deleted_at = now()`.execute(world.db)
    await sql`update bills_to_receive set deleted_at = now()`.execute(world.db)
    await sql`update document_types set required = false`.execute(world.db)
  })
  afterAll(() => world?.close())

  const owedTo = async (who: string, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await world.call(who, 'GET', 'users/me/pendencias', { headers })
    expect([reply.status, reply.body.message]).toEqual([200, undefined])
    const data: readonly OwedThing[] = Object(reply.body.data)
    return { data, kinds: data.map(({ kind }) => kind), text: reply.text }
  }
  const statusOf = async (slug: string) =>
    (await sql<{ id: number }>`select id from statuses where model = 'Collect' and slug = ${slug}`.execute(world.db))
      .rows[0]?.id

  test('a coleta is theirs until it is handed over, and late only then', async () => {
    const { uuid, id } = await world.make(collects, 'A1')
    await world.make(collects, 'B1')
    const move = async (slug: string) =>
      sql`update collects set status_id = ${await statusOf(slug)}, year = 2026, month = 1 where id = ${id}`.execute(
        world.db,
      )
    await move('aguardando-cliente')
    expect((await owedTo('clientA')).data).toMatchObject([
      {
        kind: 'coleta',
        uuid,
        name: 'jan/2026',
        due: '2026-02-15',
        late: true,
        client: { uuid: world.target('clients', 'A1')?.uuid },
      },
    ])
    for (const slug of ['em-conferencia', 'finalizado', 'com-erro', 'enviada']) {
      await move(slug)
      expect([slug, (await owedTo('clientA')).data]).toEqual([slug, []])
    }
    expect((await owedTo('clientB')).kinds).toEqual(['coleta'])
    await sql`update collects set deleted_at = now()`.execute(world.db)
  })

  test('papers missing and past, bills past and near, and tickets the house answered', async () => {
    const type = await world.make(documentTypes, 'A1', { required: true, warn_days: 10 })
    expect((await owedTo('clientA')).data).toMatchObject([
      {
        kind: 'documento',
        uuid: type.uuid,
        due: null,
        late: false,
        client: { uuid: world.target('clients', 'A1')?.uuid },
      },
    ])
    await sql`update document_types set required = false`.execute(world.db)

    const bill = (due_date: string, owner: 'A1' | 'B1', more: object = {}) =>
      world.make(bills, owner, {
        issue_date: '2026-01-01',
        due_date,
        value: 300,
        discount: null,
        fees: 12.5,
        tariff: null,
        traffic_ticket: null,
        ...more,
      })
    const past = await bill(dayAfter(today, -3), 'A1')
    await bill(dayAfter(today, 90), 'A1')
    await bill(dayAfter(today, -3), 'B1')
    const paid = await bill(dayAfter(today, -2), 'A1')
    await sql`update bills_to_receive set downloaded = true where id = ${paid.id}`.execute(world.db)
    expect((await owedTo('clientA')).data).toMatchObject([
      { kind: 'conta', uuid: past.uuid, late: true, amount: 312.5 },
    ])
    await sql`update bills_to_receive set deleted_at = now()`.execute(world.db)

    const draft = { name: 'Enlace caiu', client_id: world.target('clients', 'A1')?.id, module_id: 1, type_id: 1 }
    const ticket = dataOf(await world.call('clientA', 'POST', 'tickets', { body: draft }))
    const say = (who: string) =>
      world.call(who, 'POST', 'ticket-messages', { body: { ticket_id: ticket.id, content: 'Desde ontem.' } })
    await say('clientA')
    expect((await owedTo('clientA')).kinds).toEqual([])
    await say('staffA')
    expect((await owedTo('clientA')).data).toMatchObject([{ kind: 'chamado', uuid: ticket.uuid, name: 'Enlace caiu' }])
    expect((await owedTo('clientB')).kinds).toEqual([])
    await world.call('staffA', 'PUT', `tickets/${ticket.uuid}/finalizar`)
    expect((await owedTo('clientA')).kinds).toEqual([])
  })

  test('people of the house owe nothing here, nor who is allowed nothing; through a client’s eyes it is the client’s', async () => {
    await world.make(collects, 'A1')
    for (const who of ['staffA', 'adminA', 'superAdmin', 'withoutRoutes'])
      expect([who, (await owedTo(who)).data]).toEqual([who, []])
    const own = await owedTo('clientA')
    expect(own.kinds).toEqual(['coleta'])
    expect([...marksIn(own.text)].filter(mark => !['ALL', 'A', 'A1'].includes(mark))).toEqual([])
    const { rows } = await sql<{ uuid: string }>`select uuid from users where id = ${world.people.clientA}`.execute(
      world.db,
    )
    const begun = await world.call('staffA', 'POST', `clients/${world.target('clients', 'A1')?.uuid}/ver-como`, {
      body: { user: rows[0]?.uuid },
    })
    const seen = await owedTo('staffA', { 'x-ver-como': String(Object(begun.body.data).uuid) })
    expect(seen.data).toEqual(own.data)
  })
})
