import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { dataOf, openWorld, rowsOf, type Reply, type World } from '#test/support/world.ts'

// What the regulator asks of a station and of what joins two of them, whoever writes and however many at once.

const gap = z.object({ key: z.string(), query: z.record(z.string(), z.string()), count: z.number() })

describe('stations and links', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const idOf = (path: string, owner: 'A1' | 'A2' | 'B1') => world.target(path, owner)?.id ?? 0
  const post = (path: string, body: object, who = 'staffA') => world.call(who, 'POST', path, { body })
  const put = (path: string, body: object = {}, who = 'staffA') => world.call(who, 'PUT', path, { body })
  const errorsOf = ({ status, body }: Reply) => [status, body.errors]
  const made = (reply: Reply) => {
    expect([reply.status, reply.body.errors]).toEqual([201, undefined])
    return dataOf(reply)
  }
  const refusalOf = ({ status, body }: Reply) => [status, body.message]
  const aCity = async () => rowsOf(await world.call('staffA', 'GET', 'cities?per_page=25'))[0]?.id
  let n = 0
  const stationOf = async (owner: 'A1' | 'A2' | 'B1', more: object = {}) =>
    made(await post('stations', { name: `Torre ${++n}`, client_id: idOf('clients', owner), ...more }, 'superAdmin'))
  const linkOf = (ids: readonly number[], more: object = {}) => ({
    client_id: idOf('clients', 'A1'),
    stations: ids.map(station_id => ({ station_id })),
    ...more,
  })

  describe('a station', () => {
    test('has a place that can be: both coordinates or none, and at sea no town', async () => {
      const draft = { name: 'Torre', client_id: idOf('clients', 'A1') }
      const city_id = await aCity()
      const refusals = [
        [{ lat: -22.9 }, { 'address.0.lng': ['Informe as duas coordenadas, ou nenhuma.'] }],
        [{ in_ocean: true }, { 'address.0.lat': ['No mar, as coordenadas são obrigatórias.'] }],
        [
          { in_ocean: true, lat: -22.9, lng: -40, city_id },
          { 'address.0.city_id': ['Um ponto no mar não tem município.'] },
        ],
      ] as const
      for (const [place, errors] of refusals)
        expect(errorsOf(await post('stations', { ...draft, address: [place] }))).toEqual([422, errors])
      const station = await stationOf('A1', { address: [{ in_ocean: true, lat: -22.9, lng: -40 }] })
      expect(errorsOf(await put(`stations/${station.uuid}`, { address: [{ lat: -22.9 }] }))).toMatchObject([422, {}])
    })

    test('has a number no other of its client has, however many ask for it at once', async () => {
      const twelve = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          post('stations', { name: `Antena ${i}`, client_id: idOf('clients', 'A1'), station_number: '700700' }),
        ),
      )
      expect(twelve.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(twelve.every(({ status }) => [201, 409, 422].includes(status))).toBe(true)
      const again = await post('stations', { name: 'Mais', client_id: idOf('clients', 'A1'), station_number: '700700' })
      expect(again.status).toBe(422)
      expect(String(again.body.errors?.station_number)).toContain('Este número já é da estação')
      // Another client may have it, and 0 is no number.
      await stationOf('A2', { station_number: '700700' })
      await stationOf('A1', { station_number: '0' })
      await stationOf('A1', { station_number: '0' })
      const other = await stationOf('A1')
      expect((await put(`stations/${other.uuid}`, { station_number: '700700' })).status).toBe(422)
    })

    test('is finished once the yearly file would take it, and says what lacks', async () => {
      const station = await stationOf('A1')
      expect(refusalOf(await put(`stations/${station.uuid}/finalizar`))).toEqual([
        409,
        'Para finalizar, informe antes as coordenadas, o município, o tipo da estação e se tem abertura.',
      ])
      const place = { lat: -23.0264, lng: -45.5553 }
      const elsewhere = { address: [{ ...place, city_id: await aCity() }], station_type: 'propria', opening: 'nao' }
      expect((await put(`stations/${station.uuid}`, elsewhere)).status).toBe(200)
      expect(refusalOf(await put(`stations/${station.uuid}/finalizar`))).toEqual([
        409,
        'Para finalizar, confira antes as coordenadas: ficam fora do município da estação.',
      ])
      const [taubate] = rowsOf(await world.call('staffA', 'GET', 'cities?filter[ibge]=3554102'))
      expect((await put(`stations/${station.uuid}`, { address: [{ ...place, city_id: taubate?.id }] })).status).toBe(
        200,
      )
      expect((await put(`stations/${station.uuid}/finalizar`)).status).toBe(200)
      expect((await put(`stations/${station.uuid}/reabrir`)).status).toBe(200)
    })

    test('is virtual by its type and by its mark alike, and its licence ends after it begins', async () => {
      const draft = { name: 'Nuvem', client_id: idOf('clients', 'A1') }
      expect(errorsOf(await post('stations', { ...draft, station_type: 'virtual' }))).toEqual([
        422,
        { station_type: ['Marque também que é virtual.'] },
      ])
      const dates = { licensed_on: '2026-02-01', valid_until: '2026-01-01' }
      expect(errorsOf(await post('stations', { ...draft, ...dates }))).toEqual([
        422,
        { valid_until: ['A validade termina antes do licenciamento.'] },
      ])
    })

    test('comes in a series: all of them or none, each told apart', async () => {
      const like = (name: string, more: object = {}) => ({ name, client_id: idOf('clients', 'A1'), ...more })
      const count = async () =>
        rowsOf(await world.call('staffA', 'GET', 'stations?search=Serra do&per_page=100')).length
      const refused = await post('stations/serie', {
        stations: [like('Serra do Sino'), like('Serra do Mar', { address: [{ lat: -22.9 }] })],
      })
      expect(refused.status).toBe(422)
      const unknown = await post('stations/serie', {
        stations: [like('Serra do Sino'), like('Serra do Mar', { nada: 1 })],
      })
      expect(errorsOf(unknown)).toMatchObject([422, { 'stations.1.nada': [expect.any(String)] }])
      const foreign = await post('stations/serie', {
        stations: [like('Serra do Sino'), { name: 'Serra do Mar', client_id: idOf('clients', 'B1') }],
      })
      expect(foreign.status).toBe(422)
      expect(await count()).toBe(0)
      const reply = await post('stations/serie', {
        stations: ['Sino', 'Mar', 'Ouro'].map(each => like(`Serra do ${each}`)),
      })
      expect([reply.status, reply.body]).toMatchObject([
        201,
        {
          message: '3 estações registradas.',
          data: { ids: [expect.any(Number), expect.any(Number), expect.any(Number)] },
        },
      ])
      expect(await count()).toBe(3)
    })
  })

  describe('a link', () => {
    test('like another one, empty, or shared with its own client is refused, unless it is meant', async () => {
      const [one, other] = [await stationOf('A1'), await stationOf('A1')]
      const draft = linkOf([one.id, other.id])
      const twelve = await Promise.all(Array.from({ length: 12 }, () => post('station-links', draft)))
      expect(twelve.filter(({ status }) => status === 201)).toHaveLength(1)
      // The order of its stations does not make it another one.
      const turned = await post('station-links', linkOf([other.id, one.id]))
      expect(turned.status).toBe(422)
      expect(String(turned.body.errors?.create_anyway)).toContain('já une as mesmas estações')
      expect(errorsOf(await post('station-links', linkOf([])))).toEqual([
        422,
        { create_anyway: ['O enlace não tem estações. Marque para registrar mesmo assim.'] },
      ])
      const own = { shared_client_id: draft.client_id }
      expect((await post('station-links', linkOf([one.id], own))).status).toBe(422)
      for (const meant of [draft, linkOf([]), linkOf([one.id], own)])
        made(await post('station-links', { ...meant, create_anyway: true }))
      const third = made(await post('station-links', linkOf([other.id])))
      expect((await put(`station-links/${third.uuid}`, { stations: draft.stations })).status).toBe(422)
    })

    test('agrees with its type, and takes the one that says whose it is', async () => {
      const types = rowsOf(await world.call('staffA', 'GET', 'station-link-types?per_page=100'))
      const typeAt = (slug: string) => types.find(each => each.slug === slug)?.id
      const [one, other] = [await stationOf('A1'), await stationOf('A1')]
      const hired = made(await post('station-links', linkOf([one.id, other.id], { own_link: false })))
      expect(hired.station_link_type_id).toBe(typeAt('terrestre-contratado'))
      const wrong = await put(`station-links/${hired.uuid}`, { own_link: true })
      expect(errorsOf(wrong)).toEqual([
        422,
        { own_link: ['O tipo é “Terrestre contratado”: desmarque o enlace próprio, ou mude o tipo.'] },
      ])
    })

    test('is called by its stations, as far as its reader sees them, and is found by them', async () => {
      const own = await stationOf('A1', { name: 'Pedra Grande' })
      const foreign = await stationOf('B1', { name: 'Torre Alheia' })
      const link = made(
        await post(
          'station-links',
          linkOf([own.id, foreign.id], { shared_client_id: idOf('clients', 'B1') }),
          'superAdmin',
        ),
      )
      expect(link.name).toBe('Pedra Grande ↔ Torre Alheia')
      const property = made(
        await post('station-link-properties', { station_link_id: link.id, slp_id: 'P77' }, 'superAdmin'),
      )
      expect(property.name).toBe('P77, Pedra Grande ↔ Torre Alheia')
      for (const [path, uuid, name] of [
        ['station-links', link.uuid, 'Pedra Grande e mais uma fora da sua vista'],
        ['station-link-properties', property.uuid, 'P77, Pedra Grande e mais uma fora da sua vista'],
      ] as const)
        for (const who of path === 'station-links' ? ['staffA', 'clientA'] : ['staffA']) {
          const read = await world.call(who, 'GET', `${path}/${uuid}`)
          expect([who, read.status, dataOf(read).name]).toEqual([who, 200, name])
          expect(read.text).not.toContain('Alheia')
          const found = async (words: string) =>
            rowsOf(await world.call(who, 'GET', `${path}?search=${words}`)).map(row => row.uuid)
          expect(await found('pedra gra')).toContain(uuid)
          expect(await found('alheia')).toEqual([])
          const sorted = await world.call(who, 'GET', `${path}?sort=name&per_page=100`)
          expect(sorted.status).toBe(200)
          expect(sorted.text).not.toContain('Alheia')
        }
      const nameless = made(await post('station-links', linkOf([], { create_anyway: true })))
      expect(nameless.name).toBe(`Enlace ${nameless.id}`)
    })

    test('answers its properties by its number or uuid, and a property answers by its own', async () => {
      const [one, other] = [await stationOf('A1'), await stationOf('A1')]
      const link = made(await post('station-links', linkOf([one.id, other.id])))
      const properties = []
      for (let i = 0; i < 2; i++)
        properties.push(made(await post('station-link-properties', { station_link_id: link.id })))
      const [property] = properties
      made(
        await post('station-link-property-connections', {
          station_link_property_id: property?.id,
          station_1_id: one.id,
          station_2_id: other.id,
          exists: true,
        }),
      )
      const get = (x: unknown, who = 'staffA') => world.call(who, 'GET', `station-link-properties/${x}`)
      for (const x of [link.id, link.uuid]) {
        const rows = rowsOf(await get(x))
        expect(rows.map(({ uuid }) => uuid)).toEqual(properties.map(({ uuid }) => uuid))
        expect(rows[0]).toMatchObject({ station_link_id: link.id, connections: [{ station_1: { id: one.id } }] })
        expect((await get(x, 'staffB')).status).toBe(404)
      }
      const bare = made(await post('station-links', linkOf([one.id, other.id], { create_anyway: true })))
      expect((await get(bare.uuid)).body).toEqual({ data: [] })
      for (const x of [`id/${property?.id}`, `id/${property?.uuid}`, property?.uuid])
        expect(made({ ...(await get(x)), status: 201 }).uuid).toBe(property?.uuid)
      expect((await get(property?.uuid, 'staffB')).status).toBe(404)
      expect((await get(999_999_999)).status).toBe(404)
      expect((await get('nada')).status).toBe(404)
    })

    test('that is finished keeps the property it was finished with, by every door', async () => {
      const [one, other] = [await stationOf('A1'), await stationOf('A1')]
      const link = made(await post('station-links', linkOf([one.id, other.id])))
      expect((await put(`station-links/${link.uuid}/finalizar`)).status).toBe(409)
      const property = made(await post('station-link-properties', { station_link_id: link.id }))
      const spare = made(await post('station-link-properties', { station_link_id: link.id }))
      const joined = {
        station_link_property_id: property.id,
        station_1_id: one.id,
        station_2_id: other.id,
        exists: true,
      }
      made(await post('station-link-property-connections', joined))
      expect((await put(`station-link-properties/${property.uuid}/finalizar`)).status).toBe(200)
      expect((await put(`station-links/${link.uuid}/finalizar`)).status).toBe(200)
      const finished = [409, 'O enlace está finalizado: reabra antes.']
      expect(refusalOf(await put(`station-link-properties/${property.uuid}/reabrir`))).toEqual(finished)
      expect(refusalOf(await put('station-link-properties/disable', { ids: [property.id] }))).toEqual(finished)
      expect(refusalOf(await world.call('staffA', 'DELETE', `station-link-properties/${spare.uuid}`))).toEqual(finished)
      expect(refusalOf(await post('station-link-properties', { station_link_id: link.id }))).toEqual(finished)
      expect((await put(`station-links/${link.uuid}/reabrir`)).status).toBe(200)
      expect((await put(`station-link-properties/${property.uuid}/reabrir`)).status).toBe(200)
      expect((await put(`station-links/${link.uuid}/finalizar`)).status).toBe(409)
    })

    test('and its property, finished and reopened at the same moment, end as one allows the other', async () => {
      const [one, other] = [await stationOf('A1'), await stationOf('A1')]
      const link = made(await post('station-links', linkOf([one.id, other.id])))
      const property = made(await post('station-link-properties', { station_link_id: link.id }))
      const joined = {
        station_link_property_id: property.id,
        station_1_id: one.id,
        station_2_id: other.id,
        exists: true,
      }
      made(await post('station-link-property-connections', joined))
      expect((await put(`station-link-properties/${property.uuid}/finalizar`)).status).toBe(200)
      await Promise.all([
        put(`station-links/${link.uuid}/finalizar`),
        put(`station-link-properties/${property.uuid}/reabrir`),
      ])
      const { rows } = await sql<{ link: string; property: string }>`
        select (select slug from statuses s where s.id = l.status_id) as link,
          (select slug from statuses s where s.id = p.status_id) as property
        from station_links l join station_link_properties p on p.station_link_id = l.id where l.id = ${link.id}`.execute(
        world.db,
      )
      expect(['finalizado/finalizado', 'em-aberto/em-aberto']).toContain(`${rows[0]?.link}/${rows[0]?.property}`)
    })
  })

  test('what lacks in stations is counted as its list shows it, and goes down as it is mended', async () => {
    const counts = async (who = 'staffA') => {
      const { body } = await world.call(who, 'GET', 'stations/pendencias')
      return z.object({ data: z.array(gap) }).parse(body).data
    }
    const station = await stationOf('A1', { valid_until: '2020-01-01' })
    const before = await counts()
    for (const { query, count } of before) {
      const listed = await world.call('staffA', 'GET', `stations?${new URLSearchParams(query)}&per_page=1`)
      expect([query, listed.body.total]).toEqual([query, count])
    }
    await put(`stations/${station.uuid}`, { station_type: 'propria', opening: 'sim', valid_until: null })
    const after = await counts()
    const change = (key: string) =>
      (after.find(each => each.key === key)?.count ?? 0) - (before.find(each => each.key === key)?.count ?? 0)
    expect(['types', 'openings', 'licences', 'places'].map(change)).toEqual([-1, -1, -1, 0])
    expect((await world.call('clientA', 'GET', 'stations/pendencias')).status).toBe(403)
  })

  test('both say that their rows may begin like another one only where there is a screen for it', () => {
    expect([stations.copied, 'copied' in stationLinks]).toEqual([true, false])
  })
})
