import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasTrash, verbsOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { features } from '#features/index.ts'
import { dataOf, openWorld, rowsOf, type Principal, type World } from '#test/support/world.ts'

describe('the trash of a list', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  const list = (who: Principal, query: string, path = 'clients') =>
    world.call(who, 'GET', `${path}?trashed=true&${query}`)
  const restore = (who: Principal, query: string, count: number, resource = 'clients') =>
    world.call(who, 'POST', 'bulk-acts', {
      body: { resource, act: 'restaurar', query: `trashed=true&${query}`, count },
    })
  const actOf = (reply: { readonly body: object }) => Object(Object(reply.body).data)

  let n = 0
  /** A client of the first company that somebody of it deleted; answers its id. */
  async function deletedClient(name = `lixo${++n}x`): Promise<{ readonly id: number; readonly name: string }> {
    const { id } = await world.make(clients, 'A1', { name })
    expect((await world.call('staffA', 'DELETE', `clients/${id}`)).status).toBe(200)
    return { id, name }
  }
  const isDeleted = async (id: number) =>
    (
      await sql<{ gone: boolean }>`select deleted_at is not null as gone from clients where id = ${id}`.execute(
        world.db,
      )
    ).rows[0]?.gone

  test('has the deleted rows alone, with who deleted each, and the list has the others', async () => {
    const gone = await deletedClient()
    const { id } = await world.make(clients, 'A1', { name: `${gone.name} vivo` })
    const { rows } = await sql<{ name: string }>`select name from users where id = ${world.people.staffA}`.execute(
      world.db,
    )
    const reply = await list('staffA', `search=${gone.name}&columns=name`)
    expect(rowsOf(reply)).toMatchObject([{ id: gone.id, name: gone.name, deleted_by: rows[0]?.name }])
    expect(rowsOf(reply)[0]?.deleted_at).toMatch(/^20\d\d-/)
    expect(rowsOf(await world.call('staffA', 'GET', `clients?search=${gone.name}`)).map(each => each.id)).toEqual([id])
    // The one that was deleted by nobody known has no name, and is there all the same.
    await sql`update clients set deleted_at = now() where id = ${id}`.execute(world.db)
    expect(rowsOf(await list('staffA', `filter[id]=${id}`))).toMatchObject([{ id, deleted_by: null }])
  })

  test('finds a deleted row by what it refers to, and pages through them', async () => {
    const owner = await world.make(clients, 'A1', { name: `dono${++n}lixo` })
    const made = await Promise.all([1, 2, 3].map(() => world.make(fistels, 'A1', { client_id: owner.id })))
    for (const { id } of made) await world.call('staffA', 'DELETE', `fistels/${id}`)
    const page = await list('staffA', `search=dono${n}lixo&per_page=2&page=2`, 'fistels')
    expect(page.body).toMatchObject({ total: 3, current_page: 2 })
    expect(rowsOf(page)).toHaveLength(1)
  })

  test('shows nobody the rows of another company, and restores none of them', async () => {
    const gone = await deletedClient()
    expect((await list('staffB', `search=${gone.name}`)).body).toMatchObject({ total: 0, data: [] })
    expect((await restore('staffB', `filter[id]=${gone.id}`, 1)).status).toBe(409)
    expect(await isDeleted(gone.id)).toBe(true)
    expect((await restore('staffA', `filter[id]=${gone.id}`, 1)).body.message).toBe('1 cliente restaurado.')
    expect(await isDeleted(gone.id)).toBe(false)
  })

  test('is of who may delete: neither the list, nor its sheet, nor an act on all of it', async () => {
    const gone = await deletedClient()
    for (const who of ['clientA', 'withoutRoutes'] as const) {
      expect((await list(who, `search=${gone.name}`)).status).toBe(403)
      expect((await world.call(who, 'GET', `clients/csv?trashed=true`)).status).toBe(403)
      expect((await restore(who, `filter[id]=${gone.id}`, 1)).status).toBe(403)
    }
    expect((await list('anonymous', '')).status).toBe(401)
    const body = { name: 'Lixo', resource: 'clients', format: 'csv', query: 'trashed=true' }
    expect((await world.call('superAdmin', 'POST', 'exports', { body })).status).toBe(422)
    expect(await isDeleted(gone.id)).toBe(true)
  })

  test('of people of a client has the rows they saw before, and no name of who deleted them', async () => {
    await sql`
      insert into profiles_profile_roles (parent_id, position, role)
      select profile_id, 9999, 'fistels.destroy' from users where id = ${world.people.clientA}`.execute(world.db)
    const [own, other] = [await world.make(fistels, 'A1'), await world.make(fistels, 'A2')]
    for (const { id } of [own, other])
      expect((await world.call('superAdmin', 'DELETE', `fistels/${id}`)).status).toBe(200)
    const query = `filter[id][in]=${own.id},${other.id}&sort=id`
    expect(rowsOf(await list('superAdmin', query, 'fistels')).map(({ id }) => id)).toEqual([own.id, other.id])
    expect(rowsOf(await list('clientA', query, 'fistels'))).toMatchObject([{ id: own.id, deleted_by: null }])
    // They may delete, and not restore.
    expect((await restore('clientA', `filter[id]=${own.id}`, 1, 'fistels')).status).toBe(403)
    await sql`delete from profiles_profile_roles where role = 'fistels.destroy' and position = 9999`.execute(world.db)
    expect((await list('clientA', query, 'fistels')).status).toBe(403)
  })

  test('is only of lists whose rows may be revived, and takes no word but true and false', async () => {
    const without = features.filter(each => verbsOf(each).includes('index') && !hasTrash(each))
    expect(without.length).toBeGreaterThan(0)
    for (const { path } of without)
      expect({ path, status: (await list('superAdmin', '', path)).status }).toEqual({ path, status: 422 })
    expect((await world.call('superAdmin', 'GET', 'clients?trashed=1')).status).toBe(422)
  })

  test('answers on every list that has one', async () => {
    const all = features.filter(hasTrash)
    expect(all.length).toBeGreaterThan(30)
    for (const { path } of all) {
      const reply = await list('superAdmin', 'sort=-updated_at&search=a', path)
      expect({ path, status: reply.status }).toEqual({ path, status: 200 })
      expect(rowsOf(reply).filter(row => row.deleted_at === null)).toEqual([])
    }
  })

  test('is restored as a whole, but for what waits for something deleted; undoing deletes it again', async () => {
    const word = `todos${++n}x`
    const gone = [await deletedClient(`${word} 1`), await deletedClient(`${word} 2`)]
    expect((await restore('staffA', `search=${word}`, 3)).body.data).toMatchObject({ count: 2 })
    const done = await restore('staffA', `search=${word}`, 2)
    expect(done.body.message).toBe('2 clientes restaurados.')
    expect(actOf(done)).toMatchObject({ changed: 2, refused: 0, may_undo: true })
    await world.call('staffA', 'POST', `bulk-acts/${actOf(done).uuid}/desfazer`)
    for (const { id } of gone) expect(await isDeleted(id)).toBe(true)

    const fistel = await world.make(fistels, 'A1', { client_id: (await world.make(clients, 'A1')).id })
    const { client_id } = Object(dataOf(await world.call('staffA', 'GET', `fistels/${fistel.id}`)))
    await world.call('staffA', 'DELETE', `fistels/${fistel.id}`)
    expect((await world.call('staffA', 'DELETE', `clients/${client_id}`)).status).toBe(200)
    const refused = actOf(await restore('staffA', `filter[id]=${fistel.id}`, 1, 'fistels'))
    expect(refused).toMatchObject({ changed: 0, refused: 1 })
    expect(refused.rows[0]).toMatchObject({ uuid: null })
    expect(refused.rows[0].name).not.toBeNull()
    expect(refused.rows[0].why).toMatch(/^Não é possível restaurar o fistel/)
  })

  test('is restored once by twelve who ask at once', async () => {
    const gone = await deletedClient()
    const all = await Promise.all(Array.from({ length: 12 }, () => restore('staffA', `filter[id]=${gone.id}`, 1)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_events where resource = 'clients' and row_id = ${gone.id} and event = 'clients.restaurar'`.execute(
      world.db,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('takes no other act, and rows that are not in it are not restored', async () => {
    const gone = await deletedClient()
    const act = (name: string, query: string) =>
      world.call('staffA', 'POST', 'bulk-acts', { body: { resource: 'clients', act: name, query, count: 1 } })
    for (const name of ['enable', 'disable', 'destroy'])
      expect((await act(name, `trashed=true&filter[id]=${gone.id}`)).status).toBe(422)
    expect((await act('restaurar', `filter[id]=${gone.id}`)).status).toBe(422)
    expect(await isDeleted(gone.id)).toBe(true)
  })
})
