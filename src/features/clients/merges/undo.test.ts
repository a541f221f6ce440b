import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import type { ClientMergeAnswer } from '#features/clients/merges/api.ts'
import { undoDays } from '#features/clients/merges/fields.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { mergerOf, type Merger } from '#test/support/merging.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let merger: Merger
beforeAll(async () => {
  world = await openWorld()
  merger = mergerOf(world)
})
afterAll(() => world?.close())

describe('nobody merges', () => {
  const uuid = (owner: 'A1' | 'A2' | 'B1') => world.target('clients', owner)?.uuid ?? ''

  test('a client they do not see, or without the rights to change and delete clients', async () => {
    expect((await merger.merge(uuid('A1'), uuid('B1'))).status).toBe(404)
    expect((await merger.merge(uuid('B1'), uuid('A1'))).status).toBe(404)
    expect((await merger.merge(uuid('A1'), uuid('A2'), { who: 'clientA' })).status).toBe(403)
    expect((await merger.merge(uuid('A1'), uuid('A2'), { who: 'frontDeskA' })).status).toBe(403)
    const profile = await merger.one(
      sql<{ id: number }>`select profile_id as id from users where id = ${world.people.frontDeskA}`,
    )
    const roles = ['clients.index', 'clients.show', 'clients.update', 'clients.unificar', 'clients.unificar.previa']
    const body = { profile_roles: roles.map(role => ({ role })) }
    merger.answered(await world.call('superAdmin', 'PUT', `profiles/${profile?.id}`, { body }))
    const refused = await merger.merge(uuid('A1'), uuid('A2'), { who: 'frontDeskA' })
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('alterar e excluir')
  })

  test('clients of two companies, a client with itself, or a prospect', async () => {
    const companies = await merger.merge(uuid('A1'), uuid('B1'), { who: 'superAdmin' })
    expect(companies.status).toBe(409)
    expect(companies.body.message).toContain('empresas responsáveis diferentes')
    expect((await merger.merge(uuid('A1'), uuid('A1'))).body.message).toContain('mesmo cliente')
    const prospect = await world.make(prospects, 'A1')
    const refused = await merger.merge(uuid('A1'), prospect.uuid)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('prospecto')
    expect((await merger.merge(prospect.uuid, uuid('A1'))).status).toBe(404)
  })

  test('with what changed since it was read, nor a closed client’s fistéis into an open one', async () => {
    const [into, from] = await merger.twoClients()
    const versions = { into: await merger.versionOf(into.uuid), from: await merger.versionOf(from.uuid) }
    merger.answered(await world.call('staffA', 'PUT', `clients/${from.uuid}`, { body: { phone_name: 'Salvo antes' } }))
    const stale = await merger.merge(into.uuid, from.uuid, { versions })
    expect(stale.status).toBe(409)
    expect(stale.body.message).toContain('mudou desde')
    await world.make(fistels, 'A1', { client_id: from.id })
    await sql`update clients set status_id = (select id from statuses where model = 'Client' and slug = 'encerrado') where id = ${from.id}`.execute(
      world.db,
    )
    expect((await merger.merge(into.uuid, from.uuid)).body.message).toContain('Encerrado')
  })

  test('twice: of twelve at once one happens, and a save of what was read before is refused', async () => {
    const [into, from] = await merger.twoClients()
    const version = await merger.versionOf(into.uuid)
    const replies = await Promise.all(Array.from({ length: 12 }, async () => merger.merge(into.uuid, from.uuid)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...replies.slice(1).map(() => expect.any(Number)),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => ![200, 404, 409, 503].includes(status)).map(({ text }) => text)).toEqual([])
    const headers = { 'if-match': `"${version}"` }
    const save = await world.call('staffA', 'PUT', `clients/${into.uuid}`, { headers, body: { phone_name: 'Tarde' } })
    expect(save.status).toBe(412)
    expect((await merger.merge(into.uuid, from.uuid)).status).toBe(404)
  })
})

