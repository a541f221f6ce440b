import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { dataOf, markOf, marksIn, openWorld, rowsOf, type Reply, type Row, type World } from './support/world.ts'

// What a row points to is as secret as the row pointed to, and a row of one client points to no other's.

describe('references', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const idOf = (path: string, owner: 'A1' | 'A2' | 'B1') => world.target(path, owner)?.id ?? 0
  const post = (who: string, path: string, body: object) => world.call(who, 'POST', path, { body })
  const put = (who: string, path: string, body: object) => world.call(who, 'PUT', path, { body })
  const made = (reply: Reply) => {
    expect([reply.status, reply.body.errors]).toEqual([201, undefined])
    return dataOf(reply)
  }
  const errorsOf = ({ status, body }: Reply) => [status, body.errors]
  const fistelOf = async (owner: 'A1' | 'A2' | 'B1', more: object = {}) => {
    const { fistel, service_type_id, active_anatel } = { ...world.draft(fistels, owner) }
    return made(
      await post('superAdmin', 'fistels', {
        fistel,
        service_type_id,
        active_anatel,
        client_id: idOf('clients', owner),
        ...more,
      }),
    )
  }
  const stationOf = async (owner: 'A1' | 'A2' | 'B1', more: object = {}) =>
    made(
      await post('superAdmin', 'stations', {
        name: `Torre ${markOf(owner)}`,
        client_id: idOf('clients', owner),
        ...more,
      }),
    )
  const numberOf = (row: Row) => String(row.fistel)

  describe('in what is answered', () => {
    test('a fistel hidden from its client is nowhere: not in a station, a list, a search, a filter, a sheet, nor in a coleta', async () => {
      const fistel = await fistelOf('A1', { show_for_client: false })
      const station = await stationOf('A1', { fistel_id: fistel.id })
      const body = { client_id: idOf('clients', 'A1'), fistel_id: fistel.id, year: 2091, month: 3 }
      const collect = made(await post('superAdmin', 'collects', body))

      const found = await world.call('clientA', 'GET', `stations/${station.uuid}`)
      expect(dataOf(found)).toMatchObject({ fistel: null, fistel_id: null })
      const listed = await world.call('clientA', 'GET', `stations?filter[id]=${station.id}&sort=fistel`)
      expect(rowsOf(listed)).toMatchObject([{ fistel: null, fistel_id: null }])
      const ofClient = await world.call('clientA', 'GET', `stations/client/${idOf('clients', 'A1')}?pagination=false`)
      for (const reply of [found, listed, ofClient]) {
        expect(reply.text).not.toContain(numberOf(fistel))
        expect(reply.text).not.toContain(fistel.uuid)
      }
      const among = async (who: string, query: string) =>
        rowsOf(await world.call(who, 'GET', `stations?${query}`)).map(({ id }) => id)
      for (const query of [`filter[fistel_id]=${fistel.id}`, `filter[fistel_id][gte]=${fistel.id}`]) {
        expect(await among('clientA', query)).not.toContain(station.id)
        expect(await among('staffA', query)).toContain(station.id)
      }
      expect(await among('clientA', 'filter[fistel_id]=')).toContain(station.id)

      for (const path of [
        `collects/${collect.uuid}`,
        `collects/${collect.uuid}/reports`,
        `collects/${collect.uuid}/file`,
      ])
        expect((await world.call('clientA', 'GET', path)).status).toBe(404)
      expect((await world.call('clientA', 'GET', 'collects?filter[year]=2091')).body.total).toBe(0)
      expect((await world.call('clientA', 'GET', `collects?search=${numberOf(fistel)}`)).body.total).toBe(0)
      const duties = await world.call('clientA', 'GET', 'obligations?from=2091-03-01&to=2091-05-31')
      expect(duties.text).not.toContain(numberOf(fistel))
      expect(dataOf(await world.call('staffA', 'GET', `stations/${station.uuid}`))).toMatchObject({
        fistel_id: fistel.id,
      })
    })

    test('of a link whose other end is another client’s, each reads their own', async () => {
      const [own, foreign] = [await stationOf('A1'), await stationOf('B1')]
      const link = made(
        await post('superAdmin', 'station-links', {
          client_id: idOf('clients', 'A1'),
          shared_client_id: idOf('clients', 'B1'),
          stations: [{ station_id: foreign.id }, { station_id: own.id }],
        }),
      )
      for (const who of ['clientA', 'staffA']) {
        const reply = await world.call(who, 'GET', `station-links/${link.uuid}`)
        expect(dataOf(reply)).toMatchObject({
          shared_client: null,
          shared_client_id: null,
          stations: [{ station_id: own.id }],
        })
        expect([...marksIn(reply.text)]).not.toContain('B1')
        expect(reply.text).not.toContain(foreign.uuid)
        const searched = await world.call(who, 'GET', 'station-links?search=zzB1zz')
        expect(searched.body.total).toBe(0)
      }
      const sheet = await world.call('staffA', 'GET', 'station-links/csv')
      expect([...marksIn(sheet.text)]).not.toContain('B1')
      expect(dataOf(await world.call('superAdmin', 'GET', `station-links/${link.uuid}`)).stations).toHaveLength(2)
      const told = await world.call('staffA', 'GET', `station-links/${link.uuid}/historico`)
      expect([...marksIn(told.text)]).not.toContain('B1')
      expect(told.text).toContain('Registro que você não vê')

      // What they were not shown, and send back as it was shown, stays.
      const changed = await put('staffA', `station-links/${link.uuid}`, {
        shared_client_id: null,
        observations: 'Visto por nós.',
        stations: [{ id: lineOf(link, own.id), station_id: own.id }],
      })
      expect(errorsOf(changed)).toEqual([200, undefined])
      const whole = dataOf(await world.call('superAdmin', 'GET', `station-links/${link.uuid}`))
      expect(whole).toMatchObject({ shared_client_id: idOf('clients', 'B1'), observations: 'Visto por nós.' })
      expect(whole.stations).toHaveLength(2)
    })

    test('who wrote what one reads is told by name, seen otherwise or not', async () => {
      const { name, module_id, type_id } = { ...world.draft(tickets, 'A1') }
      const body = { name, module_id, type_id, client_id: idOf('clients', 'A1') }
      const ticket = made(await post('clientA', 'tickets', body))
      made(await post('superAdmin', 'ticket-messages', { ticket_id: ticket.id, content: 'Estamos vendo.' }))
      const read = await world.call('clientA', 'GET', `ticket-messages?filter[ticket_id]=${ticket.id}`)
      expect(rowsOf(read)).toMatchObject([{ user: { id: world.people.superAdmin } }])
    })
  })

  describe('in what is written', () => {
    const foreign = { fistel_id: ['Este fistel é de outro cliente.'] }

    test('a station takes no fistel of another client: not new, not by either field, not brought back', async () => {
      const [own, other] = [await fistelOf('A1'), await fistelOf('A2')]
      const draft = { name: 'Torre', client_id: idOf('clients', 'A1') }
      for (const who of ['superAdmin', 'staffA']) {
        expect(errorsOf(await post(who, 'stations', { ...draft, fistel_id: other.id }))).toEqual([422, foreign])
        const station = made(await post(who, 'stations', { ...draft, fistel_id: own.id }))
        expect(errorsOf(await put(who, `stations/${station.uuid}`, { fistel_id: other.id }))).toEqual([422, foreign])
        expect(errorsOf(await put(who, `stations/${station.uuid}`, { client_id: idOf('clients', 'A2') }))).toEqual([
          422,
          foreign,
        ])
        const both = { client_id: idOf('clients', 'A2'), fistel_id: other.id }
        expect((await put(who, `stations/${station.uuid}`, both)).status).toBe(200)
        expect((await world.call(who, 'DELETE', `stations/${station.uuid}`)).status).toBe(200)
        await sql`update stations set fistel_id = ${own.id} where id = ${station.id}`.execute(world.db)
        expect((await put(who, `stations/${station.uuid}/restaurar`, {})).body).toMatchObject({
          status: 409,
          message: 'Não é possível restaurar a estação: este fistel é de outro cliente.',
        })
      }
    })

    test('a fistel does not leave behind what is of it', async () => {
      const fistel = await fistelOf('A1')
      const using = await stationOf('A1', { fistel_id: fistel.id })
      const moved = await put('superAdmin', `fistels/${fistel.uuid}`, { client_id: idOf('clients', 'A2') })
      expect(errorsOf(moved)).toEqual([
        422,
        {
          client_id: [
            `Não é possível passar o fistel a outro cliente: 1 estação (“${String(using.name)}”) ainda depende dele.`,
          ],
        },
      ])
      const free = await fistelOf('A1')
      expect((await put('superAdmin', `fistels/${free.uuid}`, { client_id: idOf('clients', 'A2') })).status).toBe(200)
    })

    test('a connection joins stations of its link, each two once', async () => {
      const [one, other, stranger] = [await stationOf('A1'), await stationOf('A1'), await stationOf('A2')]
      const draft = { client_id: idOf('clients', 'A1'), stations: [{ station_id: one.id }, { station_id: other.id }] }
      const link = made(await post('staffA', 'station-links', draft))
      const property = made(await post('staffA', 'station-link-properties', { station_link_id: link.id }))
      const joining = (station_1_id: number, station_2_id: number) =>
        post('staffA', 'station-link-property-connections', {
          station_link_property_id: property.id,
          station_1_id,
          station_2_id,
        })
      const outside = ['Esta estação não está no enlace. Escolha uma das dele.']
      expect(errorsOf(await joining(one.id, stranger.id))).toEqual([422, { station_2_id: outside }])
      const twelve = await Promise.all(
        Array.from({ length: 12 }, (_, i) => (i % 2 ? joining(one.id, other.id) : joining(other.id, one.id))),
      )
      expect(twelve.filter(({ status }) => status === 201)).toHaveLength(1)
      const twice = { station_2_id: ['Esta conexão já existe nesta propriedade.'] }
      expect(errorsOf(twelve.find(({ status }) => status !== 201) ?? twelve[0]!)).toEqual([422, twice])
      const connection = dataOf(twelve.find(({ status }) => status === 201) ?? twelve[0]!)
      const moved = await put('staffA', `station-link-property-connections/${connection.uuid}`, {
        station_1_id: stranger.id,
      })
      expect(moved.status).toBe(422)
      const without = await put('staffA', `station-links/${link.uuid}`, { stations: [{ station_id: one.id }] })
      expect(without.body.errors).toEqual({
        stations: [`Há conexões entre as estações retiradas: “${String(connection.name)}”. Exclua antes as conexões.`],
      })
      const another = made(await post('staffA', 'station-links', { ...draft, create_anyway: true }))
      const property2 = await put('staffA', `station-link-properties/${property.uuid}`, { station_link_id: another.id })
      expect(property2.body.errors).toEqual({ station_link_id: ['Uma propriedade não muda de enlace.'] })
    })

    test('what is out of use is not chosen anew, and stays where it stood', async () => {
      const category = made(await post('superAdmin', 'informative-categories', { name: 'Avisos' }))
      const draft = { title: 'Aviso', content: '<p>Olá</p>', category_id: category.id }
      const news = made(await post('superAdmin', 'informative', draft))
      await put('superAdmin', 'informative-categories/disable', { ids: [category.id] })
      const refused = await post('superAdmin', 'informative', draft)
      expect(errorsOf(refused)).toEqual([
        422,
        { category_id: ['Esta categoria de informativo está inativa. Escolha outra.'] },
      ])
      const kept = await put('superAdmin', `informative/${news.uuid}`, {
        title: 'Outro aviso',
        category_id: category.id,
      })
      expect(errorsOf(kept)).toEqual([200, undefined])
      expect(dataOf(kept)).toMatchObject({ title: 'Outro aviso', category: { name: 'Avisos' } })
    })
  })

  describe('people outside the house', () => {
    test('see what is in use alone, and still what it refers to', async () => {
      const station = await stationOf('A1')
      await put('superAdmin', 'stations/disable', { ids: [station.id] })
      expect((await world.call('clientA', 'GET', `stations/${station.uuid}`)).status).toBe(404)
      for (const query of ['', '&active=all', '&active=false'])
        expect((await world.call('clientA', 'GET', `stations?filter[id]=${station.id}${query}`)).body.total).toBe(0)
      expect((await world.call('staffA', 'GET', `stations/${station.uuid}`)).status).toBe(200)

      const fistel = await fistelOf('A1')
      const used = await stationOf('A1', { fistel_id: fistel.id })
      await put('superAdmin', 'fistels/disable', { ids: [fistel.id] })
      expect(dataOf(await world.call('clientA', 'GET', `stations/${used.uuid}`))).toMatchObject({
        fistel: { id: fistel.id },
      })
    })

    test('read the news meant for them, of the companies that answer for them', async () => {
      const told = async (title: string, more: object, who = 'superAdmin') =>
        made(await post(who, 'informative', { title, content: '<p>Texto</p>', ...more }))
      const forTeam = await told('Rodízio', {})
      const forClients = await told('Prazo', { audience: 'clientes' })
      const ofA = await told('Só da A', { audience: 'clientes' }, 'staffA')
      const ofB = await told('Só da B', { audience: 'todos', empresa_id: world.companies.B })
      const seenBy = async (who: string) => {
        const rows = rowsOf(await world.call(who, 'GET', 'informative?pagination=false'))
        return [forTeam, forClients, ofA, ofB].map(({ id }) => rows.some(row => row.id === id))
      }
      expect(ofA).toMatchObject({ empresa_id: world.companies.A, audience: 'clientes' })
      expect(forTeam).toMatchObject({ empresa_id: null, audience: 'equipe' })
      expect(await seenBy('clientA')).toEqual([false, true, true, false])
      expect(await seenBy('clientB')).toEqual([false, true, false, true])
      expect(await seenBy('staffA')).toEqual([true, true, true, false])
      expect(await seenBy('superAdmin')).toEqual([true, true, true, true])
      expect((await world.call('clientA', 'GET', `informative/${forTeam.uuid}`)).status).toBe(404)
      expect((await world.call('clientA', 'GET', `informative/${forClients.uuid}`)).text).not.toContain('audience')
      expect((await world.call('clientA', 'GET', 'informative?filter[audience]=equipe')).status).toBe(422)
    })

    test('are written to by who works in one company for that company alone', async () => {
      const draft = { title: 'Aviso', content: '<p>Texto</p>' }
      expect((await post('staffA', 'informative', { ...draft, empresa_id: null })).body.errors).toHaveProperty(
        'empresa_id',
      )
      const other = await post('staffA', 'informative', { ...draft, empresa_id: world.companies.B })
      expect(other.body.errors).toHaveProperty('empresa_id')
      const ofAll = made(await post('superAdmin', 'informative', draft))
      expect((await put('staffA', `informative/${ofAll.uuid}`, { title: 'Meu' })).status).toBe(403)
      expect((await put('staffA', 'informative/disable', { ids: [ofAll.id] })).status).toBe(403)
      expect((await world.call('staffA', 'DELETE', `informative/${ofAll.uuid}`)).status).toBe(403)
      const own = made(await post('staffA', 'informative', draft))
      expect((await put('staffA', `informative/${own.uuid}`, { title: 'Meu' })).status).toBe(200)
      expect((await put('staffA', `informative/${own.uuid}`, { empresa_id: null })).status).toBe(422)
    })
  })

  test('a file is asked for by its uuid alone', async () => {
    for (const who of ['clientA', 'staffA', 'superAdmin'])
      expect((await world.call(who, 'GET', 'internal-uploads/get-file/1')).status).toBe(404)
  })
})

/** The id of the line of a link that holds a station. */
function lineOf({ stations: lines }: Row, station: number): number {
  const found: unknown = Array.isArray(lines) ? lines.find(line => Object(line).station_id === station) : undefined
  return Number(Object(found).id)
}
