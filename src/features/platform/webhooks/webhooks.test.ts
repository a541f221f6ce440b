import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { metaTypeId } from '#kernel/meta.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { pauses } from '#features/platform/webhooks/pauses.ts'
import { mostWaiting } from '#features/platform/webhooks/plan.server.ts'
import { openHookReceiver, type HookReceiver, type ReceivedMessage } from '#test/support/hook-receiver.ts'
import { mapFields } from '#test/support/mapping.ts'
import { reachHorizon } from '#test/support/horizon.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from '#test/support/world.ts'

describe('webhooks', () => {
  let world: World
  let receiver: HookReceiver
  let now = new Date()
  beforeAll(async () => {
    receiver = await openHookReceiver()
    world = await openWorld({
      env: { SECRETS_KEY: randomBytes(32).toString('base64'), WEBHOOK_HOSTS: `${receiver.host},localhost:1` },
      fittings: { now: () => now, pace: { pollMs: 3_600_000 } },
    })
  })
  afterAll(async () => {
    await world?.close()
    await receiver?.close()
  })
  beforeEach(async () => {
    await sql`update webhook_endpoints set deleted_at = now()`.execute(world.db)
    await sql`delete from integration_queues`.execute(world.db)
    receiver.answerWith()
    receiver.forget()
    now = new Date()
  })

  const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000))
  const settled = async () => {
    await reachHorizon(world.db)
    await world.runner.settled()
  }
  const newSecret = async (who: string, path: string) =>
    String(Object(Object((await world.call(who, 'PUT', `${path}/segredo`)).body).data).secret)
  const open = async (who: string, types: readonly string[], more: object = {}) => {
    const endpoint = dataOf(
      await world.call(who, 'POST', 'webhook-endpoints', {
        body: { name: 'Financeiro', url: receiver.url, types, ...more },
      }),
    )
    const path = `webhook-endpoints/${endpoint.uuid}`
    return { ...endpoint, path, secret: await newSecret(who, path) }
  }
  const rename = async (name: string, uuid = world.target('plans', 'A1')?.uuid) =>
    expect((await world.call('superAdmin', 'PUT', `plans/${uuid}`, { body: { name } })).status).toBe(200)
  /** To the other company. */
  const move = async (uuid: string) => {
    const body = { empresa_responsavel_id: world.companies.B }
    const { status, text } = await world.call('superAdmin', 'PUT', `clients/${uuid}`, { body })
    expect([status, text]).toEqual([200, text])
  }
  const said = ({ body }: ReceivedMessage): Row => JSON.parse(body)
  const items = async () =>
    rowsOf(await world.call('superAdmin', 'GET', 'integration-queues?filter[kind]=aviso&sort=id&per_page=100'))
  const state = async (path: string) => dataOf(await world.call('superAdmin', 'GET', path))

  test('are sent what was subscribed, signed as Standard Webhooks says, and nothing else', async () => {
    const { secret, path } = await open('superAdmin', ['plans.update', 'plans.disable'])
    const plan = world.target('plans', 'A1')
    await rename('Plano avisado')
    await world.call('superAdmin', 'PUT', 'plans/disable', { body: { ids: [plan?.uuid] } })
    await world.call('superAdmin', 'PUT', 'plans/enable', { body: { ids: [plan?.uuid] } })
    await world.make(clients, 'A1')
    await settled()
    expect(receiver.messages.map(said).map(({ type }) => type)).toEqual(['plans.update', 'plans.disable'])
    for (const { body, headers } of receiver.messages)
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    const [first] = receiver.messages.map(said)
    expect(first).toMatchObject({
      api: 'v1',
      resource: 'plans',
      data: { uuid: plan?.uuid, name: 'Plano avisado', active: true },
    })
    expect(Object(first).version).toBeGreaterThan(1)
    expect(await items()).toMatchObject([{ state: 'enviado' }, { state: 'enviado' }])
    expect(await state(path)).toMatchObject({ failing_since: null, succeeded_at: expect.any(String) })
    // Nothing is sent twice.
    await settled()
    expect(receiver.messages).toHaveLength(2)
  })

  test('carry what their owner may see at that moment, and of other rows not even that they changed', async () => {
    await open('adminA', ['clients.*', 'plans.*'])
    const own = dataOf(
      await world.call('superAdmin', 'POST', 'clients', {
        body: { name: 'Zona da A', document: '11444777000161', empresa_responsavel_id: world.companies.A },
      }),
    )
    const foreign = await world.make(clients, 'B1')
    await settled()
    expect(receiver.messages.map(said).map(each => Object(each.data).uuid)).toEqual([own.uuid])
    expect(JSON.stringify(await items())).not.toContain(foreign.uuid)
    receiver.forget()
    // Seen when it was put into the queue, and no longer when it would be sent.
    receiver.answerWith((_request, response) => void response.writeHead(500).end())
    await world.call('superAdmin', 'PUT', `clients/${own.uuid}`, { body: { name: 'Ainda da A' } })
    await settled()
    expect(receiver.messages).toHaveLength(1)
    receiver.answerWith()
    receiver.forget()
    await move(own.uuid)
    later(3_600)
    await settled()
    expect(receiver.messages).toEqual([])
    expect((await items()).at(-1)).toMatchObject({ state: 'cancelado' })
    await world.call('superAdmin', 'DELETE', `clients/${foreign.uuid}`)
    const again = await world.make(clients, 'A1')
    await world.call('superAdmin', 'DELETE', `clients/${again.uuid}`)
    // The last try failed: what comes after it waits as long.
    await settled()
    later(301)
    await settled()
    expect(receiver.messages.map(said)).toMatchObject([
      { type: 'clients.store', data: { uuid: again.uuid, deleted_at: expect.any(String) } },
      { type: 'clients.destroy', data: { uuid: again.uuid, deleted_at: expect.any(String) } },
    ])
    expect(receiver.messages.map(said).every(({ data }) => !('name' in Object(data)))).toBe(true)
  })

  test('carry the fields that are mapped to them, also by a particularity, and the delivery shows which', async () => {
    await open('superAdmin', ['clients.update', 'clients.destroy', 'plans.update'])
    const { uuid } = await world.make(clients, 'A1')
    const put = (path: string, body: object) => world.call('superAdmin', 'PUT', path, { body })
    const shared = { key: 'contrato', meta_type_id: metaTypeId('text'), extras: { label: 'Contrato' } }
    const particularity = await world.make(particularities, 'A1', { metas_only_father: [shared] })
    await put(`clients/${uuid}`, { particularities: [{ particularity_id: particularity.id }] })
    const fields = { crm_code: '4711', 'desde.2026-1': '2026-11-03', vazio: '' }
    const { house, metas } = await mapFields(world, `clients/${uuid}`, 'webhook', fields)
    const ofParticularity = dataOf(await world.call('superAdmin', 'GET', `particularities/${particularity.uuid}`))
    const [defined] = [ofParticularity.metas_only_father].flat() as readonly Row[]
    const map = (meta_id: unknown, value: string | null) =>
      put('integration-meta', { integration_id: house?.id, meta_id, value })
    expect((await map(defined?.id, 'contract')).status).toBe(200)
    const unchanged = metas.map(({ id, key, meta_type_id, value }, at) => ({
      id,
      key,
      meta_type_id,
      value,
      extras: { label: `Campo ${Object.keys(fields)[at]}` },
    }))
    const filled = await put(`clients/${uuid}`, { metas_only_father: [...unchanged, { ...shared, value: 'C-9' }] })
    expect(filled.status).toBe(200)
    await settled()
    const sent = [
      { label: 'Campo crm_code', key: 'crm_code', value: '4711' },
      { label: 'Campo desde.2026-1', key: 'desde.2026-1', value: '2026-11-03' },
      { label: 'Contrato', key: 'contract', value: 'C-9' },
    ]
    expect(receiver.messages.map(said).at(-1)).toMatchObject({ type: 'clients.update', data: { uuid }, fields: sent })
    const extras = async () => {
      const [item] = (await items()).slice(-1)
      return (await world.call('superAdmin', 'GET', `integration-queues/${item?.uuid}/payload-extras`)).body.data
    }
    expect(await extras()).toEqual({ fields: sent })

    for (const name of ['1a', 'código', 'a b', 'a'.repeat(65), '-a', 'a"', '__proto__'])
      expect([name, (await map(metas[1]?.id, name)).status]).toEqual([name, 422])
    expect((await map(metas[0]?.id, null)).status).toBe(200)
    await put(`clients/${uuid}`, { name: 'Sem o código' })
    await settled()
    await rename('Plano sem campos')
    await world.call('superAdmin', 'DELETE', `clients/${uuid}`)
    await settled()
    expect(receiver.messages.map(said).slice(-3)).toMatchObject([
      { type: 'clients.update', fields: sent.slice(1) },
      { type: 'plans.update', fields: [] },
      { type: 'clients.destroy', fields: [] },
    ])
    expect(await extras()).toBeNull()
  })

  test('an owner who may no longer come in is sent nothing, and an administrator changes nobody’s webhook', async () => {
    const { path, uuid } = await open('adminA', ['plans.update'])
    const company = (await state(path)).empresa_id
    expect(company).toBe(world.companies.A)
    for (const [method, at, body] of [
      ['PUT', path, { url: 'https://outro.exemplo.com.br/' }],
      ['PUT', `${path}/segredo`, {}],
      ['PUT', `${path}/teste`, {}],
      ['PUT', 'webhook-endpoints/enable', { ids: [uuid] }],
    ] as const) {
      if (at.endsWith('enable'))
        await world.call('superAdmin', 'PUT', 'webhook-endpoints/disable', { body: { ids: [uuid] } })
      expect([at, (await world.call('superAdmin', method, at, { body })).status]).toEqual([at, 403])
    }
    await world.call('adminA', 'PUT', 'webhook-endpoints/enable', { body: { ids: [uuid] } })
    await sql`update users set active = false where id = ${world.people.adminA}`.execute(world.db)
    await rename('Sem dono')
    await settled()
    await sql`update users set active = true where id = ${world.people.adminA}`.execute(world.db)
    expect(receiver.messages).toEqual([])
    expect(await state(path)).toMatchObject({ active: false, stopped: expect.stringContaining('dono') })
    // Enabled by its owner, it goes on where it stopped.
    await world.call('adminA', 'PUT', 'webhook-endpoints/enable', { body: { ids: [uuid] } })
    await settled()
    expect(receiver.messages.map(said)).toMatchObject([{ type: 'plans.update', data: { name: 'Sem dono' } }])
  })

  test('a receiver that is down gets everything once it is back, in order, under the same ids', async () => {
    const { path } = await open('superAdmin', ['plans.update'])
    await receiver.down()
    await rename('Um')
    await rename('Dois')
    await settled()
    expect(await items()).toMatchObject([
      { state: 'pendente', attempts: 1 },
      { state: 'pendente', attempts: 0 },
    ])
    expect(await state(path)).toMatchObject({ failing_since: expect.any(String) })
    later(61)
    await settled()
    await receiver.up()
    later(301)
    await settled()
    expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual(
      (await items()).map(({ uuid }) => `msg_${String(uuid)}`),
    )
    expect(await items()).toMatchObject([{ state: 'enviado' }, { state: 'enviado' }])
    expect(await state(path)).toMatchObject({ failing_since: null, active: true })
  })

  test('every wrong answer is tried again over three days, then the webhook stops and its owner is told', async () => {
    const { path, uuid } = await open('superAdmin', ['plans.update'])
    const bad: readonly Parameters<HookReceiver['answerWith']>[0][] = [
      (_request, response) => void response.writeHead(500).end('não deu'),
      (_request, response) => void response.writeHead(302, { location: `http://${receiver.host}/outro` }).end(),
      (request, _response) => void request.socket.end('lixo que não é HTTP\r\n\r\n'),
      (request, _response) => void request.socket.destroy(),
      (_request, response) => void response.writeHead(429, { 'retry-after': '7' }).end(),
    ]
    await rename('Três dias')
    const begun = now.getTime()
    for (const [at, pause] of [...pauses, 0].entries()) {
      receiver.answerWith(bad[at % bad.length])
      await settled()
      expect(receiver.messages).toHaveLength(at + 1)
      later(pause - 1)
      await settled()
      expect([at, receiver.messages.length]).toEqual([at, at + 1])
      later(1)
    }
    expect((now.getTime() - begun) / 3_600_000).toBeGreaterThan(71)
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.messages.every(each => each.path === '/avisos')).toBe(true)
    // Sessions ended meanwhile, by that clock.
    now = new Date()
    const [item] = await items()
    expect(item).toMatchObject({ state: 'falhou', attempts: pauses.length + 1 })
    const { logs } = await state(`integration-queues/${String(item?.uuid)}`)
    expect(JSON.stringify(logs)).toContain('não deu')
    expect(await state(path)).toMatchObject({ active: false, stopped: expect.stringContaining('três dias') })
    const { rows } = await sql`select title from notices where row_uuid = ${uuid}`.execute(world.db)
    expect(rows).toHaveLength(1)
  }, 120_000)

  test('one message that is never taken holds up the others for minutes alone, and 410 stops at once', async () => {
    const { path } = await open('superAdmin', ['plans.update'])
    let refused = ''
    receiver.answerWith((request, response) => {
      refused ||= String(request.headers['webhook-id'])
      response.writeHead(request.headers['webhook-id'] === refused ? 500 : 200).end()
    })
    await rename('Indigesto')
    await rename('Bom')
    await settled()
    for (const pause of [61, 301, 301]) {
      later(pause)
      await settled()
    }
    expect(await items()).toMatchObject([{ state: 'pendente' }, { state: 'enviado' }])
    receiver.answerWith((_request, response) => void response.writeHead(410).end())
    later(30 * 60)
    await settled()
    expect(await state(path)).toMatchObject({ active: false, stopped: expect.stringContaining('410') })
  })

  test('a receiver that talks without end is listened to for a moment, and its words are stored cut and without secrets', async () => {
    const { path } = await open('superAdmin', ['plans.update'])
    receiver.answerWith((_request, response) => {
      response.writeHead(200)
      response.write(`token=abcdefghijklmnop ${'a'.repeat(100_000)}`)
    })
    await rename('Falador')
    await settled()
    const [item] = await items()
    expect(item).toMatchObject({ state: 'enviado' })
    const text = JSON.stringify((await state(`integration-queues/${String(item?.uuid)}`)).logs)
    expect(text).not.toContain('abcdefghijklmnop')
    expect(text.length).toBeLessThan(4_000)
    expect(path).toBeTruthy()
  })

  test('a rotated secret signs beside the former for a day; only its owner repeats what was sent', async () => {
    const first = await open('superAdmin', ['plans.update'])
    const next = await newSecret('superAdmin', first.path)
    await rename('Dois segredos')
    await settled()
    const [message] = receiver.messages
    for (const secret of [first.secret, next])
      expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toBeTruthy()
    expect(JSON.stringify(await state(first.path))).not.toContain('whsec_')
    const { rows } = await sql`select * from audit_events where resource = 'webhook_endpoints'`.execute(world.db)
    expect(JSON.stringify(rows)).not.toContain('whsec_')
    expect((await state(first.path)).former_until).toBe(new Date(now.getTime() + 86_400_000).toISOString())
    await sql`update webhook_endpoints set former_until = now() - interval '1 second'`.execute(world.db)
    const [item] = await items()
    const body = { delivery: item?.uuid }
    expect((await world.call('adminA', 'PUT', `${first.path}/repetir`, { body })).status).toBe(404)
    const twelve = await Promise.all(
      Array.from({ length: 12 }, () => world.call('superAdmin', 'PUT', `${first.path}/repetir`, { body })),
    )
    expect(twelve.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    await settled()
    const again = receiver.messages.at(-1)
    expect(again?.headers['webhook-id']).toBe(message?.headers['webhook-id'])
    expect(() => new Webhook(first.secret).verify(again?.body ?? '', again?.headers ?? {})).toThrow()
    expect(new Webhook(next).verify(again?.body ?? '', again?.headers ?? {})).toBeTruthy()
    expect((await world.call('superAdmin', 'PUT', `${first.path}/teste`)).status).toBe(200)
    await settled()
    expect(receiver.messages.map(said).at(-1)).toMatchObject({ type: 'webhook.teste' })
  })

  test('a change of thousands of rows reaches the queue as it is delivered, and all of it arrives', async () => {
    await open('superAdmin', ['plans.*'])
    const plan = world.target('plans', 'A1')?.id
    await sql`
      insert into audit_events (request_id, event, resource, row_id, changes)
      select 'muitos', 'plans.update', 'plans', ${plan}, '{}' from generate_series(1, 450)`.execute(world.db)
    let most = 0
    receiver.answerWith((_request, response) => void response.writeHead(204).end())
    for (let round = 0; round < 20 && receiver.messages.length < 450; round++) {
      await settled()
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from integration_queues where state in ('pendente', 'processando')`.execute(world.db)
      most = Math.max(most, rows[0]?.n ?? 0)
    }
    expect(receiver.messages).toHaveLength(450)
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(450)
    expect(most).toBeLessThanOrEqual(mostWaiting)
  }, 300_000)

  test('refuses events that are none, and sections their owner does not read', async () => {
    const make = (types: readonly string[]) =>
      world.call('superAdmin', 'POST', 'webhook-endpoints', { body: { name: 'X', url: receiver.url, types } })
    for (const types of [[], ['nada.update'], ['plans'], ['plans.enviar'], ['profiles.permissions']])
      expect([types, (await make(types)).status]).toEqual([types, 422])
    for (const types of [['*'], ['plans.*'], ['collects.enviar'], ['tickets.store']])
      expect([types, (await make(types)).status]).toEqual([types, 201])
  })
})
