import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { mergeDifferences } from '#features/clients/merges/fields.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { mergerOf, type Merger } from '#test/support/merging.ts'
import { openWorld, type Row, type World } from '#test/support/world.ts'

let world: World
let merger: Merger
beforeAll(async () => {
  world = await openWorld()
  merger = mergerOf(world)
})
afterAll(() => world?.close())

describe('a merge', () => {
  let into: Row
  let from: Row
  beforeEach(async () => {
    ;[into, from] = await merger.twoClients()
  })

  test('gives the remaining client what it has nothing of, and what is chosen; the history of both names the other', async () => {
    await sql`update clients set fantasy_name = null, phone_name = 'Da primeira' where id = ${into.id}`.execute(
      world.db,
    )
    await sql`update clients set fantasy_name = 'Rede do Vale', phone_name = 'Da segunda', capital_social = 12.5 where id = ${from.id}`.execute(
      world.db,
    )
    const preview = await merger.previewOf(into.uuid, from.uuid)
    const different = mergeDifferences(preview.into.row, preview.from.row)
    expect(different.find(({ key }) => key === 'fantasy_name')?.takesOther).toBe(true)
    expect(different.find(({ key }) => key === 'phone_name')?.takesOther).toBe(false)
    merger.answered(await merger.merge(into.uuid, from.uuid, { take: ['fantasy_name', 'capital_social'] }))
    const row = await merger.one(
      sql`select fantasy_name, phone_name, capital_social::float as capital from clients where id = ${into.id}`,
    )
    expect(row).toEqual({ fantasy_name: 'Rede do Vale', phone_name: 'Da primeira', capital: 12.5 })
    const { rows } = await sql<{ event: string; row_id: number; reason: string }>`
      select event, row_id, reason from audit_events where resource = 'clients' and row_id in (${into.id}, ${from.id}) and event like 'clients.unific%' order by id`.execute(
      world.db,
    )
    expect(rows).toEqual([
      { event: 'clients.unificar', row_id: into.id, reason: expect.stringContaining(`/clients/${from.uuid}`) },
      { event: 'clients.unificado', row_id: from.id, reason: expect.stringContaining(`/clients/${into.uuid}`) },
    ])
  })

  test('takes what is empty without being asked, and refuses a field that is none to choose', async () => {
    await sql`update clients set fantasy_name = null where id = ${into.id}`.execute(world.db)
    await sql`update clients set fantasy_name = 'Outra' where id = ${from.id}`.execute(world.db)
    expect((await merger.merge(into.uuid, from.uuid, { take: ['empresa_responsavel_id'] })).status).toBe(422)
    merger.answered(await merger.merge(into.uuid, from.uuid))
    expect(await merger.one(sql`select fantasy_name from clients where id = ${into.id}`)).toEqual({
      fantasy_name: 'Outra',
    })
  })

  test('lets the remaining client have the document of the other', async () => {
    merger.answered(await merger.merge(into.uuid, from.uuid, { take: ['document'] }))
    const found = await merger.one(sql`select document from clients where id = ${into.id}`)
    expect(found).toEqual({ document: from.document })
  })

  test('unites lists without doubles, and puts them apart again', async () => {
    const phone = { responsible: 'Ana', phone: '+551139998888' }
    const other = { responsible: 'Beto', phone: '+551139997777' }
    for (const [client, phones] of [
      [into, [phone]],
      [from, [phone, other]],
    ] as const)
      merger.answered(await world.call('staffA', 'PUT', `clients/${client.uuid}`, { body: { phones } }))
    const before = await merger.dump()
    const preview = await merger.previewOf(into.uuid, from.uuid)
    expect(preview.lines).toEqual(expect.arrayContaining([{ label: 'Telefones', moves: 1, doubles: 1 }]))
    const made = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    const row = Object(merger.answered<Row>(await world.call('staffA', 'GET', `clients/${into.uuid}`)))
    expect(row.phones.map((each: Row) => each.phone)).toEqual([phone.phone, other.phone])
    merger.answered(await merger.undo(into.uuid, made))
    expect((await merger.dump()).clients_phones).toEqual(before.clients_phones)
  })

  test('is refused while rows of both may not be of one client, names them, and happens once they may', async () => {
    const own = await world.make(bills, 'A1', { client_id: into.id })
    const others = await world.make(bills, 'A1', { client_id: from.id })
    await sql`update bills_to_receive set competence = '2031-05' where id in (${own.id}, ${others.id})`.execute(
      world.db,
    )
    const { conflicts } = await merger.previewOf(into.uuid, from.uuid)
    expect(conflicts).toMatchObject([
      {
        kind: 'Contas a receber',
        total: 1,
        pairs: [{ into: { path: `/${bills.path}/${own.uuid}` }, from: { path: `/${bills.path}/${others.uuid}` } }],
      },
    ])
    const refused = await merger.merge(into.uuid, from.uuid)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Contas a receber: 1')
    await sql`update bills_to_receive set competence = '2031-06' where id = ${others.id}`.execute(world.db)
    merger.answered(await merger.merge(into.uuid, from.uuid))
  })

  test('makes one fistel of the same in both, whose coletas of one month are resolved before', async () => {
    const own = await world.make(fistels, 'A1', { client_id: into.id })
    const others = await world.make(fistels, 'A1', { client_id: from.id })
    await sql`
      update fistels f set fistel = o.fistel, service_type_id = o.service_type_id from fistels o
      where f.id = ${others.id} and o.id = ${own.id}`.execute(world.db)
    const month = { year: 2031, month: 3 }
    await world.make(collects, 'A1', { client_id: into.id, fistel_id: own.id, ...month })
    const same = await world.make(collects, 'A1', { client_id: from.id, fistel_id: others.id, ...month })
    const next = await world.make(collects, 'A1', { client_id: from.id, fistel_id: others.id, year: 2031, month: 4 })
    const before = await merger.previewOf(into.uuid, from.uuid)
    expect(before.folded).toEqual(['1 fistel'])
    expect(before.conflicts).toMatchObject([{ kind: 'Coletas', total: 1, pairs: [{ same: 'Ano 2031, Mês 3' }] }])
    expect((await merger.merge(into.uuid, from.uuid)).status).toBe(409)
    merger.answered(await world.call('staffA', 'DELETE', `collects/${same.uuid}`))
    const database = await merger.dump()
    const made = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    expect(await merger.one(sql`select client_id, fistel_id from collects where id = ${next.id}`)).toEqual({
      client_id: into.id,
      fistel_id: own.id,
    })
    const there = await merger.one(
      sql`select count(*)::int as n from fistels where client_id = ${into.id} and deleted_at is null`,
    )
    expect(there).toEqual({ n: 1 })
    // What somebody writes in it meanwhile does not keep it from going back.
    await sql`update collects set updated_at = now() + interval '1 second' where id = ${next.id}`.execute(world.db)
    merger.answered(await merger.undo(into.uuid, made))
    const undone = await merger.dump()
    expect(undone.collects).toEqual(database.collects)
    expect(undone.fistels).toEqual(database.fistels)
    expect(undone.fistel_tenures).toEqual(database.fistel_tenures)
  })

  test('says which people will see what, and asks about each by itself', async () => {
    await sql`insert into clients_client_users (parent_id, position, user_id) values (${from.id}, 0, ${world.people.clientA})`.execute(
      world.db,
    )
    const { confirmations } = await merger.previewOf(into.uuid, from.uuid)
    expect(confirmations.map(({ key }) => key)).toEqual(['documento', 'usuarios'])
    expect(confirmations[1]?.text).toContain('passa a ver tudo')
    const refused = await merger.merge(into.uuid, from.uuid, { confirmed: ['documento'] })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Falta confirmar')
    merger.answered(await merger.merge(into.uuid, from.uuid))
  })

  test('keeps one of two open tasks that nobody wrote in, and both come back', async () => {
    const template = await merger.one(
      sql<{ id: number }>`insert into tarefas (nome, slug) values ('Modelo', 'modelo-unificado') returning id`,
    )
    for (const { id } of [into, from])
      await sql`
        insert into client_tarefas (name, client_id, due_on, last_on, tarefa_id, period)
        values ('Igual', ${id}, '2031-01-10', '2031-01-10', ${template?.id}, '2031-01')`.execute(world.db)
    const before = await merger.dump()
    const preview = await merger.previewOf(into.uuid, from.uuid)
    expect(preview.conflicts).toEqual([])
    expect(preview.spared).toEqual(['1 tarefa de cliente'])
    const made = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    const there = await merger.one(
      sql`select count(*)::int as n from client_tarefas where client_id = ${into.id} and deleted_at is null`,
    )
    expect(there).toEqual({ n: 1 })
    merger.answered(await merger.undo(into.uuid, made))
    expect((await merger.dump()).client_tarefas).toEqual(before.client_tarefas)
    await sql`update client_tarefas set done_on = '2031-01-05' where name = 'Igual'`.execute(world.db)
    expect((await merger.previewOf(into.uuid, from.uuid)).conflicts).toMatchObject([{ total: 1 }])
  })
})