describe('a merge is undone', () => {
  test('once, by whoever may merge, and not from the bin', async () => {
    const [into, from] = await merger.twoClients()
    const made = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    const found = merger.answered<ClientMergeAnswer>(
      await world.call('staffA', 'GET', `clients/${from.uuid}/unificado`),
    )
    expect(found).toMatchObject({ uuid: made, into: { uuid: into.uuid }, from: { uuid: from.uuid } })
    expect((await world.call('staffB', 'GET', `clients/${from.uuid}/unificado`)).status).toBe(404)
    expect((await world.call('staffA', 'GET', `clients/${into.uuid}/unificado`)).status).toBe(404)
    expect((await merger.undo(into.uuid, made, 'staffB')).status).toBe(404)
    expect((await merger.undo(into.uuid, made, 'clientA')).status).toBe(403)
    merger.answered(await merger.undo(into.uuid, made))
    const again = await merger.undo(into.uuid, made)
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('já foi desfeita')
    expect((await world.call('staffA', 'GET', `clients/${from.uuid}`)).status).toBe(200)
    expect(await merger.mergesOf(into.uuid)).toEqual([])
  })

  test('with what hangs on what goes back; what was made since stays, and what was changed since too', async () => {
    const [into, from] = await merger.twoClients()
    await sql`update clients set fantasy_name = null, phone_name = null where id = ${into.id}`.execute(world.db)
    await sql`update clients set fantasy_name = 'Levada', phone_name = 'Marta' where id = ${from.id}`.execute(world.db)
    const moved = await world.make(fistels, 'A1', { client_id: from.id })
    const made = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    const own = await world.make(fistels, 'A1', { client_id: into.id })
    const coleta = await world.make(collects, 'A1', { client_id: into.id, fistel_id: moved.id })
    merger.answered(await world.call('staffA', 'PUT', `clients/${into.uuid}`, { body: { phone_name: 'Otávio' } }))
    const [plan] = await merger.mergesOf(into.uuid)
    expect(plan).toMatchObject({
      back: expect.arrayContaining(['1 fistel']),
      along: ['1 coleta'],
      stay: ['1 fistel'],
      restored: ['Nome fantasia'],
      changed: ['Contato'],
    })
    const reply = await merger.undo(into.uuid, made)
    expect(reply.body.message).toContain('Contato')
    const { rows } = await sql<{ client_id: number }>`
      select client_id from fistels where id in (${moved.id}, ${own.id}) union all select client_id from collects where id = ${coleta.id}
      order by 1`.execute(world.db)
    expect(rows.map(({ client_id }) => client_id).toSorted((a, b) => a - b)).toEqual(
      [into.id, from.id, from.id].toSorted((a, b) => a - b),
    )
    const found = await merger.one(sql`select fantasy_name, phone_name from clients where id = ${into.id}`)
    expect(found).toEqual({ fantasy_name: null, phone_name: 'Otávio' })
  })

  test('not while the remaining client went on into a third, and after that was undone', async () => {
    const [into, from] = await merger.twoClients()
    const third = await world.make(clients, 'A1', { client_users: [] })
    const fistel = await world.make(fistels, 'A1', { client_id: from.id })
    const first = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    const second = merger.mergeOf(await merger.merge(third.uuid, into.uuid))
    const refused = await merger.undo(into.uuid, first)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('Desfaça essa unificação antes')
    const where = merger.answered<ClientMergeAnswer>(
      await world.call('staffA', 'GET', `clients/${from.uuid}/unificado`),
    )
    expect(where.into.uuid).toBe(third.uuid)
    merger.answered(await merger.undo(third.uuid, second))
    merger.answered(await merger.undo(into.uuid, first))
    expect(await merger.one(sql`select client_id from fistels where id = ${fistel.id}`)).toEqual({ client_id: from.id })
  })

  test('not after its term, when what was moved is forgotten; its old address still leads on', async () => {
    const [into, from] = await merger.twoClients()
    await world.make(fistels, 'A1', { client_id: from.id })
    const made = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    await sql`update client_merges set at = now() - make_interval(days => ${undoDays + 1}) where uuid = ${made}::uuid`.execute(
      world.db,
    )
    const refused = await merger.undo(into.uuid, made)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(`${undoDays} dias`)
    await merger.runChore()
    const left = await merger.one(
      sql`select count(*)::int as n from client_merge_rows r join client_merges m on m.id = r.merge_id where m.uuid = ${made}::uuid`,
    )
    expect(left).toEqual({ n: 0 })
    const where = merger.answered<ClientMergeAnswer>(
      await world.call('staffA', 'GET', `clients/${from.uuid}/unificado`),
    )
    expect(where).toMatchObject({ until: null, into: { uuid: into.uuid } })
  })

  test('with what was written for the merged client by somebody who waited: it follows the others first', async () => {
    const [into, from] = await merger.twoClients()
    const made = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    const late = await world.make(fistels, 'A1', { client_id: into.id })
    await sql`update fistels set client_id = ${from.id} where id = ${late.id}`.execute(world.db)
    await merger.runChore()
    expect(await merger.one(sql`select client_id from fistels where id = ${late.id}`)).toEqual({ client_id: into.id })
    merger.answered(await merger.undo(into.uuid, made))
    expect(await merger.one(sql`select client_id from fistels where id = ${late.id}`)).toEqual({ client_id: from.id })
  })
})
