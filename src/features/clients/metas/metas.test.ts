import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { configurations } from '#features/platform/configurations/configurations.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { stations } from '#features/network/stations/stations.ts'
import { metaDepth, metaTypeId, type Extras, type Meta, type MetaType } from '#kernel/meta.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

// Who defines, who fills in, whose files they are, and what comes of a definition that changes.

const field = (key: string, type: MetaType, value: string | null = null, extras: Partial<Extras> = {}): Meta => ({
  key,
  meta_type_id: metaTypeId(type),
  value,
  extras: { label: key, ...extras },
})
const octets = { 'content-type': 'application/octet-stream' }

describe('run-time fields, defined and filled in', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const station = (owner: 'A1' | 'A2' | 'B1', metas: readonly Meta[]) => world.make(stations, owner, { metas })
  const metasOf = ({ metas }: Row) => [metas].flat() as readonly (Meta & { readonly id: number })[]
  const sent = (metas: readonly Meta[], value: string | null): readonly Meta[] =>
    metas.map(({ id, key, meta_type_id, extras: { label, required = false } }) => ({
      ...(id !== undefined && { id }),
      key,
      meta_type_id,
      value,
      extras: { label, required },
    }))
  const put = (who: string, path: string, body: object) => world.call(who as 'staffA', 'PUT', path, { body })

  test('who does not define fills in what is there, and nothing else of it', async () => {
    const row = await station('A1', [field('altura', 'number', '10'), field('nota', 'text')])
    const path = `stations/${row.id}`
    const [height, note] = sent(metasOf(row), '42')
    if (!height || !note) throw new Error('the station has no fields')
    const save = (metas: readonly Meta[]) => put('staffA', path, { metas })
    expect((await save([height, { ...note, value: 'de pé' }])).status).toBe(200)
    const refusal = { status: 422, body: { errors: { metas: [expect.stringContaining('não os define')] } } }
    for (const metas of [
      [],
      [height],
      [note, height],
      [{ ...height, key: 'outra' }, note],
      [{ ...height, extras: { ...height.extras, hidden: true } }, note],
      [height, note, field('nova', 'text')],
    ])
      expect(await save(metas)).toMatchObject(refusal)
    const begun = await world.call('staffA', 'POST', 'stations', {
      body: { ...world.draft(stations, 'A1'), metas: [field('inventada', 'text')] },
    })
    expect(begun).toMatchObject(refusal)
    // In a series, in what is put back from history: the same door.
    const series = await world.call('staffA', 'POST', 'stations/serie', {
      body: { stations: [{ ...world.draft(stations, 'A1'), metas: [field('inventada', 'text')] }] },
    })
    expect(series.status).toBe(422)
    await put('superAdmin', path, { metas: [] })
    const [last] = rowsOf(await world.call('superAdmin', 'GET', `${path}/historico`))
    expect(await put('staffA', `${path}/restaurar`, { event: last?.id, fields: ['metas'] })).toMatchObject(refusal)
  })

  test('a station is begun like another of its client, fields and all, by who defines none', async () => {
    await station('A1', [field('torre', 'text', 'alta')])
    const like = (owner: 'A1' | 'A2') =>
      world.call('staffA', 'POST', 'stations', {
        body: { ...world.draft(stations, owner), metas: [field('torre', 'text', 'baixa')] },
      })
    expect((await like('A1')).status).toBe(201)
    expect((await like('A2')).status).toBe(422)
  })

  test('what is required is asked of who fills in, and not of who defines', async () => {
    const row = await station('A1', [field('dia', 'date', null, { required: true })])
    const saved = await put('staffA', `stations/${row.id}`, { metas: sent(metasOf(row), null) })
    expect(saved.body.errors).toEqual({ 'metas.0.value': ['Preencha este campo.'] })
  })

  test('fields point to no row of another client, and a station that moves leaves none behind', async () => {
    const fistel = async (owner: 'A1' | 'A2') => String(world.target('fistels', owner)?.id)
    const pick = async (owner: 'A1' | 'A2') => [field('licenca', 'model', await fistel(owner), { model: 'fistels' })]
    const draft = { ...world.draft(stations, 'A1'), fistel_id: null, client_shared_stations: [] }
    const made = (metas: readonly Meta[]) =>
      world.call('superAdmin', 'POST', 'stations', { body: { ...draft, station_number: null, metas } })
    expect((await made(await pick('A2'))).body.errors).toEqual({
      'metas.0.value': ['Este registro é de outro cliente.'],
    })
    const row = dataOf(await made(await pick('A1')))
    const moved = await put('superAdmin', `stations/${row.id}`, { client_id: world.target('clients', 'A2')?.id })
    expect(moved).toMatchObject({ status: 422, body: { errors: { client_id: [expect.stringContaining('licenca')] } } })
    const emptied = { client_id: world.target('clients', 'A2')?.id, metas: sent(metasOf(row), null).map(each => ({ ...each, extras: { ...each.extras, model: 'fistels' } })) } // prettier-ignore
    expect((await put('superAdmin', `stations/${row.id}`, emptied)).status).toBe(200)
  })

  test('groups stand in groups, and not without end; nobody says what is above a field', async () => {
    const nest = (deep: number): Meta => ({
      ...field(`g${deep}`, 'group'),
      fields: deep > 1 ? [nest(deep - 1)] : [field('fim', 'text', 'x')],
    })
    const make = (metas_only_father: readonly object[]) =>
      world.call('superAdmin', 'POST', 'configurations', { body: { name: 'Fundo', metas_only_father } })
    const made = dataOf(await make([nest(metaDepth - 1)]))
    const read = dataOf(await world.call('superAdmin', 'GET', `configurations/${made.id}`))
    expect(JSON.stringify(read)).toContain('"fim"')
    const deeper = await make([nest(metaDepth)])
    expect([deeper.status, Object.values(deeper.body.errors ?? {}).flat()]).toEqual([
      422,
      [expect.stringContaining('um dentro do outro')],
    ])
    // It is no body anybody sends.
    expect((await make([nest(50)])).status).toBe(400)
    const many = (n: number, of: (n: number) => Meta) => Array.from({ length: n }, (_, at) => of(at))
    const group = (at: number): Meta => ({ ...field(`g${at}`, 'group'), fields: many(49, n => field(`t${n}`, 'text')) })
    expect((await make(many(20, group))).status).toBe(201)
    const wide = await make([...many(20, group), field('fim', 'text')])
    expect([wide.status, wide.body.errors]).toEqual([
      422,
      { metas_only_father: ['Use no máximo 1.000 campos ao todo.'] },
    ])
    const choice = (at: number) =>
      field(`c${at}`, 'select', null, { options: Array.from({ length: 200 }, (_, n) => `Opção ${n}`) })
    const long = await make(many(26, choice))
    expect([long.status, long.body.errors]).toEqual([
      422,
      { metas_only_father: ['Use no máximo 5.000 opções ao todo.'] },
    ])
    const { status, body } = await make([{ ...field('a', 'text'), parent_id: 1 }])
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['metas_only_father.0.parent_id']])
  })

  test('a file is of the row it was sent to, and is read by who sees that row', async () => {
    const [own, other] = [await station('A1', [field('laudo', 'file')]), await station('B1', [field('laudo', 'file')])]
    const send = (who: 'staffA' | 'clientA', { id }: Row, section = 'stations') =>
      world.call(who, 'POST', `meta-uploads/${section}/${id}?name=Laudo.txt`, { body: 'Torre de pé', headers: octets })
    expect((await send('staffA', other)).status).toBe(404)
    expect((await send('clientA', own)).status).toBe(403)
    expect((await send('staffA', own, 'bills')).status).toBe(404)
    const sentFile = await send('staffA', own)
    const { uuid, value }: { readonly uuid: string; readonly value: string } = Object(sentFile.body.data)
    expect(value).toBe(`${uuid}/Laudo.txt`)
    const save = (who: string, { id, ...row }: Row, given: string) =>
      put(who, `stations/${id}`, { metas: sent(metasOf({ id, ...row }), given) })
    expect((await save('staffA', own, value)).status).toBe(200)
    const refused = { 'metas.0.value': ['Este arquivo não foi enviado para este registro. Envie de novo.'] }
    expect((await save('superAdmin', other, value)).body.errors).toEqual(refused)
    expect((await save('staffA', own, `${uuid}/Outro nome.txt`)).body.errors).toEqual(refused)
    const read = (who: 'staffA' | 'staffB' | 'clientA' | 'clientB' | 'withoutRoutes') =>
      world.call(who, 'GET', `meta-uploads/${uuid}`)
    expect(await Promise.all((['staffA', 'clientA', 'staffB', 'clientB', 'withoutRoutes'] as const).map(async who => (await read(who)).status))).toEqual([200, 200, 404, 404, 403]) // prettier-ignore
    expect((await read('clientA')).text).toContain('Torre de pé')
    // The house's own fields of a client are not its people's to see, nor their files.
    const client = world.target('clients', 'A1')
    const noted = await world.call('staffA', 'POST', `meta-uploads/clients/${client?.id}?name=a.txt`, {
      body: 'x',
      headers: octets,
    })
    const note: { readonly uuid: string } = Object(noted.body.data)
    expect((await world.call('clientA', 'GET', `meta-uploads/${note.uuid}`)).status).toBe(404)
    expect((await world.call('staffA', 'GET', `meta-uploads/${note.uuid}`)).status).toBe(200)
  })

  test('twelve send and save at once: one save stands, eleven are told', async () => {
    const row = await station('A1', [field('nota', 'text')])
    const { headers } = await world.call('staffA', 'GET', `stations/${row.id}`)
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        world.call('staffA', 'PUT', `stations/${row.id}`, {
          body: { metas: sent(metasOf(row), `vez ${i}`) },
          headers: { 'if-match': headers.etag ?? '' },
        }),
      ),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 412)])
  })

  test('what a new definition costs is told before, kept where it can be, and put back', async () => {
    const row = await station('A1', [field('altura', 'text', '42 m'), field('nota', 'text', 'guardada')])
    const [height] = sent(metasOf(row), '42 m')
    if (!height) throw new Error('the station has no fields')
    const metas = [{ ...height, meta_type_id: metaTypeId('number') }]
    const ask = (who: 'superAdmin' | 'staffA') =>
      world.call(who, 'POST', 'metas/consequencias', { body: { section: 'stations', id: row.uuid, metas } })
    expect((await ask('staffA')).status).toBe(403)
    expect((await ask('superAdmin')).body.data).toEqual({
      consequences: [
        { label: 'altura', fate: 'strange', example: '42 m', rows: 1 },
        { label: 'nota', fate: 'leaves', example: 'guardada', rows: 1 },
      ],
      clients: 0,
    })
    const saved = dataOf(await put('superAdmin', `stations/${row.id}`, { metas }))
    expect(metasOf(saved)).toMatchObject([{ key: 'altura', value: '42 m', type: { slug: 'number' } }])
    const [last] = rowsOf(await world.call('superAdmin', 'GET', `stations/${row.id}/historico`))
    const back = await put('superAdmin', `stations/${row.id}/restaurar`, { event: last?.id, fields: ['metas'] })
    expect(metasOf(dataOf(back))).toMatchObject([{ value: '42 m' }, { key: 'nota', value: 'guardada' }])
  })

  test('a particularity reaches many clients, follows its definition, and is taken back', async () => {
    const made = await world.make(particularities, 'A1', { metas_only_father: [field('certidao', 'text')] })
    const [one, other] = await Promise.all((['A1', 'A1'] as const).map(owner => world.make(clients, owner, { particularities: [], metas_only_father: [] }))) // prettier-ignore
    if (!one || !other) throw new Error('no clients')
    const gone = await world.make(clients, 'A1', { particularities: [], metas_only_father: [] })
    await put('superAdmin', 'clients/disable', { ids: [gone.id] })
    const bring = (body: object, who = 'staffA') => put(who, `particularities/${made.uuid}/sincronizar`, body)
    const whom = { clients: [one.uuid, other.id, gone.uuid] }
    const looked = await bring({ ...whom, look: true })
    expect(looked.body.data).toMatchObject({ looked: true, left: [{ uuid: gone.uuid, reason: 'Está inativo.' }] })
    expect((await bring({ clients: [world.target('clients', 'B1')?.uuid] })).status).toBe(404)
    const brought = await bring(whom)
    expect(brought.body.data).toMatchObject({ brought: [{}, {}], left: [{ uuid: gone.uuid }] })
    const fieldsOf = async ({ id }: Row) => dataOf(await world.call('superAdmin', 'GET', `clients/${id}`)).metas_only_father // prettier-ignore
    expect(await fieldsOf(one)).toMatchObject([{ key: 'certidao' }])

    const held = [await fieldsOf(one)].flat() as readonly Meta[]
    const [certificate] = sent(held, '14/2026')
    expect((await put('staffA', `clients/${one.id}`, { metas_only_father: [certificate] })).status).toBe(200)
    const [own] = sent([dataOf(await world.call('superAdmin', 'GET', `particularities/${made.id}`)).metas_only_father].flat() as readonly Meta[], null) // prettier-ignore
    const renamed = [{ ...own, extras: { label: 'Certidão da Anatel' } }, field('orgao', 'text')]
    const told = await world.call('superAdmin', 'POST', 'metas/consequencias', {
      body: { section: 'particularities', id: made.uuid, metas: renamed },
    })
    expect(told.body.data).toEqual({ consequences: [], clients: 2 })
    expect((await put('superAdmin', `particularities/${made.id}`, { metas_only_father: renamed })).status).toBe(200)
    const again = await bring({})
    expect(again.body.data).toMatchObject({ brought: [{}, {}], left: [] })
    expect(await fieldsOf(one)).toMatchObject([{ value: '14/2026', extras: { label: 'Certidão da Anatel' } }, { key: 'orgao' }]) // prettier-ignore
    expect((await bring({})).body.data).toMatchObject({ brought: [], left: [{}, {}] })

    const { brought: done } = Object(again.body.data) as { readonly brought: readonly Row[] }
    const back = { clients: done.map(({ uuid, version }) => ({ uuid, version })) }
    const undo = () => put('staffA', `particularities/${made.uuid}/desfazer`, back)
    expect((await undo()).body.data).toMatchObject({ undone: 2 })
    expect(await fieldsOf(one)).toMatchObject([{ value: '14/2026', extras: { label: 'certidao' } }])
    expect((await undo()).body.data).toMatchObject({ undone: 0, left: [{}, {}] })
  })

  test('the fields of a station reach the others of its client, and are taken back', async () => {
    const [given, other] = [await station('A2', [field('torre', 'text')]), await station('A2', [])]
    const spread = (body: object, who = 'superAdmin') => put(who, `metas/stations/${given.id}/levar`, body)
    expect((await spread({}, 'staffA')).status).toBe(403)
    const { data } = (await spread({})).body
    const { brought }: { readonly brought: readonly Row[] } = Object(data)
    expect(brought.map(({ uuid }) => uuid)).toContain(other.uuid)
    const read = async () => metasOf(dataOf(await world.call('superAdmin', 'GET', `stations/${other.id}`)))
    expect(await read()).toMatchObject([{ key: 'torre' }])
    const stationsBack = brought.map(({ uuid, version }) => ({ uuid, version }))
    expect((await put('superAdmin', 'metas/stations/desfazer', { stations: stationsBack })).status).toBe(200)
    expect(await read()).toEqual([])
  })

  test('configurations are obeyed by the code that reads them, and said once', async () => {
    const { rows } = { rows: rowsOf(await world.call('superAdmin', 'GET', 'configurations?search=Prazos')) }
    const row = dataOf(await world.call('superAdmin', 'GET', `configurations/${rows[0]?.id}`))
    const metas = [row.metas_only_father].flat() as readonly Meta[]
    expect(metas.every(({ extras }) => extras.hint)).toBe(true)
    const labels = async (): Promise<readonly string[]> =>
      [(await world.call('superAdmin', 'GET', 'stations/pendencias')).body.data]
        .flat()
        .map(gap => String(Object(gap).label))
    expect(await labels()).toContain('com licença vencida ou que vence em 90 dias')
    const said = metas.map(({ id, key, internal_key, meta_type_id, extras: { label, hint }, value }) => ({
      ...(id !== undefined && { id }),
      key,
      internal_key: internal_key ?? null,
      meta_type_id,
      extras: { label, hint: hint ?? null },
      value: key === 'dias-licenca' ? '45' : (value ?? null),
    }))
    expect((await put('superAdmin', `configurations/${row.id}`, { metas_only_father: said })).status).toBe(200)
    expect(await labels()).toContain('com licença vencida ou que vence em 45 dias')
    const twice = await world.call('superAdmin', 'POST', configurations.path, {
      body: { name: 'Outra', metas_only_father: said.map(({ id: _id, ...each }) => each) },
    })
    expect(twice.body.errors).toEqual({ metas_only_father: [expect.stringContaining('“Prazos e avisos”')] })
  })

  test('a special page is found by its number, its uuid and its code, with its fields', async () => {
    const made = dataOf(
      await world.call('superAdmin', 'POST', 'pages', {
        body: {
          name: 'Boas-vindas',
          code: 'boas-vindas',
          audience: 'todos',
          metas_only_father: [field('saudacao', 'text', 'Olá')],
        },
      }),
    )
    const { uuid: draft } = dataOf(await world.call('superAdmin', 'POST', `pages/${made.uuid}/rascunho`))
    expect((await put('superAdmin', `page-versions/${draft}/publicar`, {})).status).toBe(200)
    for (const key of [made.id, made.uuid, 'boas-vindas'])
      expect(dataOf(await world.call('clientA', 'GET', `special-pages/${key}`))).toMatchObject({
        id: made.id,
        metas_only_father: [{ key: 'saudacao', value: 'Olá' }],
      })
  })
})
