import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { choices, has, lacking, shapes, type Shape } from './support/shapes.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from './support/world.ts'

// Every field the specification names, of every entity, in real answers, and in the bodies its forms send.

const table: readonly (readonly [string, Shape])[] = Object.entries(shapes)

describe('the specification’s shapes', () => {
  let world: World
  const made = new Map<string, Row>()
  const resourceAt = (path: string): AnyResource => world.house.catalog.at(path)
  const make = async (path: string, more: Readonly<Record<string, unknown>> = {}) =>
    world.make(resourceAt(path), 'A1', more)
  const one = async (url: string) => {
    const answer = await world.call('superAdmin', 'GET', url)
    const { data } = answer.body
    expect(answer).toMatchObject({ status: 200 })
    return Array.isArray(data) ? data[0] : data
  }

  /** What is only there because another row hangs on it. */
  const around: Readonly<Record<string, (path: string) => Promise<Row>>> = {
    users: async path => {
      const user = await make(path)
      const client = world.target('clients', 'A1')
      await world.call('superAdmin', 'PUT', `clients/${client?.id}`, { body: { client_users: [{ user_id: user.id }] } })
      return user
    },
    clients: async path => {
      const client = await make(path)
      await make('fistels', { client_id: client.id })
      return client
    },
    'station-link-properties': async path => {
      const property = await make(path)
      await make('station-link-property-connections', { station_link_property_id: property.id })
      return property
    },
    'ticket-messages': async path => {
      const message = await make(path, { parent_id: null })
      await make(path, { ticket_id: message.ticket_id, parent_id: message.id })
      return message
    },
    'special-pages': async () => {
      const page = await make('pages')
      const draft = dataOf(await world.call('superAdmin', 'POST', `pages/${page.uuid}/rascunho`))
      await world.call('superAdmin', 'PUT', `page-versions/${draft.uuid}/publicar`)
      return page
    },
  }

  beforeAll(async () => {
    world = await openWorld()
    const byPath = features.map(({ path }): string => path)
    for (const [path] of table) {
      if (around[path]) made.set(path, await around[path](path))
      else if (byPath.includes(path)) made.set(path, await make(path))
    }
  })
  afterAll(() => world?.close())

  test.each(table)('of %s are answered whole', async (path, { answered, waits = {} }) => {
    const row = await one(made.has(path) ? `${path}/${made.get(path)?.uuid}` : path)
    expect(
      lacking(
        row,
        answered.filter(name => !waits[name]),
      ),
    ).toEqual([])
    const came = Object.keys(waits).filter(name => has(row, name.split('.')))
    expect(came, 'no longer waits: take it off the list').toEqual([])
    expect(Object.keys(waits).filter(name => !answered.includes(name))).toEqual([])
  })

  test.each(table.filter(([, { sent }]) => sent))('of %s are taken as its form sends them', async (path, shape) => {
    const resource = resourceAt(path)
    expect(verbsOf(resource)).toContain('store')
    const body = world.draft(resource, 'A1')
    // What another section writes is sent back as it came.
    expect(
      lacking(
        body,
        (shape.sent ?? []).filter(name => !shape.waits?.[name]),
      ),
    ).toEqual([])
    const answer = await world.call('superAdmin', 'POST', path, { body })
    expect(answer).toMatchObject({ status: 201 })
  })

  test.each(choices)('%s is a list to choose from, by id and name', async path => {
    const { body, text } = await world.call('superAdmin', 'GET', `${path}?per_page=1`)
    const [row] = rowsOf({ body, text })
    expect(lacking(row, ['id', 'name'])).toEqual([])
  })

  test('a service order is taken as its form sends it, below its client', async () => {
    const body = {
      vencimento: '2030-01-05',
      descricao_servico: 'Assessoria',
      valor_servico: 100,
      criar_contas_a_receber: true,
      gerar_nota_fiscal: false,
      gerar_boleto: false,
    }
    const url = `clients/${world.target('clients', 'A1')?.uuid}/order-services`
    const made = await world.call('superAdmin', 'POST', url, { body })
    expect(made).toMatchObject({ status: 201, body: { data: { ...body, bill_state: 'a-vencer' } } })
  })

  test('a map station is answered whole', async () => {
    const client = world.target('clients', 'A1')
    const place = { lat: -22.906, lng: -47.0606 }
    const lists = { attendance_middle_id: 1, technology_type_id: 1 }
    const body = { name: 'Torre do mapa', client_id: client?.id, address: [place], ...lists }
    expect((await world.call('superAdmin', 'POST', 'stations', { body })).status).toBe(201)
    const { body: answer } = await world.call('superAdmin', 'GET', `station-links-map/${client?.uuid}`)
    const named = expect.objectContaining({
      id: expect.any(Number),
      uuid: expect.any(String),
      name: expect.any(String),
    })
    const station = {
      id: expect.any(Number),
      uuid: expect.any(String),
      name: body.name,
      client: named,
      attendance_middle: named,
      technology_type: named,
      icon_url: expect.stringMatching(/^\/map\/.*\.svg$/),
      latitude: place.lat,
      longitude: place.lng,
    }
    expect(answer.data).toMatchObject({ stations: expect.arrayContaining([expect.objectContaining(station)]) })
  })

  test('a secret is taken and never answered', async () => {
    expect(dataOf(await world.call('superAdmin', 'GET', `users/${made.get('users')?.uuid}`))).not.toHaveProperty(
      'password',
    )
  })
})
