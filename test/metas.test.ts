import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurations } from '#features/platform/configurations/configurations.ts'
import { stations } from '#features/network/stations/stations.ts'
import { metaTypeId, type Extras, type Meta, type MetaType } from '#kernel/meta.ts'
import { dataOf, openWorld, type Row, type World } from './support/world.ts'

// Fields defined at run time, and paths that name what they are about by number or uuid.

const field = (key: string, type: MetaType, value: string | null = null, more: Partial<Extras> = {}): Meta => ({
  key,
  meta_type_id: metaTypeId(type),
  value,
  extras: { label: key, ...more },
})

describe('run-time fields', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const post = (metas_only_father: readonly Meta[]) =>
    world.call('superAdmin', 'POST', configurations.path, { body: { name: 'Avisos', metas_only_father } })
  const metasOf = (row: Row): readonly Row[] => [row.metas_only_father].flat() as readonly Row[]

  test.each<readonly [Meta, string]>([
    [field('a', 'number', 'doze'), 'value'],
    [field('a', 'money', '1,234'), 'value'],
    [field('a', 'date', '2026-02-30'), 'value'],
    [field('a', 'boolean', 'talvez'), 'value'],
    [field('a', 'select', 'Cobre', { options: ['Fibra'] }), 'value'],
    [field('a', 'multiselect', 'Fibra\nCobre', { options: ['Fibra'] }), 'value'],
    [field('a', 'group', 'x'), 'value'],
    [field('a', 'model', '1'), 'extras.model'],
    [field('a', 'model', '1', { model: 'nenhuma' }), 'extras.model'],
    [field('a', 'model', '999999', { model: 'plans' }), 'value'],
    [{ ...field('a', 'text'), fields: [field('b', 'text')] }, 'meta_type_id'],
    [{ ...field('a', 'group'), fields: [field('b', 'number', 'x')] }, 'fields.0.value'],
  ])('%j is refused at its %s', async (meta, at) => {
    const { status, body } = await post([meta])
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [`metas_only_father.0.${at}`]])
  })

  test('hold what their types take, and a key is one field', async () => {
    const taken = await post([
      field('numero', 'number', '12,5'),
      field('valor', 'money', '1234.56'),
      field('dia', 'date', '2026-12-01'),
      field('liga', 'boolean', 'sim'),
      field('meio', 'select', 'Fibra', { options: ['Fibra', 'Rádio'] }),
      field('meios', 'multiselect', 'Fibra\nRádio', { options: ['Fibra', 'Rádio'] }),
      field('plano', 'model', String(world.target('plans', 'A1')?.id), { model: 'plans' }),
    ])
    expect(taken).toMatchObject({ status: 201 })
    const twice = await post([field('a', 'text'), field('a', 'text')])
    expect(Object.keys(twice.body.errors ?? {})).toEqual(['metas_only_father.1.key'])
  })

  test('keep their numbers while they stay, and those of another record become new ones', async () => {
    const tree = {
      ...field('fora', 'group'),
      fields: [{ ...field('dentro', 'group'), fields: [field('dias', 'number', '3')] }],
    }
    const [row, other] = [
      dataOf(await post([tree, field('b', 'text')])),
      dataOf(await post([field('c', 'text', 'alheio')])),
    ]
    const [first, second] = metasOf(row)
    expect(first).toMatchObject({ metable_type: 'configurations', metable_id: row.id, parent_id: null })
    const [inner] = [first?.fields].flat() as readonly Row[]
    expect(inner).toMatchObject({ parent_id: first?.id, fields: [{ key: 'dias', parent_id: inner?.id, value: '3' }] })

    const [foreign] = metasOf(other)
    const body = {
      metas_only_father: [
        { ...field('b', 'text', 'mudado'), id: second?.id },
        { ...field('novo', 'text'), id: foreign?.id },
        { ...field('de novo', 'text'), key: 'outro', id: second?.id },
      ],
    }
    const saved = dataOf(await world.call('superAdmin', 'PUT', `configurations/${row.id}`, { body }))
    const ids = metasOf(saved).map(({ id }) => id)
    expect(ids[0]).toBe(second?.id)
    expect(new Set([...ids, foreign?.id]).size).toBe(4)
    const untouched = dataOf(await world.call('superAdmin', 'GET', `configurations/${other.id}`))
    expect(metasOf(untouched)).toEqual(metasOf(other))
  })

  test('point to no row their writer may not see', async () => {
    const pick = (owner: 'A1' | 'B1') => ({
      metas: [field('cliente', 'model', String(world.target('clients', owner)?.id), { model: 'clients' })],
    })
    const station = await world.make(stations, 'A1', { metas: [] })
    const put = (owner: 'A1' | 'B1') => world.call('adminA', 'PUT', `stations/${station.id}`, { body: pick(owner) })
    expect((await put('B1')).body.errors).toEqual({
      'metas.0.value': ['O registro escolhido não existe mais. Escolha outro.'],
    })
    expect((await put('A1')).status).toBe(200)
  })

  test('taken away, come back from history as they were', async () => {
    const row = dataOf(await post([{ ...field('fora', 'group'), fields: [field('dias', 'number', '3')] }]))
    await world.call('superAdmin', 'PUT', `configurations/${row.id}`, { body: { metas_only_father: [] } })
    const { body } = await world.call('superAdmin', 'GET', `configurations/${row.id}/historico`)
    const [last] = [body.data].flat() as readonly Row[]
    const restored = await world.call('superAdmin', 'PUT', `configurations/${row.id}/restaurar`, {
      body: { event: last?.id, fields: ['metas_only_father'] },
    })
    expect(restored).toMatchObject({ status: 200 })
    expect(metasOf(dataOf(restored))).toMatchObject([{ key: 'fora', fields: [{ key: 'dias', value: '3' }] }])
  })

  test('paths take a medium and a service by number or by uuid', async () => {
    const { uuid: client } = world.target('clients', 'A1') ?? {}
    for (const [path, list] of [
      ['attendance-middles', `stations/client/${client}/attendance-middle`],
      ['attendance-middles', `stations/shared/${client}/attendance-middle`],
      ['service-types', 'stations/service-type'],
    ] as const) {
      const { body } = await world.call('superAdmin', 'GET', `${path}?per_page=1`)
      const [one] = [body.data].flat() as readonly Row[]
      const [byId, byUuid] = await Promise.all(
        [one?.id, one?.uuid].map(key => world.call('superAdmin', 'GET', `${list}/${key}`)),
      )
      expect(byId).toMatchObject({ status: 200 })
      expect(byUuid?.body.data).toEqual(byId?.body.data)
      expect((await world.call('superAdmin', 'GET', `${list}/nada`)).status).toBe(404)
    }
  })
})
