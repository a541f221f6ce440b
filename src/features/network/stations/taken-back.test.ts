import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openWorld, type Reply, type World } from '#test/support/world.ts'

// What a refusal or a question names, to whoever may see it, and what a sharing that is taken back leaves behind.

describe('what links use', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const idOf = (owner: 'A1' | 'A2' | 'B1') => world.target('clients', owner)?.id ?? 0
  const post = (path: string, body: object) => world.call('superAdmin', 'POST', path, { body })
  const put = (path: string, body: object = {}) => world.call('superAdmin', 'PUT', path, { body })
  const errorsOf = ({ status, body }: Reply) => [status, body.errors]
  const made = (reply: Reply) => {
    expect([reply.status, reply.body.errors]).toEqual([201, undefined])
    return dataOf(reply)
  }
  let n = 0
  const stationOf = async (owner: 'A1' | 'A2' | 'B1', more: object = {}) =>
    made(await post('stations', { name: `Ponta ${++n}`, client_id: idOf(owner), ...more }))
  const linkOf = async (owner: 'A1' | 'A2' | 'B1', ids: readonly number[]) =>
    made(
      await post('station-links', {
        client_id: idOf(owner),
        stations: ids.map(station_id => ({ station_id })),
        create_anyway: true,
      }),
    )
  const sharedWith = (...owners: readonly ('A1' | 'A2' | 'B1')[]) => ({
    client_shared_stations: owners.map(owner => ({ client_id: idOf(owner) })),
  })

  test('a station is shared with others than its client, and with each once', async () => {
    const draft = { name: 'Torre', client_id: idOf('A1') }
    expect(errorsOf(await post('stations', { ...draft, ...sharedWith('A2', 'A1', 'A2') }))).toEqual([
      422,
      {
        'client_shared_stations.1.client_id': ['A estação já é deste cliente.'],
        'client_shared_stations.2.client_id': ['Este cliente já está na lista.'],
      },
    ])
    const station = await stationOf('A1', sharedWith('A2'))
    expect((await put(`stations/${station.uuid}`, sharedWith('A2', 'B1'))).status).toBe(200)
    expect((await put(`stations/${station.uuid}`, sharedWith('A2', 'A2'))).status).toBe(422)
    // What becomes its client's own is no longer shared with that client.
    expect((await put(`stations/${station.uuid}`, { client_id: idOf('A2') })).status).toBe(422)
  })

  test('the links that lose a station are told before, by name to whoever sees them', async () => {
    const [own, lent] = [await stationOf('A1'), await stationOf('B1', sharedWith('A1', 'A2'))]
    const link = await linkOf('A1', [own.id, lent.id])
    await linkOf('B1', [lent.id])
    const look = async (who: string, kept: string) => {
      const { body } = await world.call(who, 'GET', `stations/conferir?except=${lent.uuid}&kept=${kept}`)
      return body.unlinked
    }
    expect(await look('superAdmin', String(idOf('A2')))).toEqual({ names: [`“${String(link.name)}”`], more: 0 })
    expect(await look('superAdmin', [idOf('A1'), idOf('A2')].join())).toEqual({ names: [], more: 0 })
    // Of another company that they use it is told, and nothing else.
    expect(await look('staffB', '')).toEqual({ names: [], more: 1 })
    // Whom it is but shared with is told nothing.
    expect(
      (await world.call('clientA', 'GET', `stations/conferir?except=${lent.uuid}&kept=`)).body.unlinked ?? null,
    ).toBeNull()
    // The link says what is out of sight, and names no more.
    const nameFor = async (who: string) => dataOf(await world.call(who, 'GET', `station-links/${link.uuid}`)).name
    expect(await nameFor('clientA')).toBe(link.name)
    expect((await put(`stations/${lent.uuid}`, sharedWith())).status).toBe(200)
    expect(await nameFor('clientA')).toBe(`${String(own.name)} e mais uma fora da sua vista`)
    const [more, another] = [await stationOf('B1', sharedWith('A1')), await stationOf('B1', sharedWith('A1'))]
    const wide = await linkOf('A1', [own.id, more.id, another.id])
    for (const { uuid } of [more, another]) await put(`stations/${uuid}`, sharedWith())
    const read = await world.call('clientA', 'GET', `station-links/${wide.uuid}`)
    expect(dataOf(read).name).toBe(`${String(own.name)} e mais 2 fora da sua vista`)
    expect(read.text).not.toContain(String(more.name))
  })

  test('refusals that count name the first three', async () => {
    const ends = []
    for (let at = 0; at < 5; at++) ends.push(await stationOf('A1'))
    const [hub, ...spokes] = ends
    const link = await linkOf(
      'A1',
      ends.map(({ id }) => id),
    )
    const property = made(await post('station-link-properties', { station_link_id: link.id }))
    for (const spoke of spokes)
      made(
        await post('station-link-property-connections', {
          station_link_property_id: property.id,
          station_1_id: hub?.id,
          station_2_id: spoke.id,
          exists: false,
        }),
      )
    const named = spokes.slice(0, 3).map(({ name }) => `“${String(hub?.name)} ↔ ${String(name)}”`)
    expect((await put(`station-link-properties/${property.uuid}/finalizar`)).body).toMatchObject({
      status: 409,
      message: `Há conexões que ainda não existem: ${named.join(', ')} e mais 1. Marque-as como existentes antes.`,
    })
    expect(errorsOf(await put(`station-links/${link.uuid}`, { stations: [{ station_id: hub?.id }] }))).toEqual([
      422,
      {
        stations: [`Há conexões entre as estações retiradas: ${named.join(', ')} e mais 1. Exclua antes as conexões.`],
      },
    ])
    const { body } = await world.call('superAdmin', 'DELETE', `stations/${hub?.uuid}`)
    expect(body.message).toBe(
      `Não é possível excluir a estação: 4 conexões de enlace (${named.join(', ')} e mais 1) e 1 enlace ainda dependem dela.`,
    )
  })

  test('who may not see what refers to a row is told that there is something, and no name', async () => {
    const [own, lent] = [await stationOf('A1'), await stationOf('B1', sharedWith('A1'))]
    await linkOf('A1', [own.id, lent.id])
    const { status, body, text } = await world.call('staffB', 'DELETE', `stations/${lent.uuid}`)
    expect([status, body.message]).toEqual([409, expect.stringContaining('registros de outra empresa ainda dependem')])
    expect(text).not.toContain(String(own.name))
  })
})
