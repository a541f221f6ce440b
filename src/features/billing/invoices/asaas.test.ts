import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integrationQueues } from '#parts/integration/queues.ts'
import { openAsaas } from '#test/support/asaas.ts'
import { noteOf, readyToIssue, someOrder } from '#test/support/invoicing.ts'
import { mapClientFields, mapFields, surroundingsOf } from '#test/support/mapping.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

const token = 'canario-chave-do-asaas-1234567890'
const hook = 'canario-token-do-webhook-abcdefghijklmnop'

describe('Asaas', () => {
  let world: World
  let asaas: Awaited<ReturnType<typeof openAsaas>>
  let given: Awaited<ReturnType<typeof readyToIssue>>
  beforeAll(async () => {
    asaas = await openAsaas(token)
    const env = { SECRETS_KEY: randomBytes(32).toString('hex'), ASAAS_TEST_URL: asaas.url, ASAAS_URL: '0' }
    world = await openWorld({ env, fittings: { pace: { pollMs: 3_600_000 } } })
    given = await readyToIssue(world, { emissor: 'asaas' })
    const kept = await world.call('superAdmin', 'PUT', `empresas/${given.company}/asaas`, { body: { token, hook } })
    if (kept.status !== 200) throw new Error(kept.text)
  })
  afterAll(async () => {
    await world?.close()
    await asaas?.close()
  })

  async function issue(more: object = {}) {
    const made = await world.call('staffA', 'POST', 'service-invoices/emitir', { body: someOrder(given, more) })
    await world.runner.settled()
    return dataOf(made)
  }
  async function again() {
    await sql`update integration_queues set next_attempt_at = null where state = 'pendente'`.execute(world.db)
    world.house.events.tell({ of: integrationQueues, uuid: '' })
    await world.runner.settled()
  }
  const knock = async (body: object, told = hook) => {
    const reply = await world.call('anonymous', 'POST', 'webhooks/asaas', {
      body,
      headers: { 'asaas-access-token': told },
    })
    await world.runner.settled()
    return reply
  }

  test('it makes the customer once, waits for the municipality, and a knock has it asked at once', async () => {
    const { uuid } = await issue()
    expect(await noteOf(world, uuid)).toMatchObject({ state: 'processando', nfse_number: null })
    expect(asaas.customers).toHaveLength(1)
    const id = asaas.decide(-1, 'AUTHORIZED')
    const event = { id: 'evt_1', event: 'INVOICE_AUTHORIZED', invoice: { id, value: 1, status: 'CANCELED' } }
    expect((await knock(event)).status).toBe(200)
    expect(await noteOf(world, uuid)).toMatchObject({ state: 'autorizada', nfse_number: '77', value: 1480 })
    const pdf = await world.call('staffA', 'GET', `service-invoices/${String(uuid)}/pdf`)
    expect(pdf.text).toContain('%PDF-1.7')
    const asked = asaas.asked.length
    expect((await knock(event)).status).toBe(200)
    expect(asaas.asked).toHaveLength(asked)
  })

  test('fields of the client go into the customer, known or new, and into the note', async () => {
    const fields = {
      'customer.externalReference': 'C-31',
      'customer.groupName': 'Provedores',
      'customer.additionalEmails': 'a@vale.example; b@vale.example',
      'customer.municipalInscription': '98765',
      'customer.observations': 'Avisar antes',
      'customer.notificationDisabled': 'não',
      observations: 'Pedido 4711',
    }
    await mapClientFields(world, given.client, 'asaas', fields)
    const told = {
      externalReference: 'C-31',
      groupName: 'Provedores',
      additionalEmails: 'a@vale.example,b@vale.example',
      municipalInscription: '98765',
      observations: 'Avisar antes',
      notificationDisabled: false,
    }
    const known = await issue()
    expect(asaas.customers).toMatchObject([told])
    expect(asaas.asked).toContain('PUT /v3/customers/cus_0')
    expect(asaas.invoices.at(-1)?.observations).toMatch(/^DPS 1\/\d+\. Pedido 4711$/)
    expect(Object(await surroundingsOf(world, known.uuid)).fields).toHaveLength(Object.keys(fields).length)
    asaas.customers.length = 0
    await issue({ value: 2 })
    expect(asaas.customers).toMatchObject([told])
    await world.call('superAdmin', 'PUT', `clients/${given.client}`, { body: { metas_only_father: [] } })
    for (const at of [-2, -1]) asaas.decide(at, 'AUTHORIZED')
    await again()
  })

  test('what a plan and the company say goes in the body, and what the client says itself in its place', async () => {
    const plan = dataOf(await world.call('superAdmin', 'POST', 'plans', { body: { name: 'Plano com grupo' } })).id
    await world.call('superAdmin', 'PUT', `clients/${given.client}`, { body: { plan_id: plan } })
    await mapFields(world, `plans/${plan}`, 'asaas', {
      'customer.groupName': 'Plano completo',
      'customer.externalReference': 'Do plano',
    })
    await mapFields(world, `empresas/${given.company}`, 'asaas', {
      observations: 'Dados bancários no rodapé',
      'customer.groupName': 'Da empresa',
    })
    await mapClientFields(world, given.client, 'asaas', { 'customer.externalReference': 'C-32' })
    await issue({ value: 3 })
    expect(asaas.customers.at(-1)).toMatchObject({ externalReference: 'C-32', groupName: 'Plano completo' })
    expect(asaas.invoices.at(-1)?.observations).toMatch(/ Dados bancários no rodapé$/)
    // A plan that is out of use says nothing.
    await world.call('superAdmin', 'PUT', 'plans/disable', { body: { ids: [plan] } })
    await issue({ value: 4 })
    expect(asaas.customers.at(-1)).toMatchObject({ externalReference: 'C-32', groupName: 'Da empresa' })
    for (const path of [`clients/${given.client}`, `empresas/${given.company}`])
      await world.call('superAdmin', 'PUT', path, { body: { metas_only_father: [] } })
    for (const at of [-2, -1]) asaas.decide(at, 'AUTHORIZED')
    await again()
  })

  test('who does not hold the token is refused, and what is not ours is answered and told', async () => {
    const event = { id: 'evt_2', event: 'INVOICE_AUTHORIZED', invoice: { id: 'inv_de_ninguem' } }
    expect((await knock(event, 'outro token qualquer')).status).toBe(403)
    expect((await knock(event, '')).status).toBe(403)
    expect((await knock(event)).status).toBe(200)
    const { rows } = await sql<{ message: string }>`
      select message from integration_queues_logs where message like '%inv_de_ninguem%'`.execute(world.db)
    expect(rows).toHaveLength(1)
    expect((await knock({ id: 'x', event: 'y', more: 'z'.repeat(70_000) })).status).toBe(413)
  })

  test('what another company stored under an earlier key stops no webhook, and its own page says so', async () => {
    const { rows } = await sql<{ id: number; uuid: string }>`
      insert into empresas (nome_fantasia, cnpj) values ('Da chave antiga', '11444777000161') returning id, uuid`.execute(
      world.db,
    )
    const { id = 0, uuid = '' } = rows[0] ?? {}
    const stale = randomBytes(80).toString('base64')
    await sql`
      insert into issuer_credentials (empresa_id, certificate, asaas_token, asaas_hook, updated_at)
      values (${id}, ${stale}, '', ${stale}, now())`.execute(world.db)
    for (const event of ['evt_k1', 'evt_k2'])
      expect((await knock({ id: event, event: 'INVOICE_UPDATED' })).status).toBe(200)
    expect((await knock({ id: 'evt_k3', event: 'INVOICE_UPDATED' }, 'outro token qualquer')).status).toBe(403)
    const standing = async (company: string | number) =>
      Object((await world.call('superAdmin', 'GET', `service-invoices/emissor/${company}`)).body.data).unopened
    expect(await standing(uuid)).toEqual(['o certificado', 'o token do webhook'])
    expect(await standing(given.company)).toEqual([])
    await sql`delete from issuer_credentials where empresa_id = ${id}`.execute(world.db)
  })

  test('one that was made while nothing was heard is found by our reference, and is one', async () => {
    asaas.feel('silent')
    const before = asaas.invoices.length
    const { uuid } = await issue()
    asaas.feel('well')
    await again()
    asaas.decide(-1, 'AUTHORIZED')
    await again()
    expect(await noteOf(world, uuid)).toMatchObject({ state: 'autorizada' })
    expect(asaas.invoices).toHaveLength(before + 1)
    expect(asaas.customers).toHaveLength(1)
  })

  test('down, it is asked again until it is back; refused, it says why and is put right', async () => {
    asaas.feel('fails')
    const waiting = await issue()
    expect(await noteOf(world, waiting.uuid)).toMatchObject({ state: 'processando' })
    asaas.feel('well')
    await again()
    asaas.decide(-1, 'ERROR', 'Código do serviço inválido')
    await again()
    const refused = await noteOf(world, waiting.uuid)
    expect(refused).toMatchObject({ state: 'rejeitada', rejections: [{ message: 'Código do serviço inválido' }] })
    const body = { ...someOrder(given), client_id: undefined, empresa_id: undefined }
    await world.call('staffA', 'PUT', `service-invoices/${String(waiting.uuid)}/corrigir`, { body })
    await world.runner.settled()
    asaas.decide(-1, 'AUTHORIZED')
    await again()
    expect(await noteOf(world, waiting.uuid)).toMatchObject({ state: 'autorizada', number: waiting.number })
  })

  test('cancelled once the municipality says so; denied, it stands', async () => {
    const made = await issue()
    asaas.decide(-1, 'AUTHORIZED')
    await again()
    const cancel = () =>
      world.call('staffA', 'PUT', `service-invoices/${String(made.uuid)}/cancelar`, {
        body: { code: '1', reason: 'Valor informado errado' },
      })
    await cancel()
    await world.runner.settled()
    asaas.decide(-1, 'CANCELLATION_DENIED', 'Fora do prazo')
    await again()
    expect(await noteOf(world, made.uuid)).toMatchObject({
      state: 'autorizada',
      rejections: [{ message: 'Fora do prazo' }],
    })
    asaas.decide(-1, 'AUTHORIZED')
    await cancel()
    await world.runner.settled()
    asaas.decide(-1, 'CANCELED')
    await again()
    expect(await noteOf(world, made.uuid)).toMatchObject({ state: 'cancelada' })
  })

  test('no table tells its key', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      world.db,
    )
    const telling: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select t::text as row from ${sql.table(name)} t`.execute(world.db)
      if (JSON.stringify(rows).includes('canario')) telling.push(name)
    }
    expect(telling).toEqual([])
    expect(tables.length).toBeGreaterThan(80)
  })
})
