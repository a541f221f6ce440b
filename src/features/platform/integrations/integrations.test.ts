import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metaTypeId, type Meta } from '#kernel/meta.ts'
import { termsChore } from '#features/platform/integrations/terms.server.ts'
import { stations } from '#features/network/stations/stations.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { readConfig } from '#settings.server.ts'
import { json, openOutside, silent, viaCep, type Outside } from '#test/support/outside.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

// The houses there are, each conversation with one of them, and the fields that go to them.

describe('integrations', () => {
  let world: World
  let outside: Outside
  beforeAll(async () => {
    outside = await openOutside({ '/viacep/12020000': json(200, viaCep), '/viacep/11111111': silent })
    world = await openWorld({
      env: { CEP_URL: outside.env.CEP_URL },
      fittings: {
        integrations: [{ key: 'cnpja', lacking: () => 'Falta a chave.', fields: { inscricao: 'Inscrição municipal' } }],
      },
    })
  })
  afterAll(async () => {
    await world?.close()
    await outside?.close()
  })

  const houses = async (query = '', who = 'superAdmin') => rowsOf(await world.call(who, 'GET', `integrations${query}`))
  const fieldOf = async (station: unknown) => {
    const { metas } = dataOf(await world.call('superAdmin', 'GET', `stations/${String(station)}`))
    return ([metas].flat() as readonly Row[])[0]
  }
  const put = (who: string, body: object) => world.call(who, 'PUT', 'integration-meta', { body })

  test('a question to another house is told as it went, to whom it is of, and stops nobody when it cannot be', async () => {
    expect((await world.call('staffA', 'GET', 'registry/cep/12020000')).status).toBe(200)
    expect((await world.call('staffA', 'GET', 'registry/cep/11111111')).status).toBe(424)
    const asked = async (who: string) =>
      rowsOf(await world.call(who, 'GET', 'integration-queues?filter[kind]=consulta&sort=id'))
    await expect.poll(async () => (await asked('staffA')).length).toBe(2)
    expect(await asked('staffA')).toMatchObject([
      { integration: 'viacep', state: 'enviado', error: null },
      { integration: 'viacep', state: 'sem-resposta', error: expect.stringContaining('não respondeu a tempo') },
    ])
    expect(await asked('staffB')).toEqual([])
    const [, row] = await asked('staffA')
    const again = await world.call('staffA', 'PUT', `integration-queues/${row?.uuid}/reprocessar`)
    expect(again.status).toBe(409)
    await sql`alter table integration_queues rename to put_away`.execute(world.db)
    await sql`delete from registry_answers`.execute(world.db)
    expect((await world.call('staffA', 'GET', 'registry/cep/12020000')).status).toBe(200)
    await sql`alter table put_away rename to integration_queues`.execute(world.db)
  })

  test('each house tells what it lacks and what waits, of what its reader sees; a client’s people are told none', async () => {
    await world.make(integrationQueues, 'B1')
    const find = async (who: string) => (await houses('', who)).find(({ key }) => key === 'cnpja')
    expect(await find('superAdmin')).toMatchObject({
      name: 'CNPJá',
      integration_type: { id: 1, name: 'Cadastro de empresas', slug: 'cadastro' },
      configured: false,
      lacking: 'Falta a chave.',
      pivot: null,
    })
    expect(Number((await find('superAdmin'))?.failed)).toBeGreaterThan(Number((await find('staffA'))?.failed))
    expect((await world.call('clientA', 'GET', 'integrations')).status).toBe(403)
  })

  test('several are tried again, all or none, and what waits may be called off', async () => {
    const [one, other, foreign] = [
      await world.make(integrationQueues, 'A1'),
      await world.make(integrationQueues, 'A1'),
      await world.make(integrationQueues, 'B1'),
    ]
    const again = (...ids: readonly unknown[]) =>
      world.call('staffA', 'PUT', 'integration-queues/reprocessar', { body: { ids } })
    expect((await again(one.uuid, foreign.uuid)).status).toBe(404)
    expect((await again(one.uuid)).body.data).toEqual({ changed: 1 })
    await world.runner.settled()
    await sql`update integration_queues set state = 'pendente', next_attempt_at = '2100-01-01' where uuid = ${other.uuid}::uuid`.execute(
      world.db,
    )
    expect((await again(one.uuid, other.uuid)).status).toBe(409)
    const told = async (who: string) => (await houses('', who)).find(({ key }) => key === 'cnpja')
    expect(await told('staffA')).toMatchObject({ waiting: 1, next_at: expect.stringContaining('2100-01-01') })
    expect(await told('staffB')).toMatchObject({ waiting: 0, next_at: null })
    expect(dataOf(await world.call('staffA', 'GET', `integration-queues/${one.uuid}`)).state).toBe('falhou')
    // Alone it need not wait for its next try.
    const alone = (who: string) => world.call(who, 'PUT', `integration-queues/${other.uuid}/reprocessar`)
    expect((await alone('staffB')).status).toBe(404)
    expect(dataOf(await alone('staffA'))).toMatchObject({ state: 'pendente', next_attempt_at: null })
    await world.runner.settled()
    expect(dataOf(await world.call('staffA', 'GET', `integration-queues/${other.uuid}`)).state).toBe('falhou')
    await sql`update integration_queues set state = 'pendente', next_attempt_at = '2100-01-01' where uuid = ${other.uuid}::uuid`.execute(
      world.db,
    )
    const off = () => world.call('staffA', 'PUT', `integration-queues/${other.uuid}/cancelar`)
    expect(dataOf(await off())).toMatchObject({ state: 'cancelado' })
    expect((await off()).status).toBe(409)
  })

  test('a payload is told masked, by its own call alone', async () => {
    const { uuid } = await world.make(integrationQueues, 'A1')
    const payload = JSON.stringify({ tomador: { cpf: '52998224725' }, xml: '<Senha>canario</Senha>' })
    await sql`update integration_queues set payload = ${payload} where uuid = ${uuid}::uuid`.execute(world.db)
    const told = await world.call('staffA', 'GET', `integration-queues/${uuid}/payload`)
    expect(told.body.data).toEqual({ tomador: { cpf: '***982247**' }, xml: '<Senha>•••</Senha>' })
    for (const path of [uuid, `${uuid}/historico`, `csv?format=csv`])
      expect((await world.call('superAdmin', 'GET', `integration-queues/${path}`)).text).not.toContain('canario')
  })

  test.each([
    [40, 39, 41],
    // Asaas may repeat a notice for 14 days.
    [1, 29, 31],
  ])('in a term of %i days a notice of %i is known, and one of %i forgotten', async (days, known, gone) => {
    const now = new Date('2026-11-25T12:00:00Z')
    for (const age of [known, gone])
      await sql`
        insert into webhook_events (origin, event_id, event, received_at)
        select 'asaas', ${`${age} `} || n, 'NOTA', ${now.toISOString()}::timestamptz - ${age} * interval '1 day'
        from generate_series(1, 1100) n`.execute(world.db)
    const config = readConfig({ INTEGRATION_DAYS: String(days) })
    const turn = { now, byHand: false, signal: new AbortController().signal }
    expect(await termsChore.run({ ...world.house, config }, turn)).toEqual({
      said: expect.stringContaining('1.100 avisos recebidos'),
    })
    const { rows } = await sql`select distinct split_part(event_id, ' ', 1) as age from webhook_events`.execute(
      world.db,
    )
    expect(rows).toEqual([{ age: String(known) }])
    await sql`delete from webhook_events`.execute(world.db)
  })

  test('who defines a field says where it goes; it is answered with the field, and nobody else’s can be', async () => {
    const field: Meta = { key: 'im', meta_type_id: metaTypeId('text'), extras: { label: 'Inscrição' } }
    const row = await world.make(stations, 'A1', { metas: [field] })
    const meta = await fieldOf(row.id)
    const [house] = await houses()
    const body = { integration_id: house?.id, meta_id: meta?.id, value: 'inscricao' }
    expect(meta).toMatchObject({
      integrations: [],
      integration_id: null,
      integrations_have_fields: expect.arrayContaining([expect.objectContaining({ name: 'CNPJá' })]),
    })
    expect((await put('staffA', body)).status).toBe(403)
    expect((await put('superAdmin', { ...body, value: 'outro' })).status).toBe(422)
    expect((await put('superAdmin', { ...body, integration_id: 999 })).status).toBe(422)
    const replies = await Promise.all(Array.from({ length: 12 }, () => put('superAdmin', body)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    const pivot = { value: 'inscricao', integration_key: 'cnpja' }
    expect(await fieldOf(row.id)).toMatchObject({ integrations: [{ id: house?.id, pivot }], integration_id: house?.id })
    expect((await houses(`?meta_id=${String(meta?.id)}`))[0]).toMatchObject({ pivot })
    expect((await put('superAdmin', { ...body, value: null })).status).toBe(200)
    expect(await fieldOf(row.id)).toMatchObject({ integrations: [], integration_id: null })
    const foreign = await world.make(stations, 'B1', { metas: [field] })
    const theirs = await fieldOf(foreign.id)
    expect((await put('adminA', { ...body, meta_id: theirs?.id })).status).toBe(404)
  })
})
